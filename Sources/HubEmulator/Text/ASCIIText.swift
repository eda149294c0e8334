/// Whether a text begins with another, whatever the case of ASCII letters.
func hasPrefixIgnoringCase(_ text: String, _ prefix: String) -> Bool {
    zip(text.utf8, prefix.utf8).allSatisfy { lowercase($0) == lowercase($1) } && text.utf8.count >= prefix.utf8.count
}

private func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
}

/// Everything but the unreserved characters of RFC 3986 as upper-case escapes.
func percentEncoded(_ text: some StringProtocol) -> String {
    guard !text.utf8.allSatisfy(isUnreserved) else { return String(text) }
    var result = ""
    for byte in text.utf8 {
        switch byte {
        case _ where isUnreserved(byte): result.unicodeScalars.append(Unicode.Scalar(byte))
        default: result += "%" + hexadecimal(UInt64(byte), digits: 2).uppercased()
        }
    }
    return result
}

private func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
    default: false
    }
}

/// A number in lower-case hexadecimal with leading zeros.
func hexadecimal(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// A number with leading zeros.
func padded(_ number: Int, to width: Int = 2) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, width - text.count)) + text
}

extension StringProtocol {
    /// Without blanks, tabs and line ends of ASCII at both ends.
    var trimmed: String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }
        let text = Substring(self)
        guard let first = text.utf8.firstIndex(where: { !isBlank($0) }),
            let last = text.utf8.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(text[first...last])
    }
}

/// Whether two texts are the same but for the case of ASCII letters, as names of headers, hubs and formats are compared.
@inlinable public func equalIgnoringCase(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    let quick = left.utf8.withContiguousStorageIfAvailable { left in
        right.utf8.withContiguousStorageIfAvailable { right in
            left.indices.allSatisfy { left[$0] == right[$0] || lowercase(left[$0]) == lowercase(right[$0]) }
        }
    }
    // Texts of this program are contiguous; others may not be.
    return (quick ?? nil) ?? zip(left.utf8, right.utf8).allSatisfy { lowercase($0) == lowercase($1) }
}

@usableFromInline func lowercase(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
}

/// Text with percent escapes read as UTF-8 bytes. A `%` without two hexadecimal digits stays as it is.
@inlinable public func percentDecoded(_ text: some StringProtocol, plusIsBlank: Bool) -> String {
    guard text.utf8.contains(where: { $0 == 0x25 || $0 == 0x2B }) else { return String(text) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = Substring(text).utf8
    while let byte = rest.popFirst() {
        if byte == 0x25, let escape = escapedByte(rest) {
            bytes.append(escape)
            rest = rest.dropFirst(2)
        } else {
            bytes.append(byte == 0x2B && plusIsBlank ? 0x20 : byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

@usableFromInline func escapedByte(_ rest: Substring.UTF8View) -> UInt8? {
    var digits = rest.prefix(2).makeIterator()
    guard let high = digits.next().flatMap(hexadecimalValue), let low = digits.next().flatMap(hexadecimalValue)
    else { return nil }
    return high << 4 | low
}

@usableFromInline func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
}

extension StringProtocol {
    /// The pieces between separators. Works on bytes: looking for the borders of characters would cost ten times as much,
    /// and every request is cut up several times.
    @inlinable public func pieces(at separator: Unicode.Scalar, maximum: Int = .max, omittingEmpty: Bool = false)
        -> [Substring]
    {
        Substring(self).utf8.split(
            separator: UInt8(truncatingIfNeeded: separator.value), maxSplits: maximum - 1,
            omittingEmptySubsequences: omittingEmpty
        ).map { Substring($0) }
    }

    /// What stands before the first separator; all if there is none.
    @inlinable public func upTo(_ separator: Unicode.Scalar) -> Substring {
        let text = Substring(self)
        let end = text.utf8.firstIndex(of: UInt8(truncatingIfNeeded: separator.value)) ?? text.endIndex
        return text[..<end]
    }
}

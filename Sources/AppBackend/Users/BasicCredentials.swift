internal import CLibCrypto

/// Name and password as HTTP Basic brings them (RFC 7617). The password is shown nowhere.
struct BasicCredentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let name: String
    let password: String

    init(name: String, password: String) {
        self.name = name
        self.password = password
    }

    /// Reads the value of `Authorization`; nil for another scheme, and for what is not well formed.
    init?(header: String) {
        let parts = header.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "basic",
            let bytes = base64Decoded(parts[1].drop { $0 == " " }),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            // bcrypt would see no more of the password than stands before a NUL.
            !bytes.contains(0),
            let name = String(validating: bytes[..<colon], as: UTF8.self),
            let password = String(validating: bytes[(colon + 1)...], as: UTF8.self)
        else { return nil }
        self.init(name: name, password: password)
    }

    var description: String { "<hidden>" }
    var debugDescription: String { "<hidden>" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

private func base64Decoded(_ text: Substring) -> [UInt8]? {
    let encoded = Array(text.utf8)
    guard !encoded.isEmpty, encoded.count <= 4_096, encoded.count.isMultiple(of: 4) else { return nil }
    let padding = encoded.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2, encoded.dropLast(padding).allSatisfy(isBase64) else { return nil }
    var bytes = [UInt8](repeating: 0, count: encoded.count / 4 * 3)
    // The padding counts as zeros there.
    guard EVP_DecodeBlock(&bytes, encoded, Int32(encoded.count)) == Int32(bytes.count) else { return nil }
    return Array(bytes.dropLast(padding))
}

private func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F: true
    default: false
    }
}

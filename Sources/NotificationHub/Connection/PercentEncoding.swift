/// The hex digits of an encoding. Both are valid in tokens, but a token is signed in one and must be sent in the same.
enum HexDigits {
    case lower
    case upper
}

/// A text as a part of a path or a value of a query: everything but the unreserved characters is encoded.
public func percentEncoded(_ text: String) -> String { percentEncoded(text, digits: .upper) }

/// Everything but the unreserved characters of RFC 3986 as a percent sign and two hex digits for each byte.
func percentEncoded(_ text: String, digits: HexDigits) -> String {
    let hex = Array((digits == .lower ? "0123456789abcdef" : "0123456789ABCDEF").utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
        if isAlphanumeric(byte) || "-._~".utf8.contains(byte) {
            bytes.append(byte)
        } else {
            bytes += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

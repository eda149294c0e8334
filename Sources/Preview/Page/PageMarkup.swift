internal import CLibCrypto
internal import PlainText

/// A text as HTML: it can end no element and no attribute, and holds nothing that is not to be seen.
func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count + 16)
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "'": result += "&#39;"
        case "\n", " "..."~": result.unicodeScalars.append(scalar)
        default:
            // Browsers take no notice of some of the others and replace the rest; no text needs them.
            if scalar.properties.generalCategory != .control { result.unicodeScalars.append(scalar) }
        }
    }
    return result
}

/// A text of a feed in a line of ours: whatever its direction, it does not reorder what stands beside it.
func isolated(_ text: String) -> String { "<bdi>\(escaped(text))</bdi>" }

/// An address as a link where it is one of the web; anything else, such as `javascript:`, as text alone.
func linked(_ address: String, _ text: String? = nil) -> String {
    let shown = isolated(text ?? address)
    let lowered = address.prefix(8).lowercased()
    guard lowered.hasPrefix("https://") || lowered.hasPrefix("http://") else { return shown }
    return "<a href=\"\(escaped(address))\" rel=\"noreferrer noopener\">\(shown)</a>"
}

/// SHA-256 in base64, as `Content-Security-Policy` takes it. The style is ours and short.
func styleDigest(_ text: String) -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    let bytes = Array(text.utf8)
    SHA256(bytes, bytes.count, &digest)
    var encoded = [UInt8](repeating: 0, count: 4 * ((digest.count + 2) / 3) + 1)
    let count = EVP_EncodeBlock(&encoded, digest, Int32(digest.count))
    return String(decoding: encoded.prefix(Int(max(0, count))), as: UTF8.self)
}

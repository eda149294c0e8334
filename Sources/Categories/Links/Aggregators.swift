/// The publisher's address inside the address of an aggregator; nil for all other addresses.
///
/// Google News packs it into the path in base64 (in links made before 2024; newer ones hold only a number), other
/// redirectors carry it in the query.
func publisherAddress(inside address: Substring, _ link: Link) -> Substring? {
    guard link.site == "google" || link.site == "bing" else { return nil }
    if link.site == "google", link.subdomains == ["news"], let address = link.segments.last.flatMap(packedAddress) {
        return address
    }
    return link.query.split(separator: "&")
        .lazy.filter { $0.hasPrefix("url=") || $0.hasPrefix("q=") }
        .map { percentDecoded($0.drop { $0 != "=" }.dropFirst()) }
        .first { $0.hasPrefix("http") }
}

/// The first web address in a run of bytes given as base64.
private func packedAddress(_ text: Substring) -> Substring? {
    guard let bytes = decodedBase64(text.utf8) else { return nil }
    let scheme = Array("http".utf8)
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: scheme) }) else { return nil }
    let printable = bytes[start...].prefix { $0 > 0x20 && $0 < 0x7f }
    return String(decoding: printable, as: UTF8.self)[...]
}

/// Base64 with either alphabet, padded or not; nil when another character occurs.
private func decodedBase64(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var pending: UInt32 = 0
    var bits = 0
    for character in text {
        if character == UInt8(ascii: "=") { break }
        guard let value = base64Value(character) else { return nil }
        pending = (pending << 6 | UInt32(value)) & 0xffff
        bits += 6
        if bits >= 8 {
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: pending >> UInt32(bits)))
        }
    }
    return bytes
}

private func base64Value(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case UInt8(ascii: "-"), UInt8(ascii: "+"): 62
    case UInt8(ascii: "_"), UInt8(ascii: "/"): 63
    default: nil
    }
}

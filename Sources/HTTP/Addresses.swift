/// The host of an absolute address in lower case, without credentials and port; empty when there is none. Politeness
/// is counted by it.
public func host(of address: String) -> String {
    guard let authority = authority(of: address) else { return "" }
    var host = address.utf8[authority]
    if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[host.index(after: at)...] }
    let isBracketed = host.first == UInt8(ascii: "[")
    let end = host.firstIndex(of: UInt8(ascii: isBracketed ? "]" : ":")) ?? host.endIndex
    return String(address[host.startIndex..<end]).lowercased()
}

/// The address without the `user:password@` before its host.
func withoutCredentials(_ address: String) -> String {
    var address = address
    // Few have an @ anywhere, and every answer asks.
    guard address.withUTF8({ $0.contains(UInt8(ascii: "@")) }), let authority = authority(of: address),
        let at = address.utf8[authority].lastIndex(of: UInt8(ascii: "@"))
    else { return address }
    return String(address[..<authority.lowerBound] + address[address.index(after: at)...])
}

/// The address to which one moved for good, with the credentials that stood in the old one; nil when they must not go
/// there, because it is another host or no longer TLS.
public func carryingCredentials(of old: String, to new: String) -> String? {
    guard let authority = HTTP.authority(of: old), let at = old.utf8[authority].lastIndex(of: UInt8(ascii: "@")) else {
        return new
    }
    guard isSafeForCredentials(of: old, new), let target = HTTP.authority(of: new) else { return nil }
    return String(new[..<target.lowerBound] + old[authority.lowerBound...at] + new[target.lowerBound...])
}

/// Whether what is secret for one address may go to another: to the same host, and not in the clear after TLS.
public func isSafeForCredentials(of old: String, _ new: String) -> Bool {
    let isDowngrade = old.lowercased().hasPrefix("https:") && !new.lowercased().hasPrefix("https:")
    return host(of: old) == host(of: new) && !isDowngrade
}

/// The password (or the user, where there is no password) that stands in an address, as written.
func secret(in address: String) -> String? {
    guard let authority = authority(of: address), let at = address[authority].lastIndex(of: "@") else { return nil }
    let user = address[authority.lowerBound..<at]
    let secret = user.firstIndex(of: ":").map { user[user.index(after: $0)...] } ?? user
    return secret.isEmpty ? nil : String(secret)
}

/// The address as libcurl takes it: blanks around it gone, and what may not stand in a request line percent-encoded.
/// Lists carry addresses as people type them, with spaces and letters of every script.
func requestAddress(_ address: String) -> String {
    var address = address
    let isClean = address.withUTF8 { $0.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
    guard !isClean else { return address }
    let trimmed = address.drop { $0.isWhitespace }
    let end = trimmed.lastIndex { !$0.isWhitespace }.map { trimmed.index(after: $0) } ?? trimmed.startIndex
    let text = String(trimmed[..<end])
    guard let authority = authority(of: text) else { return text }
    var encoded = String(text[..<authority.upperBound])
    for byte in text[authority.upperBound...].utf8 {
        if byte > 0x20 && byte < 0x7F {
            encoded.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
            encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
    }
    return encoded
}

/// Where host, port and credentials stand. Bytes are looked at, not characters: this runs for every feed.
private func authority(of address: String) -> Range<String.Index>? {
    let bytes = address.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
        return nil
    }
    let start = bytes.index(colon, offsetBy: 3)
    let ends: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    return start..<(bytes[start...].firstIndex(where: ends) ?? bytes.endIndex)
}

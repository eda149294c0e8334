/// The schemes under which the same article is served.
enum WebScheme {
    case http
    case https

    /// Takes `http://`, `https://` or `//` off the front.
    init?(removingFrom rest: inout Bytes) {
        guard let first = rest.first else { return nil }
        if first == UInt8(ascii: "/") {
            guard begins(rest, with: "//") else { return nil }
            rest = rest.dropFirst(2)
            self = .https
        } else if begins(rest, with: "https://") {
            rest = rest.dropFirst(8)
            self = .https
        } else if begins(rest, with: "http://") {
            rest = rest.dropFirst(7)
            self = .http
        } else {
            return nil
        }
    }

    var port: StaticString {
        switch self {
        case .http: ":80"
        case .https: ":443"
        }
    }
}

/// Whether something follows after `prefix`, which is ASCII in lower case; case does not matter.
private func begins(_ text: Bytes, with prefix: StaticString) -> Bool {
    let wanted = UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount)
    return text.count > wanted.count && text.starts(with: wanted) { lowercased($0) == $1 }
}

/// Host and port of an authority: lower case, without user, `www.`, the scheme's port and a final dot; with room for as
/// many bytes.
func canonicalHost(_ authority: Bytes, scheme: WebScheme, room: Int = 0) -> [UInt8]? {
    let afterUser = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
    var host: [UInt8] = []
    host.reserveCapacity(max(room, afterUser.count))
    host.append(contentsOf: afterUser)
    for place in host.indices { host[place] = lowercased(host[place]) }
    if host.contains(UInt8(ascii: ":")) {
        let port = UnsafeBufferPointer(start: scheme.port.utf8Start, count: scheme.port.utf8CodeUnitCount)
        if host.count > port.count, host.suffix(port.count).elementsEqual(port) {
            host.removeLast(port.count)
        } else if host.count > 1, host.last == UInt8(ascii: ":") {
            host.removeLast()
        }
    }
    if host.last == UInt8(ascii: ".") { host.removeLast() }
    if host.starts(with: "www.".utf8), host.dropFirst(4).contains(UInt8(ascii: ".")) { host.removeFirst(4) }
    return host.isEmpty ? nil : host
}

/// The ASCII letter in lower case, any other byte as it is.
func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}

/// Without blanks and control characters at both ends: publishers break lines inside `<link>` and `<guid>`.
func trimmed(_ text: Bytes) -> Bytes {
    guard let first = text.firstIndex(where: { $0 > 0x20 }), let last = text.lastIndex(where: { $0 > 0x20 }) else {
        return text.prefix(0)
    }
    return text[first...last]
}

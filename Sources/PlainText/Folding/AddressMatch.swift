/// Whether an address begins with another one, both as ``addressWithoutScheme(_:)`` gives them. One that names a host alone means that host and no longer name.
public func address(_ address: String, beginsWith start: String) -> Bool {
    guard address.utf8.starts(with: start.utf8) else { return false }
    guard !start.utf8.contains(UInt8(ascii: "/")) else { return true }
    return address.utf8.dropFirst(start.utf8.count).first.map { "/?#:".utf8.contains($0) } ?? true
}

/// An address without scheme and `www.`, its host in lower case: publishers change those without a new article.
public func addressWithoutScheme(_ address: String) -> String {
    var rest = address[...]
    for scheme in ["https://", "http://"] where rest.prefix(scheme.count).lowercased() == scheme {
        rest = rest.dropFirst(scheme.count)
        break
    }
    if rest.prefix(4).lowercased() == "www." { rest = rest.dropFirst(4) }
    let hostEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    return rest[..<hostEnd].lowercased() + rest[hostEnd...]
}

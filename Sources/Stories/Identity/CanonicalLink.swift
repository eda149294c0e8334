/// A link without what does not tell one article from another: scheme, `www.`, case of the host, user and password,
/// the scheme's own port, trailing slashes, fragment, known tracking parameters, order of the parameters.
///
/// Everything else stays: `story?id=7` and `story?id=8` are two articles.
public struct CanonicalLink: Sendable, Hashable {
    /// Host, path and query, for example `news.example/story?id=7`. It identifies; it is not an address to open.
    public var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Whether the link leads to the front page of a site. Feeds give such links to items that have no page of their
    /// own, so they identify nothing.
    public let isFrontPage: Bool

    /// ``text`` as it is hashed.
    let bytes: [UInt8]

    /// The canonical form of a link; nil for what is empty or no web address (`javascript:`, `mailto:`, relative paths).
    public init?(_ link: String) {
        guard let (bytes, isFrontPage) = link.withBytes({ canonicalLink($0[...]) }) else { return nil }
        self.bytes = bytes
        self.isFrontPage = isFrontPage
    }
}

/// A part of the bytes of a text: links are looked at by the hundred thousand.
typealias Bytes = UnsafeBufferPointer<UInt8>.SubSequence

private func canonicalLink(_ link: Bytes) -> (bytes: [UInt8], isFrontPage: Bool)? {
    var rest = trimmed(link)
    guard let scheme = WebScheme(removingFrom: &rest) else { return nil }
    let authorityEnd = rest.firstIndex { $0 == slash || $0 == question || $0 == numberSign } ?? rest.endIndex
    guard var result = canonicalHost(rest[..<authorityEnd], scheme: scheme, room: rest.count) else { return nil }
    let hostCount = result.count
    rest = rest[authorityEnd...]

    let fragment = rest.firstIndex(of: numberSign)
    let beforeFragment = rest[..<(fragment ?? rest.endIndex)]
    let queryStart = beforeFragment.firstIndex(of: question) ?? beforeFragment.endIndex
    appendCanonicalPath(beforeFragment[..<queryStart], to: &result)
    appendCanonicalQuery(beforeFragment[queryStart...].dropFirst(), to: &result)
    if let fragment { result += applicationFragment(rest[fragment...]) }
    return (result, result.count == hostCount)
}

private let slash = UInt8(ascii: "/")
private let question = UInt8(ascii: "?")
private let numberSign = UInt8(ascii: "#")
private let semicolon = UInt8(ascii: ";")
private let percent = UInt8(ascii: "%")

private func appendCanonicalPath(_ path: Bytes, to result: inout [UInt8]) {
    let start = result.count
    appendCanonicalEscapes(path, to: &result)
    removeSession(from: &result, after: start)
    while result.count > start, result.last == slash { result.removeLast() }
}

/// Java servers write the visitor's session into the path: `/story;jsessionid=1A2B`.
private func removeSession(from path: inout [UInt8], after start: Int) {
    guard let first = path[start...].firstIndex(of: semicolon) else { return }
    let parameter = path[first...].prefix { $0 != slash }
    guard parameter.map(lowercased).starts(with: ";jsessionid=".utf8) else { return }
    path.removeSubrange(first..<parameter.endIndex)
}

private func appendCanonicalQuery(_ query: Bytes, to result: inout [UInt8]) {
    guard !query.isEmpty else { return }
    var kept: [(name: [UInt8], whole: [UInt8])] = []
    for parameter in query.split(separator: UInt8(ascii: "&")) where !isCampaign(parameter) {
        var whole: [UInt8] = []
        appendCanonicalEscapes(parameter, to: &whole)
        let name = Array(whole.prefix { $0 != UInt8(ascii: "=") })
        guard !isTracking(name: name, value: whole.dropFirst(name.count + 1)) else { continue }
        kept.append((name, whole))
    }
    // Stable: `a[]=1&a[]=2` keeps its order, since that may have a meaning.
    kept.sort { $0.name.lexicographicallyPrecedes($1.name) }
    for (place, parameter) in kept.enumerated() {
        result.append(place == 0 ? question : UInt8(ascii: "&"))
        result += parameter.whole
    }
}

/// The commonest of all tracking parameters, told without a look into the tables.
private func isCampaign(_ parameter: Bytes) -> Bool {
    parameter.starts(with: "utm_".utf8) { lowercased($0) == $1 }
}

/// `#!/article/7` names a page of an application that runs in the browser; any other fragment names a place on a page.
private func applicationFragment(_ fragment: Bytes) -> Bytes {
    fragment.starts(with: "#!".utf8) && fragment.count > 3 ? fragment : fragment.prefix(0)
}

/// One way to write each octet (RFC 3986, 6.2.2): unreserved ones as they are, the others with upper-case digits.
private func appendCanonicalEscapes(_ text: Bytes, to result: inout [UInt8]) {
    var rest = text
    while !rest.isEmpty {
        let plain = rest.prefix { $0 < 0x80 && $0 > 0x20 && $0 != percent }
        result.append(contentsOf: plain)
        rest = rest[plain.endIndex...]
        guard let byte = rest.popFirst() else { return }
        if byte == percent, let octet = hexadecimal(rest.prefix(2)) {
            if isUnreserved(octet) { result.append(octet) } else { appendEscaped(octet, to: &result) }
            rest = rest.dropFirst(2)
        } else if byte == percent {
            result.append(byte)
        } else {
            appendEscaped(byte, to: &result)
        }
    }
}

private func appendEscaped(_ octet: UInt8, to result: inout [UInt8]) {
    result.append(percent)
    result.append(hexadecimalDigit(octet >> 4))
    result.append(hexadecimalDigit(octet & 15))
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
}

private func hexadecimal(_ digits: Bytes) -> UInt8? {
    guard digits.count == 2 else { return nil }
    var value: UInt8 = 0
    for digit in digits {
        switch lowercased(digit) {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | (digit - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | (lowercased(digit) - UInt8(ascii: "a") + 10)
        default: return nil
        }
    }
    return value
}

private func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        true
    default: false
    }
}

/// A link without what does not tell one article from another: scheme, `www.`, case of the host, user and password,
/// the scheme's own port, trailing slashes, fragment, known tracking parameters, order of the parameters.
///
/// Everything else stays: `story?id=7` and `story?id=8` are two articles.
public struct CanonicalLink: Sendable, Hashable {
    /// Host, path and query, for example `news.example/story?id=7`. It identifies; it is not an address to open.
    public let text: String
    /// Whether the link leads to the front page of a site. Feeds give such links to items that have no page of their
    /// own, so they identify nothing.
    public let isFrontPage: Bool

    /// The canonical form of a link; nil for what is empty or no web address (`javascript:`, `mailto:`, relative paths).
    public init?(_ link: String) {
        var rest = trimmed(link.utf8[...])
        guard let scheme = WebScheme(removingFrom: &rest) else { return nil }
        let authorityEnd = rest.firstIndex { $0 == slash || $0 == question || $0 == numberSign } ?? rest.endIndex
        guard let host = canonicalHost(rest[..<authorityEnd], scheme: scheme) else { return nil }
        rest = rest[authorityEnd...]

        let fragment = rest.firstIndex(of: numberSign)
        let beforeFragment = rest[..<(fragment ?? rest.endIndex)]
        let queryStart = beforeFragment.firstIndex(of: question) ?? beforeFragment.endIndex
        var result = host
        result += canonicalPath(beforeFragment[..<queryStart])
        let query = canonicalQuery(beforeFragment[queryStart...].dropFirst())
        let application = fragment.map { applicationFragment(rest[$0...]) } ?? []
        isFrontPage = result.count == host.count && query.isEmpty && application.isEmpty
        if !query.isEmpty { result += [question] + query }
        text = String(decoding: result + application, as: UTF8.self)
    }
}

/// The schemes under which the same article is served.
enum WebScheme {
    case http
    case https

    /// Takes `http://`, `https://` or `//` off the front.
    init?(removingFrom rest: inout Substring.UTF8View) {
        for (prefix, scheme) in [("https://", WebScheme.https), ("http://", .http), ("//", .https)]
        where rest.count > prefix.utf8.count
            && rest.prefix(prefix.utf8.count).elementsEqual(prefix.utf8, by: sameLetter)
        {
            rest = rest.dropFirst(prefix.utf8.count)
            self = scheme
            return
        }
        return nil
    }

    var port: String {
        switch self {
        case .http: "80"
        case .https: "443"
        }
    }
}

private let slash = UInt8(ascii: "/")
private let question = UInt8(ascii: "?")
private let numberSign = UInt8(ascii: "#")
private let percent = UInt8(ascii: "%")

/// Host and port of an authority: lower case, without user, `www.`, the scheme's port and a final dot.
func canonicalHost(_ authority: Substring.UTF8View, scheme: WebScheme) -> [UInt8]? {
    let afterUser = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[authority.index(after: $0)...] }
    var host = (afterUser ?? authority).map(lowercased)
    for port in [scheme.port, ""] where host.ends(with: ":\(port)") {
        host.removeLast(port.utf8.count + 1)
        break
    }
    if host.last == UInt8(ascii: ".") { host.removeLast() }
    if host.starts(with: "www.".utf8), host.dropFirst(4).contains(UInt8(ascii: ".")) { host.removeFirst(4) }
    return host.isEmpty ? nil : host
}

private func canonicalPath(_ path: Substring.UTF8View) -> [UInt8] {
    var result = withoutSession(canonicalEscapes(path))
    while result.last == slash { result.removeLast() }
    return result
}

/// Java servers write the visitor's session into the path: `/story;jsessionid=1A2B`.
private func withoutSession(_ path: [UInt8]) -> [UInt8] {
    guard let start = path.firstIndex(of: UInt8(ascii: ";")) else { return path }
    let parameter = path[start...].prefix { $0 != slash }
    guard parameter.map(lowercased).starts(with: ";jsessionid=".utf8) else { return path }
    return Array(path[..<start] + path[parameter.endIndex...])
}

private func canonicalQuery(_ query: Substring.UTF8View) -> [UInt8] {
    var kept: [(name: [UInt8], whole: [UInt8])] = []
    for parameter in query.split(separator: UInt8(ascii: "&")) {
        let whole = canonicalEscapes(parameter)
        let name = Array(whole.prefix { $0 != UInt8(ascii: "=") })
        guard !isTracking(name: name, value: whole.dropFirst(name.count + 1)) else { continue }
        kept.append((name, whole))
    }
    // Stable: `a[]=1&a[]=2` keeps its order, since that may have a meaning.
    kept.sort { $0.name.lexicographicallyPrecedes($1.name) }
    return Array(kept.map(\.whole).joined(separator: [UInt8(ascii: "&")]))
}

/// `#!/article/7` names a page of an application that runs in the browser; any other fragment names a place on a page.
private func applicationFragment(_ fragment: Substring.UTF8View) -> [UInt8] {
    fragment.starts(with: "#!".utf8) && fragment.count > 3 ? Array(fragment) : []
}

/// One way to write each octet (RFC 3986, 6.2.2): unreserved ones as they are, the others with upper-case digits.
private func canonicalEscapes(_ text: Substring.UTF8View) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
        let byte = text[index]
        text.formIndex(after: &index)
        if byte == percent, let octet = hexadecimal(text[index...].prefix(2)) {
            if isUnreserved(octet) { result.append(octet) } else { appendEscaped(octet, to: &result) }
            text.formIndex(&index, offsetBy: 2)
        } else if byte < 0x80, byte > 0x20 {
            result.append(byte)
        } else {
            appendEscaped(byte, to: &result)
        }
    }
    return result
}

private func appendEscaped(_ octet: UInt8, to result: inout [UInt8]) {
    result.append(percent)
    for digit in [octet >> 4, octet & 15] {
        result.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
}

private func hexadecimal(_ digits: Substring.UTF8View.SubSequence) -> UInt8? {
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

/// The ASCII letter in lower case, any other byte as it is.
func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}

private func sameLetter(_ left: UInt8, _ right: UInt8) -> Bool {
    lowercased(left) == lowercased(right)
}

/// Without blanks and control characters at both ends: publishers break lines inside `<link>` and `<guid>`.
func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    guard let first = text.firstIndex(where: { $0 > 0x20 }), let last = text.lastIndex(where: { $0 > 0x20 }) else {
        return text.prefix(0)
    }
    return text[first...last]
}

extension [UInt8] {
    fileprivate func ends(with suffix: String) -> Bool {
        count > suffix.utf8.count && self[(count - suffix.utf8.count)...].elementsEqual(suffix.utf8)
    }
}

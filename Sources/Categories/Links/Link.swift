/// An address cut into the parts that can name a section. Nothing is checked: addresses in feeds are what they are.
struct Link {
    /// Host labels before the name that was registered: `sport` in `sport.news.example`.
    var subdomains: ArraySlice<Substring>
    /// The registered name without its ending: `news` in `sport.news.co.uk`.
    var site: Substring
    /// What the host ends in: `uk` in `sport.news.co.uk`.
    var ending: Substring
    /// Path parts, percent-decoded, empty ones left out.
    var segments: [Substring]
    /// What follows `?`, without the fragment.
    var query: Substring

    /// More path parts than any publisher uses for sections.
    private static let mostSegments = 16
    /// Longer addresses are tracking, not sections.
    private static let longestAddress = 4_096

    /// The parts of an absolute address; nil when there is no host, or when it is absurdly long.
    init?(_ address: Substring) {
        let bytes = address.utf8
        guard bytes.count <= Link.longestAddress, let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            return nil
        }
        let afterScheme = bytes[colon...].dropFirst()
        guard afterScheme.starts(with: [UInt8(ascii: "/"), UInt8(ascii: "/")]) else { return nil }
        let rest = afterScheme.dropFirst(2).prefix { $0 != UInt8(ascii: "#") }
        let hostEnd = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        let labels = Link.labels(of: rest[..<hostEnd])
        guard let last = labels.last, !last.isEmpty else { return nil }
        let registered = Link.registeredName(labels)
        site = labels[registered]
        ending = last
        subdomains = labels[..<registered]
        let queryStart = rest[hostEnd...].firstIndex(of: UInt8(ascii: "?"))
        query = Substring(queryStart.map { rest[$0...].dropFirst() } ?? rest.suffix(0))
        segments = rest[hostEnd..<(queryStart ?? rest.endIndex)]
            .split(separator: UInt8(ascii: "/"), maxSplits: Link.mostSegments)
            .prefix(Link.mostSegments)
            .map { percentDecoded(Substring($0)) }
    }

    /// The labels of the host, without credentials and port.
    private static func labels(of authority: Substring.UTF8View) -> [Substring] {
        let at = authority.lastIndex(of: UInt8(ascii: "@"))
        let host = (at.map { authority[$0...].dropFirst() } ?? authority).prefix { $0 != UInt8(ascii: ":") }
        return host.split(separator: UInt8(ascii: "."), maxSplits: 16).map { Substring($0) }
    }

    /// Index of the label that somebody registered: the one before the ending, which is `uk`, `com` or `co.uk`.
    /// The short second levels below country endings are few enough to do without the public suffix list.
    private static func registeredName(_ labels: [Substring]) -> Int {
        guard labels.count >= 3, labels[labels.count - 1].utf8.count == 2 else { return max(0, labels.count - 2) }
        return labels.count - (isSecondLevel(labels[labels.count - 2]) ? 3 : 2)
    }

    private static func isSecondLevel(_ label: Substring) -> Bool {
        switch label {
        case "co", "com", "org", "net", "gov", "gob", "gouv", "ac", "edu", "or", "ne", "go", "web", "gen", "info": true
        default: false
        }
    }
}

/// The text with `%XX` read as bytes of UTF-8; left as it is where that gives no text.
func percentDecoded(_ text: Substring) -> Substring {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "%"), let high = rest.first.flatMap(hexDigit),
            let low = rest.dropFirst().first.flatMap(hexDigit)
        else {
            bytes.append(byte)
            continue
        }
        bytes.append(high << 4 | low)
        rest.removeFirst(2)
    }
    return String(validating: bytes, as: UTF8.self).map { $0[...] } ?? text
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
}

internal import PlainText

/// What a body looks like, before anybody tries to read it.
public enum BodyKind: Sendable, Equatable {
    case empty
    case feed
    case feedList
    case webPage
    case json
    case otherXML(root: String)
    case binary(kind: String)
    case text

    /// Looks at the beginning of a body (64 KiB are plenty). Bytes in any encoding will do.
    public init(of body: UnsafeRawBufferPointer) {
        let evidence = EncodingEvidence(body: body, contentType: nil)
        let head = UnsafeRawBufferPointer(rebasing: body.prefix(65_536).dropFirst(evidence.markLength))
        guard let encoding = evidence.mark, encoding != .utf8 else {
            self.init(decoded: head, prolog: Prolog(head))
            return
        }
        var decoder = TextDecoder(encoding)
        var text = ByteBuffer()
        decoder.decode(head, isLast: false, into: &text)
        self.init(decoded: text.bytes, prolog: Prolog(text.bytes))
    }

    /// Looks at the beginning of a body.
    public init(of body: some Sequence<UInt8>) {
        self = Array(body.prefix(65_536)).withUnsafeBytes { BodyKind(of: $0) }
    }

    /// Elements at which a feed may begin; RSS was also sent from its channel on.
    private static let feedRoots: Set<String> = ["rss", "feed", "rdf", "channel", "item", "entry", "items", "entries"]

    /// Judges UTF-8 whose prolog was read.
    init(decoded body: UnsafeRawBufferPointer, prolog: Prolog) {
        let start = body.trimmed
        guard let first = start.first else {
            self = .empty
            return
        }
        if let kind = BodyKind.binaryKind(of: start) {
            self = .binary(kind: kind)
        } else if prolog.root == nil || prolog.rootName == "html" || prolog.rootName == "body" {
            let isPage =
                prolog.strayMarkup != nil || prolog.root != nil || start.hasIgnoringCase("<!doctype html", at: 0)
            self = isPage ? .webPage : first == 0x7b || first == 0x5b ? .json : .text
        } else if first == 0x7b || (first == 0x5b && !BodyKind.feedRoots.contains(prolog.rootName)) {
            self = .json
        } else if BodyKind.feedRoots.contains(prolog.rootName) {
            self = .feed
        } else if prolog.rootName == "opml" {
            self = .feedList
        } else if first == 0x3c {
            self = prolog.rootName == "head" ? .webPage : .otherXML(root: prolog.rootName)
        } else {
            self = .text
        }
    }

    private static func binaryKind(of start: UnsafeRawBufferPointer) -> String? {
        let kinds: [(StaticString, String)] = [
            ("%PDF-", "a PDF document"), ("PK\u{3}\u{4}", "a zip archive"), ("GIF8", "a picture"),
            ("<svg", "a picture"), ("OggS", "a sound file"), ("ID3", "a sound file"), ("BZh", "compressed data"),
        ]
        if let kind = kinds.first(where: { start.has($0.0, at: 0) }) { return kind.1 }
        let head = Array(start.prefix(4))
        if head.starts(with: [0x1f, 0x8b]) { return "compressed data (gzip)" }
        if head.starts(with: [0x89, 0x50, 0x4e, 0x47]) || head.starts(with: [0xff, 0xd8, 0xff]) { return "a picture" }
        if head == [0x28, 0xb5, 0x2f, 0xfd] { return "compressed data (zstd)" }
        return nil
    }
}

extension BodyKind {
    /// The error for a body of this kind where a feed is wanted.
    func feedError(of body: UnsafeRawBufferPointer) -> FeedError? {
        switch self {
        case .feed: nil
        case .empty: .empty
        case .feedList: .feedList
        case .webPage: webPageError(body)
        case .json: .json(isJSONFeed: body.position(of: "jsonfeed.org/version", from: 0) != nil)
        case .otherXML(let root): .otherXML(root: root)
        case .binary(let kind): .binary(kind: kind)
        case .text: .text(start: BodyKind.firstLine(of: body))
        }
    }

    private func webPageError(_ body: UnsafeRawBufferPointer) -> FeedError {
        let head = UnsafeRawBufferPointer(rebasing: body.prefix(262_144))
        let asksForPassword = [StaticString("type=\"password\""), "type='password'", "type=password"].contains {
            head.position(of: $0, from: 0) != nil
        }
        let title = pageTitle(head)
        return asksForPassword ? .loginPage(title: title) : .webPage(title: title)
    }

    private func pageTitle(_ page: UnsafeRawBufferPointer) -> String? {
        guard let open = page.position(of: "<title", from: 0) ?? page.position(of: "<TITLE", from: 0),
            let start = page.position(of: 0x3e, from: open).map({ $0 + 1 }),
            let end = page.position(of: 0x3c, from: start)
        else { return nil }
        let title = line(of: UnsafeRawBufferPointer(rebasing: page[start..<end]).text, form: .html, limit: 120)
        return title.isEmpty ? nil : title
    }

    /// The beginning of a body, fit to be shown.
    static func firstLine(of body: UnsafeRawBufferPointer) -> String {
        line(of: UnsafeRawBufferPointer(rebasing: body.trimmed.prefix(400)).text, form: .plain, limit: 60)
    }
}

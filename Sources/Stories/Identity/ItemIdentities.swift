public import News

/// What an item is recognised by.
public enum IdentityKind: String, Sendable, Hashable {
    /// `guid`, Atom `id` or `rdf:about`.
    case id
    /// The canonical link.
    case link
    /// The normalised title.
    case title
}

/// The identities of one item, as digests.
///
/// An id that is an address, a `urn:` or a `tag:` means the same everywhere. Any other id (`4711`) is only unique within
/// its feed, so its digest holds the feed; that two feeds of one publisher carry the same entry shows in `idWithTitle`.
/// An item without id and link is recognised by its text alone: then that is its id.
public struct ItemIdentities: Sendable, Hashable {
    /// The id, by the rules above.
    public var id: IdentityDigest?
    /// A feed's own id together with the title; nil for ids that mean the same everywhere.
    public var idWithTitle: IdentityDigest?
    /// The canonical link; nil for front pages, which identify nothing.
    public var link: IdentityDigest?
    /// The normalised title; within its feed only, if it is too short to mean the same story elsewhere.
    public var title: IdentityDigest?
    /// The words of the title.
    public var words: TitleWords

    /// Identities from stored digests.
    public init(
        id: IdentityDigest? = nil, idWithTitle: IdentityDigest? = nil, link: IdentityDigest? = nil,
        title: IdentityDigest? = nil, words: TitleWords = TitleWords(hashes: [])
    ) {
        self.id = id
        self.idWithTitle = idWithTitle
        self.link = link
        self.title = title
        self.words = words
    }

    /// All of them, each once.
    public var all: [IdentityDigest] {
        var seen: Set<IdentityDigest> = []
        return [id, idWithTitle, link, title].compactMap { $0 }.filter { seen.insert($0).inserted }
    }

    /// The identities of an item that feed `scope` carries.
    public init(of item: Item, scope: String) {
        let title = FoldedTitle(item.title)
        let link = item.link.flatMap(CanonicalLink.init).flatMap { $0.isFrontPage ? nil : $0.text }
        words = TitleWords(title)
        self.link = link.map { IdentityDigest.of("link", $0) }
        if !title.text.isEmpty {
            self.title =
                title.tellsAcrossFeeds
                ? IdentityDigest.of("title", title.text) : IdentityDigest.of("title in feed", scope, title.text)
        }
        switch WrittenID(item.id) {
        case .universal(let text):
            id = IdentityDigest.of("id", text)
        case .ofFeed(let text):
            id = IdentityDigest.of("id in feed", scope, text)
            idWithTitle = title.text.isEmpty ? nil : IdentityDigest.of("id with title", text, title.text)
        case nil where link == nil:
            let text = title.text.isEmpty ? FoldedTitle(item.summary?.source ?? "").text : title.text
            id = text.isEmpty ? nil : IdentityDigest.of("text in feed", scope, text)
        case nil:
            break
        }
    }
}

/// The id of an item by how far it reaches.
enum WrittenID {
    /// The same in every feed: an address, `urn:` or `tag:`.
    case universal(String)
    /// Unique within its feed.
    case ofFeed(String)

    init?(_ id: String?) {
        guard let id else { return nil }
        var rest = trimmed(id.utf8[...])
        guard !rest.isEmpty else { return nil }
        let text = String(decoding: rest, as: UTF8.self)
        if let scheme = WebScheme(removingFrom: &rest) {
            // Only what changes when a site moves to https; an id may differ from another by its fragment alone.
            let authorityEnd = rest.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? rest.endIndex
            let host = canonicalHost(rest[..<authorityEnd], scheme: scheme) ?? []
            self = .universal(String(decoding: host + rest[authorityEnd...], as: UTF8.self))
        } else if ["urn:", "tag:"].contains(text.prefix(4).lowercased()) || text.contains("://") {
            self = .universal(text)
        } else {
            self = .ofFeed(text)
        }
    }
}

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
        var all: [IdentityDigest] = []
        all.reserveCapacity(4)
        forEach { all.append($0) }
        return all
    }

    /// Calls `body` with each of them, once. They are of different kinds, so that no two are equal.
    public func forEach(_ body: (IdentityDigest) -> Void) {
        if let id { body(id) }
        if let idWithTitle { body(idWithTitle) }
        if let link { body(link) }
        if let title { body(title) }
    }

    /// The identities of an item that feed `scope` carries.
    public init(of item: Item, scope: String) {
        var maker = IdentityMaker(scope: scope)
        self = maker.identities(of: item)
    }
}

/// Makes the identities of the items of one feed.
struct IdentityMaker {
    private let scope: [UInt8]
    private var digest = DigestMaker()

    init(scope: String) {
        self.scope = Array(scope.utf8)
    }

    mutating func identities(of item: Item) -> ItemIdentities {
        let title = FoldedTitle(item.title)
        let link = item.link.flatMap(CanonicalLink.init).flatMap { $0.isFrontPage ? nil : $0.bytes }
        var identities = ItemIdentities(words: TitleWords(title))
        if let link {
            digest.begin("link")
            digest.add(link)
            identities.link = digest.finish()
        }
        if !title.text.isEmpty {
            let isWide = title.tellsAcrossFeeds
            digest.begin(isWide ? "title" : "title in feed")
            if !isWide { digest.add(scope) }
            identities.title = finish(title)
        }
        switch item.id.flatMap(WrittenID.init) {
        case .universal(let text):
            digest.begin("id")
            digest.add(text)
            identities.id = digest.finish()
        case .ofFeed(let text):
            digest.begin("id in feed")
            digest.add(scope)
            digest.add(text)
            identities.id = digest.finish()
            guard !title.text.isEmpty else { break }
            digest.begin("id with title")
            digest.add(text)
            identities.idWithTitle = finish(title)
        case nil where link == nil:
            let text = title.text.isEmpty ? FoldedTitle(item.summary?.source ?? "") : title
            guard !text.text.isEmpty else { break }
            digest.begin("text in feed")
            digest.add(scope)
            identities.id = finish(text)
        case nil:
            break
        }
        return identities
    }

    private mutating func finish(_ title: FoldedTitle) -> IdentityDigest {
        digest.add(title.text)
        return digest.finish()
    }
}

/// The id of an item by how far it reaches.
enum WrittenID {
    /// The same in every feed: an address, `urn:` or `tag:`.
    case universal([UInt8])
    /// Unique within its feed.
    case ofFeed([UInt8])

    init?(_ id: String) {
        guard let written = id.withBytes({ writtenID($0[...]) }) else { return nil }
        self = written
    }
}

private func writtenID(_ id: Bytes) -> WrittenID? {
    var rest = trimmed(id)
    guard !rest.isEmpty else { return nil }
    let text = rest
    if let scheme = WebScheme(removingFrom: &rest) {
        // Only what changes when a site moves to https; an id may differ from another by its fragment alone.
        let authorityEnd = rest.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? rest.endIndex
        let host = canonicalHost(rest[..<authorityEnd], scheme: scheme, room: rest.count) ?? []
        return .universal(host + rest[authorityEnd...])
    }
    let start = text.prefix(4).map(lowercased)
    if start.elementsEqual("urn:".utf8) || start.elementsEqual("tag:".utf8) || hasSchemeMark(text) {
        return .universal(Array(text))
    }
    return .ofFeed(Array(text))
}

/// Whether there is `://` anywhere.
private func hasSchemeMark(_ text: Bytes) -> Bool {
    var rest = text
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
        rest = rest[(colon + 1)...]
        if rest.starts(with: "//".utf8) { return true }
    }
    return false
}

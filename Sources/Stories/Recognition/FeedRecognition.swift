public import News

/// A feed read in this run, with what the ledger knew about it: which items are unchanged, and what identifies the rest.
public struct FeedRecognition: Sendable {
    /// An item and how it stands to the last reading.
    public struct RecognisedItem: Sendable {
        /// The item as read.
        public var item: Item
        /// Its fingerprint.
        public var fingerprint: ItemFingerprint
        /// Whether it was there before.
        public var sight: Sight
    }

    /// How an item stands to the last reading of its feed.
    public enum Sight: Sendable {
        /// It was there, and says the same.
        case unchanged(PresentItem)
        /// It is new or changed: its identities tell whether it is known.
        case changed(ItemIdentities)
        /// The same document has it already, word for word, at that place.
        case duplicate(of: Int)
    }

    /// The feed as the list names it.
    public let feed: Feed
    /// How people know the feed: its name in the list, else its own title, else its address.
    public let source: String
    /// The language of items that name none.
    public let language: String?
    /// What the ledger knows about the feed; nil at first sight.
    public let known: KnownFeed?
    /// The feed that permanently redirected to this address before the list named it.
    public let movedFrom: FeedID?
    /// The items in document order.
    public let items: [RecognisedItem]
    /// The document was cut off.
    public let isTruncated: Bool
    /// The digest of the whole content.
    public let content: IdentityDigest
    /// Whether the content is the same as at the last reading, so that the items were not even looked at.
    public let isUnchanged: Bool

    /// What the ledger must be asked about this feed's items.
    public var questions: [IdentityDigest] {
        var questions: [IdentityDigest] = []
        for case .changed(let identities) in items.lazy.map(\.sight) { identities.forEach { questions.append($0) } }
        return questions
    }

    /// Compares a reading with what the ledger knows about its feed.
    public init(_ reading: FeedReading, known: KnownFeed?, movedFrom: FeedID? = nil) {
        feed = reading.feed
        source = reading.feed.title ?? (reading.title.isEmpty ? reading.feed.name : reading.title)
        language = reading.language
        self.known = known
        self.movedFrom = movedFrom
        isTruncated = reading.isTruncated
        content = reading.content
        isUnchanged = false
        var maker = IdentityMaker(scope: reading.feed.name)
        var places: [ItemFingerprint: Int] = [:]
        places.reserveCapacity(reading.items.count)
        var recognised: [RecognisedItem] = []
        recognised.reserveCapacity(reading.items.count)
        for (place, (item, fingerprint)) in zip(reading.items, reading.fingerprints).enumerated() {
            let sight: Sight
            if let first = places.updateIfMissing(fingerprint, place) {
                sight = .duplicate(of: first)
            } else if let present = known?.present[fingerprint] {
                sight = .unchanged(present)
            } else {
                sight = .changed(maker.identities(of: item))
            }
            recognised.append(RecognisedItem(item: item, fingerprint: fingerprint, sight: sight))
        }
        items = recognised
    }

    /// A feed that answered that nothing changed, was not asked, or whose content is the same as before: it counts with
    /// what it said last, and what was in it need not be asked for.
    public init(unchanged feed: Feed, id: FeedID, content: IdentityDigest) {
        self.init(unchanged: feed, known: KnownFeed(id: id), content: content)
    }

    /// The same for a feed whose items were asked for.
    public init(unchanged feed: Feed, known: KnownFeed, content: IdentityDigest) {
        self.feed = feed
        source = feed.displayName
        language = feed.language
        self.known = known
        movedFrom = nil
        items = []
        isTruncated = false
        self.content = content
        isUnchanged = true
    }
}

public import News

/// Id, link and title of an item as they were written, as 64 bits of SHA-256. Within its feed it tells whether an item
/// is unchanged, which spares the ledger all further questions about it.
public struct ItemFingerprint: Sendable, Hashable {
    /// The bits.
    public var bits: UInt64
    /// A fingerprint from stored bits.
    public init(bits: UInt64) { self.bits = bits }
}

/// A feed as it was read in this run, before the ledger was asked about it.
public struct FeedReading: Sendable {
    /// The feed as the list names it.
    public var feed: Feed
    /// The feed's own title; empty when it has none.
    public var title: String
    /// The language of items that name none: the feed's own, else the list's.
    public var language: String?
    /// The items in document order.
    public var items: [Item]
    /// The document was cut off: what is missing at its end is not gone.
    public var isTruncated: Bool
    /// The fingerprints of the items.
    public let fingerprints: [ItemFingerprint]
    /// The digest of all fingerprints: equal to the last one, the feed says nothing new and need not be looked into.
    public let content: IdentityDigest

    /// The reading of a document.
    public init(feed: Feed, document: FeedDocument) {
        self.feed = feed
        title = document.title
        language = document.language ?? feed.language
        items = document.items
        isTruncated = document.isTruncated
        var maker = DigestMaker()
        fingerprints = document.items.map { item in
            maker.begin("item")
            maker.add(item.id ?? "")
            maker.add(item.link ?? "")
            maker.add(item.title)
            return ItemFingerprint(bits: maker.finish().high)
        }
        content = IdentityDigest.of(fingerprints.map(\.bits))
    }
}

public import News

/// An item that the ledger recognises by one of its identities.
public struct KnownItem: Sendable, Hashable {
    /// Its row.
    public var id: ItemID
    /// The feed it was read from.
    public var feed: FeedID
    /// Its story; nil for an item that was adopted at the first sight of its feed, without a story of its own.
    public var story: StoryID?
    /// The state of that story.
    public var state: StoryState?
    /// The categories of that story.
    public var categories: [Category]
    /// BCP 47 tag of that story.
    public var language: String?
    /// When it was first seen in this feed.
    public var firstSeen: Instant
    /// The words of its title.
    public var words: TitleWords
    /// Whether it was in its feed when that was last read.
    public var isPresent: Bool

    /// An item from its parts.
    public init(
        id: ItemID, feed: FeedID, story: StoryID? = nil, state: StoryState? = nil, categories: [Category] = [],
        language: String? = nil, firstSeen: Instant, words: TitleWords = TitleWords(hashes: []), isPresent: Bool = true
    ) {
        self.id = id
        self.feed = feed
        self.story = story
        self.state = state
        self.categories = categories
        self.language = language
        self.firstSeen = firstSeen
        self.words = words
        self.isPresent = isPresent
    }
}

/// An item that was in a feed when it was last read.
public struct PresentItem: Sendable, Hashable {
    /// Its row.
    public var id: ItemID
    /// Its story; nil for an adopted item.
    public var story: StoryID?
    /// The state of that story.
    public var state: StoryState?
    /// When it was first seen in this feed.
    public var firstSeen: Instant

    /// An item from its parts.
    public init(id: ItemID, story: StoryID? = nil, state: StoryState? = nil, firstSeen: Instant) {
        self.id = id
        self.story = story
        self.state = state
        self.firstSeen = firstSeen
    }
}

/// What the ledger knows about a feed that was read before.
public struct KnownFeed: Sendable, Hashable {
    /// Its row.
    public var id: FeedID
    /// When it was first read; nil where that does not matter.
    public var firstSeen: Instant?
    /// What was in it when it was last read, by fingerprint.
    public var present: [ItemFingerprint: PresentItem]

    /// A feed from its parts.
    public init(id: FeedID, firstSeen: Instant? = nil, present: [ItemFingerprint: PresentItem] = [:]) {
        self.id = id
        self.firstSeen = firstSeen
        self.present = present
    }
}

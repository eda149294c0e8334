public import News

/// A story that may still be announced, as the ledger knows it.
public struct KnownStory: Sendable, Hashable {
    /// Its row.
    public var id: StoryID
    /// ``StoryState/open``, ``StoryState/waiting`` or ``StoryState/withdrawn``.
    public var state: StoryState
    /// What people read about it.
    public var content: StoryContent
    /// Where it belongs, the surest category first; empty while no category is known.
    public var categories: [Category]
    /// The categories in which it was claimed by a notification that was accepted, is unknown, or is under way.
    public var claimed: Set<Category>
    /// When it was first seen in any feed.
    public var firstSeen: Instant
    /// Since when its age counts.
    public var agesFrom: Instant
    /// The item whose title and link it bears.
    public var leadItem: ItemID?
    /// A rule of the newsroom called it urgent when it was mapped.
    public var isUrgent: Bool
    /// The feeds that carry it and did not withdraw it.
    public var carriers: Set<FeedID>

    /// A story from its parts.
    public init(
        id: StoryID, state: StoryState = .open, content: StoryContent, categories: [Category] = [],
        claimed: Set<Category> = [], firstSeen: Instant, agesFrom: Instant, leadItem: ItemID? = nil,
        isUrgent: Bool = false, carriers: Set<FeedID> = []
    ) {
        self.id = id
        self.state = state
        self.content = content
        self.categories = categories
        self.claimed = claimed
        self.firstSeen = firstSeen
        self.agesFrom = agesFrom
        self.leadItem = leadItem
        self.isUrgent = isUrgent
        self.carriers = carriers
    }
}

/// What people read about a story.
public struct StoryContent: Sendable, Hashable {
    /// The headline.
    public var title: String
    /// The address of the article.
    public var link: String?
    /// BCP 47 tag: the item's own, else its feed's.
    public var language: String?
    /// When it was published, by its feed's word at first sight.
    public var published: Instant?
    /// The name of the feed it was first seen in, as people know it.
    public var source: String

    /// Content from its parts.
    public init(
        title: String, link: String? = nil, language: String? = nil, published: Instant? = nil, source: String = ""
    ) {
        self.title = title
        self.link = link
        self.language = language
        self.published = published
        self.source = source
    }
}

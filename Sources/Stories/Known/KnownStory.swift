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
    /// What the newsroom's rules said of its items.
    public var marks: StoryMarks
    /// The feeds that carry it and did not withdraw it.
    public var carriers: Set<FeedID>

    /// A story from its parts.
    public init(
        id: StoryID, state: StoryState = .open, content: StoryContent, categories: [Category] = [],
        claimed: Set<Category> = [], firstSeen: Instant, agesFrom: Instant, leadItem: ItemID? = nil,
        marks: StoryMarks = StoryMarks(), carriers: Set<FeedID> = []
    ) {
        self.id = id
        self.state = state
        self.content = content
        self.categories = categories
        self.claimed = claimed
        self.firstSeen = firstSeen
        self.agesFrom = agesFrom
        self.leadItem = leadItem
        self.marks = marks
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

/// What the newsroom's rules say of a story, by category, whatever categories it has. What they once said of one of its
/// items stays, also when the rules change: it was told under those.
public struct StoryMarks: Sendable, Hashable {
    /// An item matched the rules for what is breaking.
    public var breaking: Set<Category>
    /// An item matched the rules for what is urgent.
    public var urgent: Set<Category>
    /// By the rules of its last judging it was not to be sent: no match, or too few feeds.
    public var unfit: Set<Category>

    /// Marks from their parts.
    public init(breaking: Set<Category> = [], urgent: Set<Category> = [], unfit: Set<Category> = []) {
        self.breaking = breaking
        self.urgent = urgent
        self.unfit = unfit
    }
}

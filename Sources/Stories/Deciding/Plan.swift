public import News

/// What one run decided: for each item read why it is in or out, for each pending story what becomes of it, for each
/// category what is announced. Preview and broadcast read the same plan.
public struct Plan: Sendable {
    /// The news time of the run.
    public var now: Instant
    /// The feeds in the order in which they were given.
    public var feeds: [FeedPlan] = []
    /// The stories of this run: those pending before it and the new ones.
    public var stories: [PlannedStory] = []
    /// What goes out, in the order of the categories; at most one for each, or for each language of one.
    public var bulletins: [PlannedBulletin] = []
    /// Adopted items of other feeds that turned out to belong to a story of this run.
    public var attachments: [Attachment] = []

    /// A plan that decides nothing: a run in which no feed could be read.
    public init(now: Instant) {
        self.now = now
    }

    /// Stories that were held back before and are now too old: they expire unsent.
    public var expiredUnsent: [PlannedStory] {
        stories.filter { $0.state == .expired && $0.wasWaiting }
    }

    /// Known stories that a changed rule would have sent, and that are adopted instead.
    public var adoptedByChange: [PlannedStory] {
        stories.filter { $0.isAdoptedByChange }
    }

    /// Stories that their feeds took back before they were announced.
    public var withdrawn: [PlannedStory] {
        stories.filter { $0.state == .withdrawn && $0.isChanged }
    }
}

/// A story before or after it has a row.
public enum StoryReference: Sendable, Hashable {
    /// It is in the ledger.
    case known(StoryID)
    /// It is new in this plan: its place in ``Plan/stories``.
    case new(Int)
}

/// An adopted item joins a story.
public struct Attachment: Sendable, Hashable {
    /// The item.
    public var item: ItemID
    /// Its story.
    public var story: StoryReference
}

/// The stories of one category's bulletin.
public struct PlannedBulletin: Sendable, Hashable {
    /// The category.
    public var category: Category
    /// The language that it is for alone; nil where one notification is for all that are spoken.
    public var language: LanguageTag?
    /// Places in ``Plan/stories``, the lead first: the story that most feeds carry, then the newest. Those of one language
    /// stand together, in the order of the languages, each with its own lead.
    public var stories: [Int]

    /// A bulletin from its parts.
    public init(category: Category, language: LanguageTag? = nil, stories: [Int]) {
        self.category = category
        self.language = language
        self.stories = stories
    }
}

/// A story that may be announced, and what this run makes of it.
public struct PlannedStory: Sendable, Hashable {
    /// What one category does with it.
    public enum Standing: Sendable, Hashable {
        /// It leads the bulletin, or what that says in its language.
        case lead
        /// It is one of the further stories of the bulletin.
        case further
        /// It is not announced there in this run.
        case out(Reason)
    }

    /// Its row, or that it is new.
    public var reference: StoryReference
    /// What people read about it.
    public var content: StoryContent
    /// Where it belongs; empty while no category is known.
    public var categories: [Category]
    /// Why it belongs there, for stories mapped in this run.
    public var mapping: Mapping?
    /// The language of the newsroom that it is told in; nil when all count as one, and for one in another language.
    public var language: LanguageTag?
    /// When it was first seen.
    public var firstSeen: Instant
    /// Since when its age counts.
    public var agesFrom: Instant
    /// How many feeds carry it.
    public var carriers: Int
    /// What the newsroom's rules say of its items.
    public var marks = StoryMarks()
    /// What each of its categories does with it; empty when ``reason`` holds for all.
    public var standings: [Category: Standing] = [:]
    /// Why it is out everywhere.
    public var reason: Reason?
    /// Its state after this run's deciding.
    public var state: StoryState
    /// A changed rule alone would have sent it in one of its categories.
    public var isAdoptedByChange = false
    /// It was held back before this run.
    public var wasWaiting: Bool
    /// The ledger must write it: it is new, or its state, content or categories changed.
    public var isChanged: Bool

    /// A story from its parts.
    public init(
        reference: StoryReference, content: StoryContent, categories: [Category], mapping: Mapping? = nil,
        firstSeen: Instant, agesFrom: Instant, carriers: Int, marks: StoryMarks = StoryMarks(),
        state: StoryState = .open,
        wasWaiting: Bool = false, isChanged: Bool = false
    ) {
        self.reference = reference
        self.content = content
        self.categories = categories
        self.mapping = mapping
        self.firstSeen = firstSeen
        self.agesFrom = agesFrom
        self.carriers = carriers
        self.marks = marks
        self.state = state
        self.wasWaiting = wasWaiting
        self.isChanged = isChanged
    }
}

/// What one run makes of one feed.
public struct FeedPlan: Sendable {
    /// The feed as the list names it.
    public var feed: Feed
    /// Its row; nil at first sight.
    public var id: FeedID?
    /// How it was taken.
    public var standing: FeedStanding
    /// The digest of its content.
    public var content: IdentityDigest
    /// The content is the same as at the last reading.
    public var isUnchanged: Bool
    /// The items as read; empty when unchanged.
    public var items: [Item] = []
    /// What becomes of each item, in the same order.
    public var verdicts: [ItemVerdict] = []
    /// What an operator should hear about it.
    public var notes: [FeedNote] = []
    /// Items to remember.
    public var newItems: [NewItem] = []
    /// Known items that changed.
    public var changedItems: [ChangedItem] = []
    /// Items that were in the feed before and are not any more.
    public var vanished: [ItemID] = []
    /// Those of them that the feed took back while older items stayed.
    public var withdrawn: [ItemID] = []
}

/// What becomes of an item.
public enum ItemVerdict: Sendable, Hashable {
    /// It is the item of a story of this run: its place in ``Plan/stories``.
    case story(Int)
    /// A story of this run has it, told by another item.
    case sameStory(Int)
    /// It is out.
    case out(Reason)
}

/// An item that the ledger must remember.
public struct NewItem: Sendable, Hashable {
    /// Its fingerprint.
    public var fingerprint: ItemFingerprint
    /// What it will be recognised by.
    public var identities: ItemIdentities
    /// Its story; nil for an adopted one.
    public var story: StoryReference?
    /// The story bears its title and link.
    public var isLead: Bool
}

/// A known item that says something else than before, or came back.
public struct ChangedItem: Sendable, Hashable {
    /// Its row.
    public var id: ItemID
    /// Its new fingerprint.
    public var fingerprint: ItemFingerprint
    /// Identities it did not have before.
    public var learned: [IdentityDigest]
}

/// How a feed is taken.
public enum FeedStanding: Sendable, Hashable {
    /// It was read before.
    case known
    /// It was never seen: its items are adopted.
    case firstSight
    /// It is another address of that feed, and takes over what is known about it.
    case inherits(FeedID)
    /// It was read before, but nearly all its items are unknown and the old ones are gone: it is adopted again.
    case migrated
}

/// Something about a feed that an operator should hear.
public enum FeedNote: Sendable, Hashable {
    /// Adopted at first sight: so many items.
    case adopted(items: Int)
    /// Adopted again, as the feed looks migrated: so many items.
    case migrated(items: Int)
    /// So many known items came back under other ids.
    case identifiersChanged(items: Int)
    /// An id came back with another article.
    case idReused(title: String)
    /// It took over what was known about that feed.
    case inherited(FeedID)
}

extension FeedNote: CustomStringConvertible {
    /// The note in words, without the name of the feed.
    public var description: String {
        switch self {
        case .adopted(let items): "first seen: its \(items) items are taken as known"
        case .migrated(let items):
            "looks migrated: nearly all ids and links are new; \(items) items are taken as known"
        case .identifiersChanged(let items):
            "looks migrated: \(items) known items came with changed identifiers and stay known"
        case .idReused(let title): "reuses the id of an earlier article for a new one: \(title)"
        case .inherited: "is a known feed under a new address: what was known stays known"
        }
    }
}

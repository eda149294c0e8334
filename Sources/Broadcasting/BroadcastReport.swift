public import News
public import NotificationHub

/// What a broadcast came to.
public struct BroadcastReport: Sendable {
    /// What became of one notification.
    public enum Outcome: Sendable, Hashable {
        /// The hub took it in.
        case accepted(NotificationReceipt)
        /// The hub surely did not.
        case refused(HubRefusal)
        /// Nobody knows.
        case unknown(UnknownOutcome)
        /// Not tried: an earlier refusal holds for all.
        case held
        /// It cannot even be made.
        case impossible(NotificationError)
    }

    /// How many feeds there were.
    public var feeds = 0
    /// How many of them were read.
    public var feedsRead = 0
    /// How many were given up, as the run was stopped or ran out of time.
    public var feedsAbandoned = 0
    /// Those that were not.
    public var feedTroubles: [FeedTroubleReport] = []
    /// Feeds that moved for good, with their new addresses without credentials.
    public var movedFeeds: [(feed: Feed, address: String)] = []
    /// Outcomes by category, in the order in which they were sent, with the number of stories they were about.
    public var outcomes: [(category: Category, outcome: Outcome, stories: Int)] = []
    /// Items that were new to the ledger.
    public var newItems = 0
    /// Stories that were held back until they were too old, by category.
    public var expired: [Category: Int] = [:]
    /// How many feeds were seen for the first time in this run.
    public var adoptedFeeds = 0
    /// How many items of them are known without being announced.
    public var adoptedItems = 0
    /// How many open stories only a change of what counts as breaking would have sent; they are known now.
    public var adoptedByChange = 0
    /// Notifications of an earlier run whose process ended before their outcome was known.
    public var foundUnknown = 0
    /// Stories that the hub refuses whatever they are sent with; they are not tried again.
    public var parkedStories = 0
    /// The run was told to stop before it was done.
    public var wasCancelled = false

    /// A report of a run that read so many of so many feeds.
    public init(feeds: Int = 0, feedsRead: Int = 0) {
        self.feeds = feeds
        self.feedsRead = feedsRead
    }

    /// Whether some notification's outcome became unknown in this run.
    public var hasUnknown: Bool {
        foundUnknown > 0 || outcomes.contains { if case .unknown = $0.outcome { true } else { false } }
    }

    /// Whether the hub refused the key or its rights.
    public var keyWasRefused: Bool {
        refusals.contains { $0.concern == .key }
    }

    /// Whether the hub could not be reached, or refused everything it was asked.
    public var hubIsUnavailable: Bool {
        let accepted = outcomes.contains { if case .accepted = $0.outcome { true } else { false } }
        return !accepted && refusals.contains { $0.concern != .content }
    }

    /// Whether no feed could be read although there were some.
    public var noFeedWasRead: Bool { feeds > 0 && feedsRead == 0 }

    /// Whether something failed although the rest was done.
    public var isPartial: Bool {
        feedsRead < feeds || wasCancelled || parkedStories > 0
            || outcomes.contains { if case .accepted = $0.outcome { false } else { true } }
    }

    private var refusals: [HubRefusal] {
        outcomes.compactMap { if case .refused(let refusal) = $0.outcome { refusal } else { nil } }
    }
}

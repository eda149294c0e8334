public import News
public import Stories

/// A notification in the ledger.
public struct NotificationID: Sendable, Hashable, Comparable {
    /// The row's number; what people name in `resolve ID`.
    public var number: Int64
    /// The notification of that row.
    public init(_ number: Int64) { self.number = number }
    /// Earlier rows are smaller.
    public static func < (left: NotificationID, right: NotificationID) -> Bool { left.number < right.number }
}

/// A notification about to be sent.
public struct NotificationIntent: Sendable, Hashable {
    /// Who sends.
    public enum Origin: String, Sendable {
        /// A broadcast.
        case broadcast
        /// An editor, by hand.
        case send
    }

    /// Who sends.
    public var origin: Origin
    /// The categories it speaks for: they count for the caps, and its stories are claimed in each of them.
    public var categories: [Category]
    /// The only language it is for, by its tag; nil where it is for all.
    public var language: LanguageTag?
    /// The tag or tag expression it is addressed to.
    public var target: String
    /// What people read.
    public var message: String
    /// The template properties as JSON.
    public var properties: String
    /// `apns-collapse-id`.
    public var collapseID: String?
    /// Its stories, the lead first.
    public var stories: [StoryID]
    /// Its stories are claimed in all their own categories too: what an editor told by hand is told.
    public var claimsWholeStories: Bool
    /// The news time.
    public var at: Instant
    /// When the hub sends it, which keeps it until then; nil for at once.
    public var scheduledFor: Instant?

    /// An intent from its parts.
    public init(
        origin: Origin = .broadcast, categories: [Category], language: LanguageTag? = nil, target: String,
        message: String,
        properties: String = "{}", collapseID: String? = nil, stories: [StoryID], claimsWholeStories: Bool = false,
        at: Instant, scheduledFor: Instant? = nil
    ) {
        self.scheduledFor = scheduledFor
        self.origin = origin
        self.categories = categories
        self.language = language
        self.target = target
        self.message = message
        self.properties = properties
        self.collapseID = collapseID
        self.stories = stories
        self.claimsWholeStories = claimsWholeStories
        self.at = at
    }
}

/// What became of a notification.
public enum NotificationOutcome: Sendable, Hashable {
    /// The hub took it in; its id there, where it gave one.
    case accepted(hubID: String?)
    /// The hub surely did not take it in, for that reason.
    case notSent(reason: String)
    /// Nobody knows, for that reason.
    case unknown(reason: String)
    /// The hub had it for later and gave it back.
    case cancelled
}

/// A notification as recorded.
public struct NotificationRecord: Sendable, Hashable {
    /// Its row.
    public var id: NotificationID
    /// What was to be sent; its stories are those that it still claims.
    public var intent: NotificationIntent
    /// What became of it; nil while it is under way.
    public var outcome: NotificationOutcome?
    /// When that was recorded, in news time.
    public var settledAt: Instant?
    /// An editor said what became of it.
    public var isSettledByHand: Bool
    /// The state of its delivery in the hub's words, such as `NoTargetFound`; nil while nobody looked, or while it is not
    /// final.
    public var delivery: String?
    /// The run that made it; nil for one sent by hand.
    public var run: Int64?
}

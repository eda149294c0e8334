public import News

/// What asking one feed came to, for its record.
public struct FeedVisit: Sendable, Hashable {
    /// How it ended.
    public enum Outcome: Sendable, Hashable {
        /// It was read; the validators stand for the content that the plan takes in.
        case read(Validators)
        /// It said that nothing changed. Validators that came with it replace those kept.
        case notModified(Validators)
        /// It could not be read, for that reason (without credentials).
        case failed(String)
        /// It said that it is gone for good, in these words.
        case gone(String)
    }

    /// The feed.
    public var feed: Feed
    /// When it was asked, in news time.
    public var at: Instant
    /// How it ended.
    public var outcome: Outcome
    /// Its own title, where it was read.
    public var title: String?
    /// Not to be asked again before; nil leaves that open.
    public var askAfter: Instant?
    /// Seconds for which the document that was read says that it stays as it is.
    public var suggestedInterval: Int64?
    /// The address to which it redirected permanently, without credentials.
    public var movedTo: String?

    /// A visit from its parts.
    public init(
        feed: Feed, at: Instant, outcome: Outcome, title: String? = nil, askAfter: Instant? = nil,
        suggestedInterval: Int64? = nil, movedTo: String? = nil
    ) {
        self.feed = feed
        self.at = at
        self.outcome = outcome
        self.title = title
        self.askAfter = askAfter
        self.suggestedInterval = suggestedInterval
        self.movedTo = movedTo
    }
}

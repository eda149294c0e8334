public import News

/// What earlier runs know about asking a feed.
public struct AskingHistory: Sendable, Hashable {
    /// When it was last asked.
    public var lastAsked: Instant?
    /// Not to be asked before.
    public var askAfter: Instant?
    /// Failures in a row.
    public var failures: Int
    /// Seconds for which the feed's last document said that it stays as it is; an answer without one (304) says nothing
    /// new about it.
    public var suggestedInterval: Int64?
    /// It said that it is gone for good (410).
    public var isGone: Bool

    /// A history from its parts; without any the feed was never asked.
    public init(
        lastAsked: Instant? = nil, askAfter: Instant? = nil, failures: Int = 0, suggestedInterval: Int64? = nil,
        isGone: Bool = false
    ) {
        self.lastAsked = lastAsked
        self.askAfter = askAfter
        self.failures = failures
        self.suggestedInterval = suggestedInterval
        self.isGone = isGone
    }
}

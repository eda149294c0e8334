internal import Ledger
public import News

/// A feed that could not be read in this run.
public struct FeedTroubleReport: Sendable, Hashable {
    /// The feed.
    public var feed: Feed
    /// What happened, in one line that names the feed.
    public var reason: String
    /// How often in a row it had failed before.
    public var failuresBefore: Int
    /// Whether it was ever read: a feed that never was is told at once, as its address is probably wrong.
    public var wasEverRead: Bool

    /// Whether people should hear about it now: at the first failure of a feed that was never read, at the third in a
    /// row of any other.
    public var isDue: Bool { failuresBefore == (wasEverRead ? 2 : 0) }
}

extension FeedRecord {
    /// Whether people heard of the trouble that the feed is in.
    var troubleWasTold: Bool { failures >= 3 || goneSince != nil || (failures > 0 && firstSeen == nil) }
}

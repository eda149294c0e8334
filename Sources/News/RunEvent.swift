/// What the stages of a run tell while they work. They print nothing: the log of the executable is made of
/// these events.
public enum RunEvent: Sendable {
    /// A feed was read: its items, and whether the document was cut off.
    case feedRead(feed: Feed, items: Int, truncated: Bool)
    /// A feed answered that nothing changed.
    case feedNotModified(feed: Feed)
    /// A feed is gone for good (410).
    case feedGone(feed: Feed)
    /// A feed could not be fetched or read; the reason is a sentence that names the feed, without credentials. It is due
    /// when people should hear of it now: a feed that fails once in a while is nobody's business.
    case feedFailed(feed: Feed, reason: String, isDue: Bool)
    /// A feed that had failed is read again: after how many failures, the first of them when. It is due when people heard
    /// of the trouble.
    case feedRecovered(feed: Feed, failures: Int, since: Instant, isDue: Bool)
    /// A feed is not asked in this run and counts with what it said last; nil when it will not be asked again.
    case feedNotAsked(feed: Feed, until: Instant?)
    /// A feed answered from another address; permanent when every redirect on the way was (301, 308). It is due when that
    /// is news.
    case feedMoved(feed: Feed, address: String, permanent: Bool, isDue: Bool)
    /// A feed was seen for the first time, so its items are known without being announced.
    case feedAdopted(feed: Feed, items: Int)
    /// A notification is about to be sent.
    case sending(category: Category, message: String)
    /// The hub took a notification in.
    case sent(category: Category, message: String, stories: Int, notificationID: String?)
    /// The hub surely did not take a notification in; its stories stay pending.
    case notSent(category: Category, reason: String)
    /// Nobody can tell whether the hub took a notification in.
    case outcomeUnknown(category: Category, reason: String)
    /// Anything else worth a line under `-v`.
    case note(String)
    /// Something an operator should look at although the run goes on.
    case warning(String)
}

/// Where events go; called on the thread that drives the run.
public typealias RunEventSink = (RunEvent) -> Void

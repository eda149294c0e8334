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
    /// What came of asking a feed cost so many bytes, after content encodings were undone, and seconds.
    case feedFetched(feed: Feed, bytes: Int, seconds: Double)
    /// A run begins, the one of that number in the ledger.
    case runBegan(run: Int64, feeds: Int)
    /// It ends with that exit code after so many seconds.
    case runEnded(run: Int64, exitCode: Int32, seconds: Double)
    /// A notification is about to be sent; its number is that of the ledger.
    case sending(category: Category, message: String, number: Int64? = nil)
    /// The hub took a notification in, and gave it an id of its own.
    case sent(category: Category, message: String, stories: Int, notificationID: String?, number: Int64? = nil)
    /// The hub surely did not take a notification in; its stories stay pending. It is due when people should hear of it
    /// now: a hub that is down for a night is one trouble, not a hundred.
    case notSent(category: Category, reason: String, isDue: Bool = true, number: Int64? = nil)
    /// Nobody can tell whether the hub took a notification in.
    case outcomeUnknown(category: Category, reason: String, number: Int64? = nil)
    /// Something is wrong that may last for many runs. It is due when people should hear of it now.
    case trouble(String, isDue: Bool)
    /// A trouble that people heard of is over; since when it lasted.
    case troubleOver(String, since: Instant)
    /// Anything else worth a line under `-v`.
    case note(String)
    /// Something an operator should look at although the run goes on.
    case warning(String)
}

/// Where events go; called on the thread that drives the run.
public typealias RunEventSink = (RunEvent) -> Void

public import Ledger
public import News
public import Stories

/// What was sent, what waits and why, what is unknown, and how the broadcasts do: for people at the desk and for programs
/// that watch.
public struct History: Sendable {
    /// A notification with the stories it speaks of.
    public struct Notification: Sendable {
        /// What was to be sent, and what became of it.
        public var record: NotificationRecord
        /// Its stories; none for one that was not sent.
        public var stories: [StoryRecord]
        /// Whether the hub keeps it for later.
        public var isAhead: Bool
    }

    /// A story that may still go out.
    public struct Waiting: Sendable {
        /// Its row.
        public var id: StoryID
        /// What people read about it.
        public var content: StoryContent
        /// Where it belongs.
        public var categories: [Category]
        /// When it was first seen.
        public var firstSeen: Instant
        /// Why it did not go out yet; nil for a category in which nothing stands against it.
        public var reasons: [(category: Category?, reason: Reason?)]
    }

    /// The news time.
    public var now: Instant
    /// What is older is left out.
    public var since: Instant
    /// The notifications, the newest last; those whose outcome is unknown, however old.
    public var notifications: [Notification]
    /// The stories that wait, the newest last.
    public var waiting: [Waiting]
    /// The stories that ended unannounced, the newest last.
    public var unannounced: [StoryRecord]
    /// The broadcasts, the newest last.
    public var runs: [RunRecord]
    /// What is wrong for more than one run, beside feeds that cannot be read.
    public var troubles: [TroubleRecord]
    /// The pauses that hold.
    public var pauses: [Pause]
    /// Until when the hub asked not to be asked again.
    public var hubClosedUntil: Instant?
    /// The last broadcast.
    public var lastRun: LastRun?
    /// The feeds that could not be read when they were last asked.
    public var failingFeeds: [FeedRecord]
    /// How much the ledger holds.
    public var facts: LedgerFacts
}

extension History {
    /// Looks into a ledger. What waits is judged anew, by the rules that the next broadcast will have; nothing is written.
    public init(_ ledger: Ledger, since: Instant, at now: Instant, rules: DecidingRules) throws(LedgerError) {
        let feeds = try ledger.feeds()
        self.now = now
        self.since = since
        notifications = []
        for record in try ledger.notifications(since: since) {
            var stories: [StoryRecord] = []
            for story in record.intent.stories {
                if let found = try ledger.story(story) { stories.append(found) }
            }
            notifications.append(
                Notification(
                    record: record, stories: stories, isAhead: record.intent.scheduledFor.map { $0 > now } ?? false))
        }
        unannounced = try ledger.unannouncedStories(since: since)
        runs = try ledger.runs(since: since, until: now)
        troubles = try ledger.troubles()
        pauses = try ledger.pauses(at: now)
        hubClosedUntil = try ledger.hubClosedUntil(at: now)
        lastRun = try ledger.lastRun()
        failingFeeds = feeds.all.filter { $0.failures > 0 }
        facts = try ledger.facts()
        let input = DecidingInput(
            now: now, feeds: [], pending: try ledger.pendingStories(),
            recent: try ledger.recentBulletins(since: now.advanced(bySeconds: -rules.longestCap), at: now),
            listed: Set(feeds.all.filter { $0.lastAsked != nil }.map(\.id)),
            changedCategories: try ledger.changedCategories(rules), pauses: pauses)
        let plan = decide(input, rules: rules) { _, _ in Mapping() }
        waiting = plan.stories.compactMap(Waiting.init).sorted { ($0.firstSeen, $0.id) < ($1.firstSeen, $1.id) }
    }
}

extension History.Waiting {
    /// Nil for a story that does not wait for anything: it fits no category, or is claimed.
    fileprivate init?(_ story: PlannedStory) {
        guard case .known(let id) = story.reference else { return nil }
        self.init(
            id: id, content: story.content, categories: story.categories, firstSeen: story.firstSeen, reasons: [])
        switch story.reason {
        case .future: reasons = [(nil, story.reason)]
        case .stale where story.wasWaiting: reasons = [(nil, story.reason)]
        case .some: return nil
        case nil:
            for category in story.categories {
                let reason = story.standings[category]?.reason
                switch reason {
                case .claimed, .language: continue
                case .stale where !story.wasWaiting: continue
                default: break
                }
                reasons.append((category, reason))
            }
        }
        if reasons.isEmpty { return nil }
    }
}

extension Reason {
    /// One word for programs, as in previews.
    public var verdict: String { word }
}

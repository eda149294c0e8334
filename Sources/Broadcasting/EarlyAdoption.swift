internal import Ledger
internal import News
internal import Stories

/// Takes in feeds that are seen for the first time while others are still being read, so that a first run over thousands
/// of feeds need not hold all their items to its end.
///
/// The plan is the same as if everything were decided together, wherever the borders between the commits lie: a feed is
/// taken in early only if its items are adopted whatever the other feeds say. That is known once all feeds that could
/// bring a story were read (they are asked first): then none of them has an item with an identity of the new feed's. The
/// rest waits for the decision.
struct EarlyAdoption {
    /// A reading, what becomes of it if nobody else has a say, and what asking for it came to.
    struct Newcomer {
        var reading: Stories.FeedReading
        var plan: FeedPlan
        var visit: FeedVisit
    }

    private let ledger: Ledger
    private let now: Instant
    private let itemsAtOnce: Int
    private static let feedsAtOnce = 64
    /// The feeds that could bring a story and were not read yet.
    private var awaited: Set<Feed.Location>
    /// What the items of those that were read are recognised by.
    private var told: Set<IdentityDigest> = []
    /// New feeds that came while others were awaited.
    private var waiting: [Newcomer] = []
    private var items = 0

    /// Feeds that are adopted and not yet taken in, and what asking for them came to.
    private(set) var pending: [FeedPlan] = []
    private(set) var visits: [FeedVisit] = []
    /// Feeds that were taken in, without their items.
    private(set) var adopted: [FeedPlan] = []

    /// Nil where nothing may be taken in early: some new items are to be announced, or the ledger knows feeds that are not
    /// listed any more, whose state a new address may turn out to inherit.
    init?(_ job: BroadcastJob, _ records: FeedRecords, _ ledger: Ledger) {
        guard ledger.mayAdoptEarly, job.rules.announceFirst == 0 || job.rules.adoptsEverything else { return nil }
        let listed = records.listed(job.feeds)
        guard records.all.allSatisfy({ $0.firstSeen == nil || listed.contains($0.id) }) else { return nil }
        self.ledger = ledger
        now = job.now
        itemsAtOnce = max(1, job.itemsPerCommit)
        awaited = Set(job.feeds.lazy.filter { !isNew($0, records) }.map(\.location))
        guard awaited.count < job.feeds.count else { return nil }
    }

    /// A feed was asked, or is not asked in this run.
    mutating func settle(_ feed: Feed) {
        awaited.remove(feed.location)
    }

    /// Notes a feed that is decided at the end.
    mutating func note(_ recognition: FeedRecognition) {
        for question in recognition.questions { told.insert(question) }
    }

    /// Takes a new feed, now or when the last one that is awaited has come.
    mutating func take(_ reading: Stories.FeedReading, _ visit: FeedVisit) {
        waiting.append(Newcomer(reading: reading, plan: FeedPlan(adopting: reading), visit: visit))
    }

    /// Goes on with what needs not wait any more, some feeds at a time, at the end with everything; answers those that
    /// have to be decided.
    mutating func proceed(isEnd: Bool = false) throws(LedgerError) -> [Newcomer] {
        guard isEnd || awaited.isEmpty && waiting.count >= min(Self.feedsAtOnce, itemsAtOnce), !waiting.isEmpty
        else { return [] }
        let known = try ledger.known(waiting.lazy.flatMap(\.plan.questions))
        var rest: [Newcomer] = []
        for newcomer in waiting {
            let isAlone = known.isEmpty && told.isEmpty
            if isAlone || !newcomer.plan.questions.contains(where: { known[$0] != nil || told.contains($0) }) {
                try adopt(newcomer)
            } else {
                rest.append(newcomer)
            }
        }
        waiting = []
        return rest
    }

    private mutating func adopt(_ newcomer: Newcomer) throws(LedgerError) {
        pending.append(newcomer.plan)
        visits.append(newcomer.visit)
        items += newcomer.plan.newItems.count
        guard items >= itemsAtOnce else { return }
        try ledger.adopt(pending, visits: visits, at: now)
        adopted += pending.map(\.withoutItems)
        pending = []
        visits = []
        items = 0
    }
}

/// Whether a feed was never read, nor another one said that it moved to its address.
func isNew(_ feed: Feed, _ records: FeedRecords) -> Bool {
    records[feed]?.firstSeen == nil && records.origin(of: feed) == nil
}

import Ledger
import News
import Stories
import TestSupport

/// A newsroom in a temporary folder that plays runs as a broadcast does, with invented feeds and a hub that answers as
/// told.
final class Newsroom {
    enum Hub {
        case accepts
        case refuses
        case answersNothing
        /// The process is killed between intent and result.
        case isKilled
    }

    let folder = TestFolder("newsroom")
    var rules = DecidingRules()
    /// What the mapper says, by title; World for any other.
    var mappings: [String: [Category]] = [:]
    var documentsAreTruncated = false
    private(set) var mapped: [String] = []
    private(set) var lastPlan: Plan?
    private(set) var becameUnknown = 0

    var place: LedgerPlace {
        LedgerPlace(path: folder.path + "/ledger.db", hub: "hub.example/news", machine: "desk")
    }

    /// One run; answers the headlines that went out, by category, the lead first.
    @discardableResult
    func run(
        at now: Instant, _ feeds: [(Feed, [Item]?)], hub: Hub = .accepts, failing: [Feed] = []
    ) throws -> [Category: [String]] {
        let lock = try RunLock(place)
        let ledger = try Ledger.open(place)
        becameUnknown = ledger.becameUnknown.count
        let (plan, visits) = try decide(ledger, now, feeds, failing)
        lastPlan = plan
        guard let taken = try ledger.takeIn(plan, visits: visits, rules: rules) else { return [:] }
        var sent: [Category: [String]] = [:]
        for bulletin in plan.bulletins {
            let stories = bulletin.stories.map { plan.stories[$0] }
            let intent = NotificationIntent(
                categories: [bulletin.category], language: bulletin.language, target: bulletin.category.rawValue,
                message: stories[0].content.title, stories: stories.compactMap(taken.id(of:)), at: now)
            guard case .recorded(let id) = try ledger.intend(intent) else { continue }
            switch hub {
            case .accepts:
                try ledger.settle(id, .accepted(hubID: "1"), at: now)
                sent[bulletin.category, default: []] += stories.map(\.content.title)
            case .refuses: try ledger.settle(id, .notSent(reason: "503"), at: now)
            case .answersNothing: try ledger.settle(id, .unknown(reason: "timed out"), at: now)
            case .isKilled: return sent
            }
        }
        withExtendedLifetime(lock) {}
        return sent
    }

    /// What a dry run sees.
    func preview(at now: Instant, _ feeds: [(Feed, [Item]?)]) throws -> Plan {
        try decide(Ledger.openForReading(place), now, feeds, []).0
    }

    /// A feed with nil items answers 304.
    private func decide(
        _ ledger: Ledger, _ now: Instant, _ feeds: [(Feed, [Item]?)], _ failing: [Feed]
    ) throws -> (Plan, [FeedVisit]) {
        try ledger.reviveExpired(at: now, freshFor: rules.maxAge)
        let records = try ledger.feeds()
        var recognitions: [FeedRecognition] = []
        var known: [IdentityDigest: [KnownItem]] = [:]
        var visits = failing.map { FeedVisit(feed: $0, at: now, outcome: .failed("timed out")) }
        for (feed, items) in feeds {
            if let items {
                let reading = FeedReading(
                    feed: feed, document: FeedDocument(format: .rss, items: items, isTruncated: documentsAreTruncated))
                recognitions.append(try ledger.recognise(reading, records, known: &known))
                visits.append(
                    FeedVisit(feed: feed, at: now, outcome: .read(Validators(etag: "\"\(reading.content)\""))))
            } else if let unchanged = records.unchanged(feed) {
                recognitions.append(unchanged)
                visits.append(FeedVisit(feed: feed, at: now, outcome: .notModified(Validators())))
            }
        }
        let input = DecidingInput(
            now: now, feeds: recognitions, known: known, pending: try ledger.pendingStories(),
            recent: try ledger.recentBulletins(since: now.advanced(bySeconds: -86_400), at: now),
            listed: records.listed(feeds.map(\.0) + failing),
            changedCategories: try ledger.changedCategories(rules), lastRun: try ledger.lastRun()?.at)
        let plan = Stories.decide(input, rules: rules) { item, feed in
            self.mapped.append(item.title)
            if let category = feed.category { return Mapping(categories: [category]) }
            return Mapping(categories: self.mappings[item.title] ?? [.world])
        }
        return (plan, visits)
    }

    func read() throws -> Ledger { try Ledger.openForReading(place) }
}

/// 2026-11-30, at that hour and minute in UTC; hours may go past midnight or be negative.
func time(_ hour: Int, _ minute: Int = 0) -> Instant {
    CivilTime(year: 2026, month: 11, day: 30).instantInUTC.advanced(bySeconds: Int64(hour * 3_600 + minute * 60))
}

/// A feed at an invented address.
func feed(_ name: String, _ category: Category? = .world) -> Feed {
    Feed(location: .address("https://\(name).example/rss"), title: name, category: category)
}

/// An item `number` of a site, published then.
func item(
    _ number: Int, _ title: String? = nil, at published: Instant? = nil, id: String? = nil, link: String? = nil
) -> Item {
    Item(
        title: title ?? "Report number \(number) from the harbour", link: link ?? "https://news.example/\(number)",
        id: id ?? "id-\(number)", published: published)
}

internal import Categories
internal import Fetching
internal import Ledger
internal import News
internal import Stories

/// What a run read and decided; nothing is written yet.
struct PlannedRun {
    private(set) var plan: Plan
    let round: FeedRound
    private let records: FeedRecords

    /// Reads the feeds and decides, by what the ledger knows. Changes nothing.
    init(
        _ job: BroadcastJob, ledger: Ledger, asPreview: Bool, _ readFeeds: FeedReadingRun,
        _ events: @escaping RunEventSink
    ) throws(LedgerError) {
        records = try ledger.feeds()
        round = try FeedRound.read(job, records: records, ledger: ledger, asPreview: asPreview, readFeeds, events)
        plan = try makePlan(job, round, records, ledger)
    }

    /// Decides again about what was read: something was sent by hand meanwhile.
    mutating func decideAgain(_ job: BroadcastJob, ledger: Ledger) throws(LedgerError) {
        plan = try makePlan(job, round, records, ledger)
    }
}

private func makePlan(
    _ job: BroadcastJob, _ round: FeedRound, _ records: FeedRecords, _ ledger: Ledger
) throws(LedgerError) -> Plan {
    let now = job.nowIsGiven ? job.now : job.now.advanced(bySeconds: round.clocks.skew ?? 0)
    let input = DecidingInput(
        now: now, feeds: round.recognitions,
        known: try ledger.known(round.recognitions.lazy.flatMap(\.questions)),
        pending: try ledger.pendingStories(),
        recent: try ledger.recentBulletins(since: now.advanced(bySeconds: -job.rules.longestCap), at: now),
        listed: records.listed(job.feeds), changedCategories: try ledger.changedCategories(job.rules),
        pauses: try ledger.pauses(at: now))
    let mapper = CategoryMapper()
    var plan = decide(input, rules: job.rules) { item, feed in
        let sections = round.sections[feed.location] ?? FeedSections(of: feed)
        return Mapping(mapper.decide(item, in: sections))
    }
    plan.feeds.insert(contentsOf: round.newcomers, at: 0)
    return plan
}

extension Mapping {
    /// The mapper's word as deciding takes it.
    init(_ decision: CategoryDecision) {
        self.init(
            categories: decision.category.map { [$0] } ?? [], best: decision.best, confidence: decision.confidence,
            because: decision.because.map(\.words) + (decision.doubt.map { ["\($0)"] } ?? []),
            runnerUp: decision.runnerUp?.category, runnerUpProbability: decision.runnerUp?.probability ?? 0)
    }
}

extension CategoryReason {
    fileprivate var words: String {
        let target = category?.rawValue ?? "none of the six"
        return switch kind {
        case .setting: "the feed list says \(target)"
        case .code: "code \(text) → \(target)"
        case .itemCategory: "category “\(text)” → \(target)"
        case .scheme: "list \(text) → \(target)"
        case .link: "link section \(text) → \(target)"
        case .feed: "feed “\(text)” → \(target)"
        }
    }
}

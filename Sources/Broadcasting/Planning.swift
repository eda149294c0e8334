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
        try ledger.reviveExpired(at: job.now, freshFor: job.rules.maxAge)
        records = try ledger.feeds()
        round = try FeedRound.read(job, records: records, ledger: ledger, asPreview: asPreview, readFeeds, events)
        plan = try makePlan(job, round, records, ledger, asPreview: asPreview)
    }

    /// Decides again about what was read: something was sent by hand meanwhile.
    mutating func decideAgain(_ job: BroadcastJob, ledger: Ledger) throws(LedgerError) {
        plan = try makePlan(job, round, records, ledger, asPreview: false)
    }
}

private func makePlan(
    _ job: BroadcastJob, _ round: FeedRound, _ records: FeedRecords, _ ledger: Ledger, asPreview: Bool
) throws(LedgerError) -> Plan {
    let now = job.nowIsGiven ? job.now : job.now.advanced(bySeconds: round.clocks.skew ?? 0)
    let input = DecidingInput(
        now: now, feeds: round.recognitions,
        known: try ledger.known(round.recognitions.lazy.flatMap(\.questions)),
        pending: try ledger.pendingStories(),
        recent: try ledger.recentBulletins(since: now.advanced(bySeconds: -job.rules.longestCap), at: now),
        listed: records.listed(job.feeds), changedCategories: try ledger.changedCategories(job.rules),
        pauses: try ledger.pauses(at: now),
        // A preview of another moment is no clock that is wrong.
        lastRun: asPreview && job.nowIsGiven ? nil : try ledger.lastRun()?.at)
    let sections = LearnedSections(round)
    var plan = decide(input, rules: job.rules) { item, feed in
        Mapping(job.mapper.decide(item, in: sections.of(feed), withWords: asPreview))
    }
    plan.feeds.insert(contentsOf: round.newcomers, at: 0)
    return plan
}

/// What the feeds of a run say about all their items, their habit included: learned when the first item of a feed is
/// mapped, since most feeds bring nothing new.
final class LearnedSections {
    private let round: FeedRound
    private var places: [Feed.Location: Int] = [:]
    private var learned: [Feed.Location: FeedSections] = [:]

    init(_ round: FeedRound) {
        self.round = round
        for (place, recognition) in round.recognitions.enumerated() { places[recognition.feed.location] = place }
    }

    func of(_ feed: Feed) -> FeedSections {
        if let sections = learned[feed.location] { return sections }
        var sections = round.sections[feed.location] ?? FeedSections(of: feed)
        if let place = places[feed.location] {
            sections.learnHabit(from: round.recognitions[place].items.lazy.map(\.item))
        }
        learned[feed.location] = sections
        return sections
    }
}

extension Mapping {
    /// The mapper's word as deciding takes it.
    init(_ decision: CategoryDecision) {
        self.init(
            categories: decision.categories, best: decision.best, confidence: decision.confidence,
            because: decision.because.map(\.words) + (decision.doubt.map { ["\($0)"] } ?? []),
            runnerUp: decision.runnerUp?.category, runnerUpProbability: decision.runnerUp?.probability ?? 0)
    }
}

extension CategoryReason {
    fileprivate var words: String {
        let target = category?.rawValue ?? "none of the six"
        return switch kind {
        case .rule: "\(text) → \(target)"
        case .setting: "the feed list says \(target)"
        case .code: "code \(text) → \(target)"
        case .itemCategory: "category “\(text)” → \(target)"
        case .scheme: "list \(text) → \(target)"
        case .link: "link section \(text) → \(target)"
        case .feed: "feed “\(text)” → \(target)"
        case .habit: "\(text) of this feed → \(target)"
        case .text: text.isEmpty ? "its words → \(target)" : "words \(text) → \(target)"
        }
    }
}

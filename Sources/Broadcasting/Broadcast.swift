internal import Bulletins
public import Fetching
internal import HubLanguage
public import Ledger
public import News
internal import NotificationHub
internal import Stories

/// Runs a broadcast: reads, decides, records what was read, then for each category records the intent, sends, and
/// records the result. The caller holds the run lock.
///
/// Nothing is sent before everything read is safe in the ledger, and no request leaves before its intent is. What
/// `telling` has noted at the end the caller gives to the ledger, with the end of the run.
public func broadcast(
    _ job: BroadcastJob, ledger: Ledger, readFeeds: FeedReadingRun, delivery: HubDelivery,
    telling: Telling? = nil, events: @escaping RunEventSink
) throws(LedgerError) -> BroadcastReport {
    let telling = if let telling { telling } else { Telling(try ledger.troubles(), at: job.now) }
    var report = BroadcastReport()
    report.foundUnknown = ledger.becameUnknown.count
    var run = try PlannedRun(job, ledger: ledger, asPreview: false, readFeeds, events)
    // A feed that is gone was told; unless there is no other, it is no failure any more.
    let gone = run.round.goneCount
    report.feeds = gone < job.feeds.count ? job.feeds.count - gone : gone
    report.feedsRead = run.round.readCount
    report.feedTroubles = run.round.troubles
    report.feedsAbandoned = run.round.abandonedCount
    report.movedFeeds = run.round.moved
    tellClocks(run.round.clocks, telling, events)
    let last = try ledger.lastRun()?.at
    var result = try ledger.takeIn(run.plan, visits: run.round.visits, rules: job.rules)
    while result == nil {
        try run.decideAgain(job, ledger: ledger)
        result = try ledger.takeIn(run.plan, visits: run.round.visits, rules: job.rules)
    }
    guard let taken = result else { return report }
    report.newItems = run.plan.feeds.reduce(0) { $0 + $1.newItems.count }
    for case .adopted(let items) in run.round.adopted.flatMap(\.notes) { report.newItems += items }
    tellNotes(run.round.adopted, run.plan, &report, events)
    // From here on by the clock that the plan was made with.
    var job = job
    job.now = run.plan.now
    var sender = BulletinSender(job, run.plan, taken, ledger, delivery, telling, events)
    try sender.sendAll(&report)
    tellHubClock(delivery.clocks, telling, events)
    if last.map({ job.now.seconds(since: $0).magnitude <= longestGap }) ?? false {
        try Silence(ledger: ledger, job: job, telling: telling, events: events).look()
    }
    try LookingUp(ledger: ledger, delivery: delivery, now: job.now, events: events).run()
    return report
}

/// Seconds between two runs after which nobody knows what came meanwhile: the program was stopped, or the clock is wrong.
private let longestGap: UInt64 = 2 * 86_400

/// A clock that is wrong stays so until somebody sets it.
private func tellClocks(_ clocks: ClockComparison, _ telling: Telling, _ events: RunEventSink) {
    if let words = clocks.words {
        events(.trouble(words, isDue: telling.isDue(TroubleKey.clock, words, .insistent)))
    } else if clocks.isTelling, let trouble = telling.end(TroubleKey.clock) {
        events(.troubleOver("this machine's clock agrees with those of the servers again", since: trouble.since))
    }
}

/// Tells what an operator should hear of single feeds and stories; what was adopted is only counted.
private func tellNotes(
    _ adopted: [FeedPlan], _ plan: Plan, _ report: inout BroadcastReport, _ events: RunEventSink
) {
    for feed in adopted + plan.feeds {
        for note in feed.notes {
            switch note {
            case .adopted(let items):
                report.adoptedFeeds += 1
                report.adoptedItems += items
                events(.feedAdopted(feed: feed.feed, items: items))
            default: events(.warning("\(feed.feed.displayName) \(note)"))
            }
        }
    }
    let adopted = plan.adoptedByChange
    if !adopted.isEmpty {
        report.adoptedByChange = adopted.count
        events(
            .warning(
                "what counts as breaking, or is spoken, was changed: \(adopted.count) open "
                    + (adopted.count == 1
                        ? "story that only the change would send is" : "stories that only the change would send are")
                    + " taken as known"))
    }
    for story in plan.expiredUnsent {
        for category in story.categories { report.expired[category, default: 0] += 1 }
        events(.warning("expired unsent: \(story.content.title)"))
    }
    for story in plan.withdrawn { events(.note("withdrawn by its feed: \(story.content.title)")) }
}

/// Sends the bulletins of a plan, one after another, so that a kill leaves at most one unknown.
private struct BulletinSender {
    let job: BroadcastJob
    let plan: Plan
    let taken: TakenIn
    let ledger: Ledger
    let delivery: HubDelivery
    let telling: Telling
    let events: RunEventSink
    let maker: NotificationMaker
    /// An earlier refusal holds for everything that would follow.
    private var isHeld = false
    /// Requests in a row whose outcome nobody knows.
    private var unknownInARow = 0
    /// The bulletins that the hub took in, by name.
    private var accepted: Set<String> = []

    /// A hub that takes requests and never answers would make every category unknown, each to be settled by hand.
    private static let mostUnknownInARow = 2

    init(
        _ job: BroadcastJob, _ plan: Plan, _ taken: TakenIn, _ ledger: Ledger, _ delivery: HubDelivery,
        _ telling: Telling, _ events: @escaping RunEventSink
    ) {
        self.job = job
        self.plan = plan
        self.taken = taken
        self.ledger = ledger
        self.delivery = delivery
        self.telling = telling
        self.events = events
        maker = NotificationMaker(job, plan)
    }

    mutating func sendAll(_ report: inout BroadcastReport) throws(LedgerError) {
        guard !plan.bulletins.isEmpty else { return }
        if let until = try ledger.hubClosedUntil(at: job.now) {
            isHeld = true
            events(.note("the hub asked not to be asked before \(until): everything waits"))
        }
        for (place, bulletin) in plan.bulletins.enumerated() {
            if delivery.isCancelled { report.wasCancelled = true }
            if !isHeld, !report.wasCancelled { holdForSafety(plan.bulletins[place...]) }
            guard !isHeld, !report.wasCancelled else {
                report.outcomes.append((bulletin.category, .held, bulletin.stories.count))
                try holdBack(bulletin.stories)
                continue
            }
            if try ledger.pauses(at: job.now).contains(where: { $0.category == bulletin.category }) {
                // People at the desk paused it since this run decided.
                events(.note("\(bulletin.category.rawValue) was paused meanwhile: it waits"))
                try holdBack(bulletin.stories)
                continue
            }
            if let outcome = try send(bulletin, &report) {
                report.outcomes.append((bulletin.category, outcome, bulletin.stories.count))
            }
        }
        tellEnds()
    }

    /// Holds what is left when nobody can tell any more what becomes of it, or when the run has no time left for it.
    private mutating func holdForSafety(_ rest: ArraySlice<PlannedBulletin>) {
        let reason: String
        if unknownInARow >= BulletinSender.mostUnknownInARow {
            reason = "the outcomes of \(unknownInARow) notifications in a row are unknown"
        } else if delivery.secondsLeft <= 0 {
            reason = "the run has reached its deadline"
        } else {
            return
        }
        isHeld = true
        let names = rest.map(\.name).joined(separator: ", ")
        events(.warning("\(reason); not tried, and left to the next broadcast: \(names)"))
    }

    /// What is not even tried waits, and when it expires before it went out, that is told.
    private func holdBack(_ stories: [Int]) throws(LedgerError) {
        try ledger.holdBack(stories.compactMap { taken.id(of: plan.stories[$0]) }, at: job.now)
    }

    /// The outcome for a category; nil when somebody else announced all its stories meanwhile.
    private mutating func send(
        _ bulletin: PlannedBulletin, _ report: inout BroadcastReport
    ) throws(LedgerError) -> BroadcastReport.Outcome? {
        let outcome = try attempt(bulletin, bulletin.stories)
        guard case .refused(let refusal) = outcome, refusal.concern == .content else { return outcome }
        // A lead story may be what the hub does not like: the only one, or that of one language. The rest goes out under
        // the next lead.
        var last = outcome
        for lead in plan.leads(of: bulletin) {
            let rest = bulletin.stories.filter { $0 != lead }
            guard !rest.isEmpty, let next = try attempt(bulletin, rest) else {
                try park(lead, bulletin.name, bulletin.category, refusal, &report)
                return last
            }
            last = next
            switch next {
            case .refused(let refusal) where refusal.concern == .content: continue
            case .accepted, .unknown: try park(lead, bulletin.name, bulletin.category, refusal, &report)
            default: break
            }
            return next
        }
        let words =
            "\(bulletin.name): the hub refuses this category's notifications whatever the story; check its message, "
            + "properties and tag"
        events(.trouble(words, isDue: telling.toldNow(TroubleKey.content(bulletin.name))))
        return last
    }

    private func park(
        _ place: Int, _ name: String, _ category: Category, _ refusal: HubRefusal, _ report: inout BroadcastReport
    ) throws(LedgerError) {
        report.parkedStories += 1
        // That was the story, and no trouble that lasts.
        _ = telling.end(TroubleKey.content(name))
        guard let id = taken.id(of: plan.stories[place]) else { return }
        try ledger.mark([id], as: .parked, at: job.now)
        events(
            .warning(
                "\(category.rawValue): parked, as the hub refuses it (\(refusal)): \(plan.stories[place].content.title)"
            ))
    }

    /// Records the intent, sends, records the result.
    private mutating func attempt(
        _ bulletin: PlannedBulletin, _ stories: [Int]
    ) throws(LedgerError) -> BroadcastReport.Outcome? {
        var stories = stories
        while !stories.isEmpty {
            let prepared: PreparedNotification
            do {
                guard let made = try maker.notification(bulletin.category, in: bulletin.language, stories)
                else { return nil }
                prepared = made
            } catch {
                let isDue = telling.isDue(TroubleKey.content(bulletin.name), "\(error)", .insistent)
                events(.notSent(category: bulletin.category, reason: bulletin.saying("\(error)"), isDue: isDue))
                return .impossible(error)
            }
            switch try ledger.intend(intent(bulletin, prepared)) {
            case .recorded(let id): return try deliver(bulletin, prepared, id)
            case .taken(let others):
                // An editor sent them by hand since this run decided.
                stories.removeAll { place in taken.id(of: plan.stories[place]).map(others.contains) ?? true }
            case .repeated, .overtaken: return nil
            }
        }
        return nil
    }

    private func intent(_ bulletin: PlannedBulletin, _ prepared: PreparedNotification) -> NotificationIntent {
        NotificationIntent(
            categories: [bulletin.category], language: bulletin.language,
            target: job.targets[bulletin.category, bulletin.language]?.text ?? bulletin.category.rawValue,
            message: prepared.bulletin.message,
            properties: String(decoding: prepared.notification.body, as: UTF8.self),
            collapseID: prepared.notification.collapseID,
            stories: prepared.stories.compactMap { taken.id(of: plan.stories[$0]) }, at: job.now)
    }

    private mutating func deliver(
        _ bulletin: PlannedBulletin, _ prepared: PreparedNotification, _ id: NotificationID
    ) throws(LedgerError) -> BroadcastReport.Outcome {
        let category = bulletin.category
        let message = prepared.bulletin.message
        for words in prepared.oddities { events(.warning("\(bulletin.name): \(words)")) }
        events(.sending(category: category, message: message, number: id.number))
        let result = delivery.deliver(prepared.notification)
        switch result.outcome {
        case .accepted(let receipt):
            unknownInARow = 0
            try settle(id, category, .accepted(hubID: receipt.id))
            events(
                .sent(
                    category: category, message: message, stories: prepared.stories.count, notificationID: receipt.id,
                    number: id.number))
            accepted.insert(bulletin.name)
            return .accepted(receipt)
        case .unknown(let unknown):
            unknownInARow += 1
            try settle(id, category, .unknown(reason: "\(unknown)"))
            events(.outcomeUnknown(category: category, reason: bulletin.saying("\(unknown)"), number: id.number))
            return .unknown(unknown)
        case .notSent(let refusal):
            unknownInARow = 0
            try settle(id, category, .notSent(reason: "\(refusal)"))
            events(
                .notSent(
                    category: category, reason: bulletin.saying("\(refusal)"), isDue: isDue(refusal, bulletin),
                    number: id.number))
            try hold(after: refusal, closedForSeconds: result.closedForSeconds)
            return .refused(refusal)
        }
    }

    /// Whether people should hear of a refusal now. What the hub has against the message is the trouble of its category,
    /// all else that of the hub.
    private func isDue(_ refusal: HubRefusal, _ bulletin: PlannedBulletin) -> Bool {
        if refusal.concern == .content {
            return telling.isDue(TroubleKey.content(bulletin.name), "\(refusal)", .insistent)
        }
        // A hub in trouble says 500, 503 and nothing in turn: one trouble. A key is another.
        let kind = refusal.concern == .key ? "key" : "hub"
        return telling.isDue(TroubleKey.hub, kind: kind, "\(refusal)", .insistent)
    }

    /// The hub took something in and had nothing against anything: what was wrong with it is over.
    private func tellEnds() {
        guard !accepted.isEmpty else { return }
        if !telling.isNoticed(TroubleKey.hub), let trouble = telling.end(TroubleKey.hub) {
            let length = words(forSeconds: job.now.seconds(since: trouble.since))
            events(.troubleOver("the hub takes notifications again, after \(length)", since: trouble.since))
        }
        for name in accepted.sorted() where !telling.isNoticed(TroubleKey.content(name)) {
            guard let trouble = telling.end(TroubleKey.content(name)) else { continue }
            events(.troubleOver("\(name): the hub takes its notifications again", since: trouble.since))
        }
    }

    /// Records a result. Where that cannot be written, the next run will call the outcome unknown: what this one knows is told.
    private func settle(
        _ id: NotificationID, _ category: Category, _ outcome: NotificationOutcome
    ) throws(LedgerError) {
        do {
            try ledger.settle(id, outcome, at: job.now)
        } catch {
            events(.warning("\(category.rawValue): \(UnrecordedOutcome(outcome, error))"))
            throw error
        }
    }

    /// What was refused for a reason that holds for every notification is not tried with the others.
    private mutating func hold(after refusal: HubRefusal, closedForSeconds: Int64?) throws(LedgerError) {
        if let closedForSeconds {
            // News time stands still while a run lasts, and the hub counts from its answer.
            let elapsed = max(0, job.budgetSeconds - delivery.secondsLeft)
            let until = job.now.advanced(bySeconds: elapsed).advanced(bySeconds: closedForSeconds)
            try ledger.closeHub(Closing(since: job.now, until: until))
            isHeld = true
        }
        switch refusal.concern {
        case .key, .network: isHeld = true
        case .hub: isHeld = refusal.kind != .serverError
        case .content, .patience: break
        }
    }
}

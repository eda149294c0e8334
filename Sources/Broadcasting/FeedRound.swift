internal import Categories
public import Fetching
internal import HTTP
internal import Ledger
internal import News
internal import Stories

/// Reads feeds and hands over each reading once; what the executable passes in is `FeedFetcher.read`.
public typealias FeedReadingRun = ([FeedRequest], (Fetching.FeedReading) -> Void) -> Void

/// All feeds of a run, read once, and recognised by what the ledger knows about them.
struct FeedRound {
    /// The feeds that were read, or that count with what they said last.
    private(set) var recognitions: [FeedRecognition] = []
    /// What asking each feed came to.
    private(set) var visits: [FeedVisit] = []
    /// What the name and address of each feed say about its items.
    private(set) var sections: [Feed.Location: FeedSections] = [:]
    /// Feeds that could not be read.
    private(set) var troubles: [FeedTroubleReport] = []
    /// Feeds that were read, unchanged ones and those not asked after a reading included.
    private(set) var readCount = 0
    /// Feeds that are not asked again because they are gone for good.
    private(set) var goneCount = 0
    /// Feeds whose reading was given up as the run was stopped, or ran out of time.
    private(set) var abandonedCount = 0
    /// Feeds that moved for good, now or at their last reading.
    private(set) var moved: [(feed: Feed, address: String)] = []
    /// This machine's clock and those of the servers.
    private(set) var clocks = ClockComparison()
    /// Whether any server answered.
    private var hasAnswer = false
    private var failure: LedgerError?
    /// Takes new feeds in while others are read; nil where everything is decided together.
    private var early: EarlyAdoption?

    /// Feeds that were seen for the first time and are adopted, but not taken in yet.
    var newcomers: [FeedPlan] { early?.pending ?? [] }
    /// Feeds of that kind that were taken in, without their items.
    var adopted: [FeedPlan] { early?.adopted ?? [] }

    /// Asks the feeds of the job whose time has come. A preview asks for everything anew: it must show what a feed says
    /// now.
    static func read(
        _ job: BroadcastJob, records: FeedRecords, ledger: Ledger, asPreview: Bool, _ run: FeedReadingRun,
        _ events: @escaping RunEventSink
    ) throws(LedgerError) -> FeedRound {
        var round = FeedRound()
        if !asPreview { round.early = EarlyAdoption(job, records, ledger) }
        var requests: [FeedRequest] = []
        for feed in job.feeds {
            let record = records[feed]
            if !asPreview, let record,
                let pause = job.asking.rules(for: feed).pause(AskingHistory(record), of: feed, at: job.now)
            {
                round.leave(feed, record, pause, records, events)
            } else {
                let validators = asPreview ? FeedValidators() : validators(of: record)
                requests.append(FeedRequest(feed: feed, validators: validators))
            }
        }
        if round.early != nil {
            requests = requests.filter { !isNew($0.feed, records) } + requests.filter { isNew($0.feed, records) }
        }
        run(requests) { reading in
            do throws(LedgerError) {
                try round.take(reading, records, ledger, job, asPreview: asPreview, events)
                round.early?.settle(reading.feed)
                try round.proceed()
            } catch {
                round.failure = round.failure ?? error
            }
        }
        if round.failure == nil { try round.proceed(isEnd: true) }
        if let failure = round.failure { throw failure }
        if !round.hasAnswer { round.forgiveSilence() }
        return round
    }

    /// A feed that is not asked counts as it did last time.
    private mutating func leave(
        _ feed: Feed, _ record: FeedRecord, _ pause: AskingRules.Pause, _ records: FeedRecords, _ events: RunEventSink
    ) {
        early?.settle(feed)
        if let unchanged = records.unchanged(feed) { recognitions.append(unchanged) }
        if let address = record.movedTo { moved.append((feed, address)) }
        switch pause {
        case .gone:
            goneCount += 1
            events(.feedNotAsked(feed: feed, until: nil))
        case .until(let instant):
            if record.failures == 0 { readCount += 1 }
            events(.feedNotAsked(feed: feed, until: instant))
        }
    }

    /// Goes on with the new feeds that need not wait for others.
    private mutating func proceed(isEnd: Bool = false) throws(LedgerError) {
        guard let rest = try early?.proceed(isEnd: isEnd) else { return }
        for newcomer in rest {
            recognitions.append(FeedRecognition(newcomer.reading, known: nil))
            visits.append(newcomer.visit)
        }
        if isEnd { visits += early?.visits ?? [] }
    }

    /// When no server answered at all, this machine's network is in trouble. That no feed is to blame for.
    private mutating func forgiveSilence() {
        for place in visits.indices { visits[place].askAfter = nil }
    }

    /// Validators stand for content that was taken in; without that they would hide it for ever.
    private static func validators(of record: FeedRecord?) -> FeedValidators {
        guard let record, record.content != nil else { return FeedValidators() }
        return FeedValidators(etag: record.validators.etag, lastModified: record.validators.lastModified)
    }

    private mutating func take(
        _ reading: Fetching.FeedReading, _ records: FeedRecords, _ ledger: Ledger, _ job: BroadcastJob,
        asPreview: Bool, _ events: RunEventSink
    ) throws(LedgerError) {
        let feed = reading.feed
        let record = records[feed]
        clocks.note(reading)
        if case .address = feed.location {
            events(.feedFetched(feed: feed, bytes: reading.bytes, seconds: reading.elapsed))
        }
        let validators = Validators(etag: reading.validators.etag, lastModified: reading.validators.lastModified)
        var visit = FeedVisit(feed: feed, at: job.now, outcome: .read(validators), movedTo: reading.movedTo)
        visit.askAfter = job.asking.askAfter(reading, AskingHistory(record), at: job.now)
        var newcomer: Stories.FeedReading?
        switch reading.outcome {
        case .document(let document):
            visit.title = document.title.isEmpty ? nil : document.title
            visit.suggestedInterval = document.suggestedInterval
            events(.feedRead(feed: feed, items: document.items.count, truncated: document.isTruncated))
            sections[feed.location] = FeedSections(of: feed, title: document.title, language: document.language)
            let content = Stories.FeedReading(feed: feed, document: document)
            if early != nil, isNew(feed, records) {
                newcomer = content
            } else {
                let recognition = try recognise(content, record, records, ledger, asPreview: asPreview)
                early?.note(recognition)
                recognitions.append(recognition)
            }
            noteRead(feed, record, events)
        case .notModified:
            visit.outcome = .notModified(validators)
            events(.feedNotModified(feed: feed))
            if let unchanged = records.unchanged(feed) { recognitions.append(unchanged) }
            noteRead(feed, record, events)
        case .gone:
            let reason = "gone for good (410)"
            visit.outcome = .gone(reason)
            hasAnswer = true
            // Once is enough: nobody can do more than take it out of the list.
            events(record?.goneSince != nil ? .note("\(feed.displayName): \(reason)") : .feedGone(feed: feed))
            fail(feed, record, reason)
        case .failed(let trouble) where trouble.reason == .transfer(.cancelled):
            // The run was stopped or ran out of time: that says nothing about the feed.
            abandonedCount += 1
            return events(.note("\(trouble)"))
        case .failed(let trouble):
            visit.outcome = .failed("\(trouble)")
            hasAnswer = hasAnswer || !trouble.reason.isSilence
            let isDue = fail(feed, record, "\(trouble)")
            events(.feedFailed(feed: feed, reason: "\(trouble)", isDue: isDue))
        }
        if let address = reading.movedTo {
            moved.append((feed, address))
            let isDue = record?.movedTo != address
            events(.feedMoved(feed: feed, address: withoutCredentials(address), permanent: true, isDue: isDue))
        }
        if let newcomer { early?.take(newcomer, visit) } else { visits.append(visit) }
    }

    private mutating func noteRead(_ feed: Feed, _ record: FeedRecord?, _ events: RunEventSink) {
        readCount += 1
        if case .address = feed.location { hasAnswer = true }
        guard let record, record.failures > 0, let since = record.failingSince else { return }
        events(
            .feedRecovered(feed: feed, failures: record.failures, since: since, isDue: record.troubleWasTold))
    }

    private func recognise(
        _ reading: Stories.FeedReading, _ record: FeedRecord?, _ records: FeedRecords, _ ledger: Ledger,
        asPreview: Bool
    ) throws(LedgerError) -> FeedRecognition {
        // A preview looks at every item all the same: it says of each why it is in or out.
        if let record, record.content == reading.content, !asPreview {
            return FeedRecognition(unchanged: reading.feed, id: record.id, content: reading.content)
        }
        let known = try record.flatMap { (record) throws(LedgerError) in try ledger.knownFeed(record) }
        return FeedRecognition(reading, known: known, movedFrom: known == nil ? records.origin(of: reading.feed) : nil)
    }

    /// Counts the failure; whether people should hear of it now.
    @discardableResult
    private mutating func fail(_ feed: Feed, _ record: FeedRecord?, _ reason: String) -> Bool {
        let report = FeedTroubleReport(
            feed: feed, reason: reason, failuresBefore: record?.failures ?? 0, wasEverRead: record?.firstSeen != nil)
        troubles.append(report)
        return report.isDue
    }
}

extension AskingHistory {
    /// What the ledger knows; nothing for a feed that was never asked.
    fileprivate init(_ record: FeedRecord?) {
        self.init(
            lastAsked: record?.lastAsked, askAfter: record?.askAfter, failures: record?.failures ?? 0,
            suggestedInterval: record?.suggestedInterval, isGone: record?.goneSince != nil)
    }
}

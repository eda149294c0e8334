internal import Categories
public import Fetching
internal import HTTP
internal import Ledger
public import News
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
    /// Feeds that were read, unchanged ones included.
    private(set) var readCount = 0
    private var failure: LedgerError?

    /// Asks all feeds of the job. A preview asks for everything anew: it must show what a feed says now.
    static func read(
        _ job: BroadcastJob, records: FeedRecords, ledger: Ledger, asPreview: Bool, _ run: FeedReadingRun,
        _ events: @escaping RunEventSink
    ) throws(LedgerError) -> FeedRound {
        var round = FeedRound()
        let requests = job.feeds.map { feed in
            FeedRequest(feed: feed, validators: asPreview ? FeedValidators() : validators(of: records[feed]))
        }
        run(requests) { reading in
            do throws(LedgerError) {
                try round.take(reading, records, ledger, now: job.now, asPreview: asPreview, events)
            } catch {
                round.failure = round.failure ?? error
            }
        }
        if let failure = round.failure { throw failure }
        return round
    }

    /// Validators stand for content that was taken in; without that they would hide it for ever.
    private static func validators(of record: FeedRecord?) -> FeedValidators {
        guard let record, record.content != nil else { return FeedValidators() }
        return FeedValidators(etag: record.validators.etag, lastModified: record.validators.lastModified)
    }

    private mutating func take(
        _ reading: Fetching.FeedReading, _ records: FeedRecords, _ ledger: Ledger, now: Instant, asPreview: Bool,
        _ events: RunEventSink
    ) throws(LedgerError) {
        let feed = reading.feed
        let record = records[feed]
        let validators = Validators(etag: reading.validators.etag, lastModified: reading.validators.lastModified)
        var visit = FeedVisit(feed: feed, at: now, outcome: .read(validators), movedTo: reading.movedTo)
        switch reading.outcome {
        case .document(let document):
            visit.title = document.title.isEmpty ? nil : document.title
            events(.feedRead(feed: feed, items: document.items.count, truncated: document.isTruncated))
            recognitions.append(try recognise(document, of: feed, record, records, ledger, asPreview: asPreview))
            readCount += 1
        case .notModified:
            visit.outcome = .notModified(validators)
            events(.feedNotModified(feed: feed))
            if let record, let content = record.content {
                recognitions.append(FeedRecognition(unchanged: feed, id: record.id, content: content))
            }
            readCount += 1
        case .gone:
            let reason = "gone for good (410)"
            // Once is enough: nobody can do more than take it out of the list.
            events(record?.failure == reason ? .note("\(feed.displayName): \(reason)") : .feedGone(feed: feed))
            fail(&visit, feed, record, reason)
        case .failed(let trouble) where trouble.reason == .transfer(.cancelled):
            // The run was stopped or ran out of time: that says nothing about the feed.
            return events(.note("\(trouble)"))
        case .failed(let trouble):
            fail(&visit, feed, record, "\(trouble)")
            let isDue = troubles.last?.isDue ?? true
            events(.feedFailed(feed: feed, reason: "\(trouble)", isDue: isDue))
        }
        if let address = reading.movedTo {
            events(.feedMoved(feed: feed, address: withoutCredentials(address), permanent: true))
        }
        visits.append(visit)
    }

    private mutating func recognise(
        _ document: FeedDocument, of feed: Feed, _ record: FeedRecord?, _ records: FeedRecords, _ ledger: Ledger,
        asPreview: Bool
    ) throws(LedgerError) -> FeedRecognition {
        sections[feed.location] = FeedSections(of: feed, title: document.title, language: document.language)
        let reading = Stories.FeedReading(feed: feed, document: document)
        // A preview looks at every item all the same: it says of each why it is in or out.
        if let record, record.content == reading.content, !asPreview {
            return FeedRecognition(unchanged: feed, id: record.id, content: reading.content)
        }
        let known = try record.flatMap { (record) throws(LedgerError) in try ledger.knownFeed(record) }
        return FeedRecognition(reading, known: known, movedFrom: known == nil ? records.origin(of: feed) : nil)
    }

    private mutating func fail(_ visit: inout FeedVisit, _ feed: Feed, _ record: FeedRecord?, _ reason: String) {
        visit.outcome = .failed(reason)
        troubles.append(
            FeedTroubleReport(
                feed: feed, reason: reason, failuresBefore: record?.failures ?? 0, wasEverRead: record?.firstSeen != nil
            ))
    }
}

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

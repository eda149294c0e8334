internal import Broadcasting
internal import HTTP
internal import Ledger
internal import News
internal import Settings
internal import Terminal

/// What watches a broadcast from its beginning to its end, however that comes: log, counters, metrics and ping. It
/// consumes the events of the run.
final class RunWatch {
    /// Where lines go: they name the run.
    private(set) var log: Log
    private let settings: ResolvedSettings
    private let now: Instant
    private let start: ContinuousClock.Instant
    private let ping: Ping?
    private let tally = RunTally()
    private var isEnded = false

    init(_ context: CommandContext) {
        log = context.log
        settings = context.settings
        now = context.now
        start = ContinuousClock().now
        ping = settings.text(.ping).map {
            Ping($0, HTTPClient(settings: HTTPClientSettings(userAgent: userAgent(context.settings))))
        }
    }

    /// Takes an event in.
    func take(_ event: RunEvent) {
        tally.note(event)
        log.write(event)
    }

    private var seconds: Double { start.duration(to: ContinuousClock().now).inSeconds }

    /// The run has its ledger, and begins.
    func begin(_ run: Int64, feeds: Int, _ telling: Telling) {
        log.run = run
        take(.runBegan(run: run, feeds: feeds))
        guard let ping else { return }
        // A service that is down for a moment is nobody's business; one that never answers is watching nothing.
        if let trouble = ping.tell(.start) {
            take(.trouble(trouble, isDue: telling.isDue(Keys.ping, trouble, .patient)))
        } else if let over = telling.end(Keys.ping) {
            take(.troubleOver("the address of --ping answers again", since: over.since))
        }
    }

    /// The run did what it could: everything is written down.
    func end(
        _ report: BroadcastReport, exitCode: Int32, _ ledger: Ledger, _ job: BroadcastJob, _ hub: HubMeter,
        _ telling: Telling
    ) throws(LedgerError) {
        tally.note(report, hub: hub)
        tally.note(exitCode: exitCode)
        try writeMetrics(exitCode, ledger, job, telling)
        var end = RunEnd(exitCode: exitCode, at: now)
        end.milliseconds = Int64(seconds * 1_000)
        end.feeds = report.feeds
        end.feedsRead = report.feedsRead
        end.newItems = report.newItems
        end.counts = tally.counts
        telling.write(to: &end)
        try ledger.noteEnd(end)
        if let run = ledger.run { take(.runEnded(run: run, exitCode: exitCode, seconds: seconds)) }
        isEnded = true
        close(exitCode)
    }

    /// The run ended before it could do its work; nothing where ``end(_:exitCode:_:_:_:_:)`` told it already, and where
    /// another run is at work, which tells of itself.
    func end(failedWith exitCode: Int32) {
        guard !isEnded, exitCode != ExitCode.locked.rawValue else { return }
        isEnded = true
        if let path = settings.text(.metrics) {
            do throws(ContentFault) {
                try MetricsFile(path: path).update { gauges(exitCode).text(keeping: $0) }
            } catch {
                log.write(.info, "the metrics cannot be written to \(path): \(error.reason)")
            }
        }
        close(exitCode)
    }

    private func close(_ exitCode: Int32) {
        guard let ping else { return }
        let isGood = exitCode == ExitCode.done.rawValue || exitCode == ExitCode.partlyDone.rawValue
        if let trouble = ping.tell(isGood ? .success : .failure) { log.write(.info, trouble) }
    }

    private func writeMetrics(
        _ exitCode: Int32, _ ledger: Ledger, _ job: BroadcastJob, _ telling: Telling
    ) throws(LedgerError) {
        guard let path = settings.text(.metrics) else { return }
        var metrics = gauges(exitCode)
        try metrics.add(ledger.standing(), ledger.feeds(), job, telling)
        metrics.add(counters: try ledger.counters().merging(tally.counts, uniquingKeysWith: +))
        do throws(ContentFault) {
            try MetricsFile(path: path).update { metrics.text(keeping: $0) }
            if let over = telling.end(Keys.metrics) {
                take(.troubleOver("the metrics can be written again", since: over.since))
            }
        } catch {
            let words = "the metrics cannot be written to \(path): \(error.reason)"
            take(.trouble(words, isDue: telling.isDue(Keys.metrics, words, .once)))
        }
    }

    /// What is known of every run.
    private func gauges(_ exitCode: Int32) -> MetricsText {
        var metrics = MetricsText()
        let time = "\(now.secondsSince1970)"
        metrics.gauge("bulletin_last_run_timestamp_seconds", "When the last broadcast ran.", [("", time)])
        metrics.gauge("bulletin_last_run_exit_code", "How the last broadcast ended.", [("", "\(exitCode)")])
        metrics.gauge(
            "bulletin_last_run_duration_seconds", "How long the last broadcast took.", [("", metricText(seconds))])
        if exitCode == ExitCode.done.rawValue || exitCode == ExitCode.partlyDone.rawValue {
            metrics.gauge(
                "bulletin_last_success_timestamp_seconds", "When a broadcast last ended with 0 or 1.", [("", time)])
        }
        return metrics
    }

    /// The keys of troubles with what watches.
    private enum Keys {
        static let ping = "ping"
        static let metrics = "metrics"
    }
}

extension MetricsText {
    /// Adds what the ledger says of feeds, stories and notifications at the end of a run.
    fileprivate mutating func add(
        _ standing: LedgerStanding, _ records: FeedRecords, _ job: BroadcastJob, _ telling: Telling
    ) {
        let keys = Set(telling.current.map(\.key))
        var feeds = Dictionary(uniqueKeysWithValues: ["ok", "silent", "failing", "gone", "never_read"].map { ($0, 0) })
        for feed in job.feeds {
            let record = records[feed]
            feeds[word(for: record, isSilent: keys.contains(TroubleKey.silent(feed))), default: 0] += 1
        }
        gauge(
            "bulletin_feeds", "Feeds of the last broadcast by how they stand.",
            feeds.sorted { $0.key < $1.key }.map { ("{state=\"\($0.key)\"}", "\($0.value)") })
        gauge(
            "bulletin_waiting_stories", "Stories that were held back and may still go out.",
            Category.allCases.map { ("{category=\"\($0.rawValue)\"}", "\(standing.waiting[$0] ?? 0)") })
        gauge(
            "bulletin_silent_category", "Whether nothing was sent for far longer than usual.",
            Category.allCases.map {
                ("{category=\"\($0.rawValue)\"}", keys.contains(TroubleKey.silent($0)) ? "1" : "0")
            })
        gauge(
            "bulletin_unknown_notifications", "Notifications whose outcome nobody knows: see 'bulletin history'.",
            [("", "\(standing.unknown)")])
        gauge("bulletin_troubles", "What is wrong for more than one run.", [("", "\(keys.count)")])
        gauge("bulletin_ledger_bytes", "The size of the ledger.", [("", "\(standing.bytes)")])
    }
}

/// How a feed stands, in one word.
private func word(for record: FeedRecord?, isSilent: Bool) -> String {
    guard let record else { return "never_read" }
    if record.goneSince != nil { return "gone" }
    if record.failures > 0 { return "failing" }
    if record.firstSeen == nil { return "never_read" }
    return isSilent ? "silent" : "ok"
}

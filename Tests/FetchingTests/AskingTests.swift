import Feeds
import Fetching
import HTTP
import News
import Testing

/// An answer, what was known before it, and after how many seconds the feed is asked again; nil for in the next run.
struct AskingCase: Sendable, CustomTestStringConvertible {
    var name: String
    var reading: FeedReading
    var history = AskingHistory()
    var seconds: Int64?
    var testDescription: String { name }

    init(
        _ name: String, _ outcome: FeedOutcome, fresh: Int64? = nil, retryAfter: Int? = nil,
        _ history: AskingHistory = AskingHistory(), after seconds: Int64?, of feed: Feed = AskingCase.feed
    ) {
        self.name = name
        reading = FeedReading(
            index: 0, feed: feed, outcome: outcome, retryAfterSeconds: retryAfter, freshSeconds: fresh)
        self.history = history
        self.seconds = seconds
    }

    static let feed = Feed(location: .address("https://news.example/feed"))
    static func says(ttl: Int64? = nil, isCut: Bool = false) -> FeedOutcome {
        .document(FeedDocument(format: .rss, suggestedInterval: ttl, isTruncated: isCut))
    }
    static func status(_ status: Int) -> FeedOutcome { .failed(FeedTrouble(.status(status), with: feed)) }
    static let down = FeedOutcome.failed(FeedTrouble(.transfer(.timedOut), with: feed))
}

private let answers = [
    AskingCase("nothing said", AskingCase.says(), after: nil),
    AskingCase("fresh for five minutes", AskingCase.says(), fresh: 300, after: 270),
    AskingCase("a ttl", AskingCase.says(ttl: 1_800), fresh: 60, after: 1_770),
    AskingCase("fresh for longer than its ttl", AskingCase.says(ttl: 60), fresh: 1_800, after: 1_770),
    AskingCase("fresh for a day", AskingCase.says(), fresh: 86_400, after: 3_570),
    AskingCase("a ttl of a week", AskingCase.says(ttl: 604_800), after: 3_570),
    AskingCase("cut off", AskingCase.says(ttl: 3_600, isCut: true), fresh: 3_600, after: nil),
    AskingCase("unchanged, with the ttl of before", .notModified, AskingHistory(suggestedInterval: 900), after: 870),
    AskingCase("unchanged and fresh", .notModified, fresh: 600, AskingHistory(suggestedInterval: 60), after: 570),
    AskingCase("a ttl in a file", AskingCase.says(ttl: 900), after: nil, of: Feed(location: .file("feed.xml"))),
    AskingCase("gone", .gone, after: nil),
    AskingCase("asked too often", AskingCase.status(429), retryAfter: 7_200, after: 7_200),
    AskingCase("down for a day", AskingCase.status(503), retryAfter: 86_400, after: 86_400),
    AskingCase("down for ever", AskingCase.status(503), retryAfter: .max, after: 604_800),
    AskingCase("a wait that means somebody else", AskingCase.status(404), retryAfter: 7_200, after: nil),
    AskingCase("a fresh failure", AskingCase.status(404), fresh: 7_200, after: nil),
    AskingCase("short of the back-off", AskingCase.status(503), retryAfter: 1, AskingHistory(failures: 2), after: 570),
]

@Suite struct AskingTests {
    @Test("answers say when a feed is asked next", arguments: answers)
    func answersDelay(_ row: AskingCase) {
        let now = Instant(secondsSince1970: 1_000_000)
        let next = AskingRules().askAfter(row.reading, row.history, at: now)
        #expect(next.map { $0.seconds(since: now) } == row.seconds)
        // It is stored whatever the newsroom wants now, so that it holds as soon as that changes.
        #expect(AskingRules(always: true).askAfter(row.reading, row.history, at: now) == next)
    }

    @Test("a feed asked by cron gets so many requests in an hour as its publisher, its failures and we want")
    func requestsInAnHour() {
        comparesClocks()
        let rows: [(name: String, outcome: FeedOutcome, fresh: Int64?, rules: AskingRules, requests: Int)] = [
            ("S47: ttl and max-age of an hour", AskingCase.says(ttl: 3_600), 3_600, AskingRules(), 1),
            ("S47: the same, asked always", AskingCase.says(ttl: 3_600), 3_600, AskingRules(always: true), 12),
            ("just the five minutes between two runs", AskingCase.says(), 300, AskingRules(), 12),
            ("no hints, an interval of ours", AskingCase.says(), nil, AskingRules(minimumInterval: 900), 4),
            ("down all the time", AskingCase.down, nil, AskingRules(), 5),
            ("gone", .gone, nil, AskingRules(), 1),
        ]
        for (name, outcome, fresh, rules, requests) in rows {
            var history = AskingHistory()
            var asked = 0
            for run in 0..<12 {
                // Cron is a few seconds late, then a few seconds early.
                let now = Instant(secondsSince1970: 1_000_000 + Int64(run) * 300 + (run % 2 == 0 ? 4 : 0))
                guard rules.pause(history, of: AskingCase.feed, at: now) == nil else { continue }
                asked += 1
                let reading = FeedReading(index: 0, feed: AskingCase.feed, outcome: outcome, freshSeconds: fresh)
                history.askAfter = rules.askAfter(reading, history, at: now)
                history.lastAsked = now
                history.isGone = outcome == .gone
                if case .failed = outcome { history.failures += 1 }
            }
            #expect(asked == requests, "\(name)")
        }
        // A clock that was set back must not silence a feed.
        let ahead = Instant(secondsSince1970: 9_000_000)
        let history = AskingHistory(lastAsked: ahead, askAfter: ahead.advanced(bySeconds: 3_600))
        #expect(AskingRules().pause(history, of: AskingCase.feed, at: Instant(secondsSince1970: 1_000_000)) == nil)
    }

    /// A clock that is off is noticed by what most servers say.
    private func comparesClocks() {
        let rows: [(offsets: [Int64?], skew: Int64?)] = [
            ([], nil), ([nil, nil], nil), ([0, 5, -599, 600], nil), ([-2_400], -2_400), ([-2_400, nil, nil], -2_400),
            ([-2_400, 0], nil), ([-2_400, -2_402, 3], -2_400), ([2_400, -2_400, -2_400], -2_400),
            ([900, 900, -900, 0], nil),
            ([86_400, 700, 800], 800),
        ]
        for (offsets, skew) in rows {
            var clocks = ClockComparison()
            for (place, offset) in offsets.enumerated() {
                let feed = Feed(location: .address("https://host\(place).example/feed"))
                // Many feeds of one host have one voice.
                for _ in 0..<3 { clocks.note(FeedReading(index: 0, feed: feed, outcome: .gone, clockOffset: offset)) }
            }
            #expect(clocks.skew == skew && (clocks.words == nil) == (skew == nil), "\(offsets)")
        }
    }
}

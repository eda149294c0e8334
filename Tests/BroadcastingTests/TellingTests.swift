import Broadcasting
import HTTP
import Ledger
import News
import Stories
import TestSupport
import Testing

@Suite struct TellingTests {
    /// Answers of the hub, whom it is asked for, and why the rest waits.
    static let silences: [(hub: [@Sendable () -> Newsroom.Answer], asked: [String], because: String?)] = [
        ([silence, silence], ["World", "Politics"], "the outcomes of 2 notifications in a row are unknown"),
        ([{ status(201) }, silence, silence], ["World", "Politics", "Sports"], nil),
        ([silence, { status(201) }, silence], ["World", "Politics", "Sports"], nil),
        ([silence, { status(500) }, silence], ["World", "Politics", "Sports"], nil),
        ([late], ["World"], "the run has reached its deadline"),
    ]
    private static let silence: @Sendable () -> Newsroom.Answer = { failure(.timedOut, sent: 9) }
    private static let late: @Sendable () -> Newsroom.Answer = { status(201) }

    @Test func aHubThatNeverAnswersOrARunOutOfTimeLeavesTheRestToTheNextRun() async throws {
        for (place, (hub, asked, because)) in TellingTests.silences.enumerated() {
            try await withTemporaryFolder { folder in
                let newsroom = Newsroom(folder)
                if hub.count == 1 { newsroom.onRequest = { _ in newsroom.secondsLeft = 0 } }
                let feeds = [
                    (desk(.world), says("Bridge opens")), (desk(.politics), says("Vote at noon")),
                    (desk(.sports), says("Cup final")),
                ]
                let report = try newsroom.run(minute: 1, feeds, hub: hub.map { $0() })
                #expect(newsroom.tags == asked, "row \(place)")
                #expect(newsroom.warnings.count == (because == nil ? 0 : 1), "row \(place)")
                #expect(newsroom.warnings.allSatisfy { $0.hasPrefix(because ?? "") && $0.hasSuffix("Sports") })
                #expect((report.outcomes.last?.outcome == .held) == (because != nil), "row \(place)")
                // What was held goes out with the next run, and alone.
                newsroom.secondsLeft = 300
                newsroom.onRequest = { _ in }
                let next = try newsroom.run(minute: 2, feeds)
                let left = ["World", "Politics", "Sports"].filter { !asked.contains($0) }
                #expect(newsroom.tags == left + (place == 3 ? ["Politics"] : []), "row \(place)")
                #expect(!next.isPartial)
            }
        }
    }

    /// How often people hear of a trouble: by the minutes at which it is there, those at which they do.
    static let rhythms: [(rhythm: Rhythm, minutes: [Int64], told: [Int64])] = [
        (.insistent, [0, 5, 55, 60, 65, 355, 360, 365, 1795, 1800, 3235, 3240], [0, 60, 360, 1800, 3240]),
        (.once, [0, 5, 9_000], [0]),
        (.patient, [0, 5, 10, 15, 9_000], [10]),
        // Noticed, or told, by a clock that was ahead: it lasts since clocks were set back.
        (.insistent, [525_600, 0, 59, 60, 359, 360], [525_600, 60, 360]),
        (.insistent, [0, 60, 360, 1800, 525_600, 2_000, 3_435, 3_440], [0, 60, 360, 1800, 525_600, 3_440]),
        (.once, [525_600, 0, 9_000], [525_600]),
    ]

    @Test func aTroubleIsToldWhenItBeginsSeldomWhileItLastsAndWhenItEnds() async throws {
        for (rhythm, minutes, told) in TellingTests.rhythms {
            try await withTemporaryFolder { folder in
                let ledger = try Ledger.open(LedgerPlace(path: folder.path("l.db"), hub: "h", machine: "m"))
                func run(_ minute: Int64, _ body: (Telling) -> Void) throws {
                    let telling = Telling(try ledger.troubles(), at: time(minute))
                    body(telling)
                    var end = RunEnd(exitCode: 0, at: time(minute))
                    telling.write(to: &end)
                    try ledger.noteEnd(end)
                }
                var heard: [Int64] = []
                for minute in minutes {
                    try run(minute) { telling in
                        if telling.isDue("x", kind: "a", "broken", rhythm) { heard.append(minute) }
                        // Six categories have one hub.
                        #expect(!telling.isDue("x", kind: "a", "broken", rhythm))
                    }
                }
                #expect(heard == told)
                try run(9_500) { telling in
                    #expect(telling.end("x")?.since == time(0))
                    #expect(telling.end("x") == nil)
                }
                #expect(try ledger.troubles().isEmpty)
                // What nobody heard of ends without a word; another kind of trouble is news.
                try run(9_600) { #expect($0.isDue("x", kind: "a", "broken", rhythm) == (rhythm != .patient)) }
                try run(9_601) { #expect($0.isDue("x", kind: "b", "broken", rhythm) == (rhythm != .patient)) }
                try run(9_602) { #expect(($0.end("x") == nil) == (rhythm == .patient)) }
            }
        }
    }
}

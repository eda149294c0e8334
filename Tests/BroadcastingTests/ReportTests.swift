import Broadcasting
import Fetching
import HTTP
import Ledger
import News
import NotificationHub
import TestSupport
import Testing

@Suite struct ReportTests {
    typealias Outcome = BroadcastReport.Outcome

    /// Outcomes, and which flags they raise: unknown, key, hub, partial.
    static let flags: [(name: String, outcomes: [Outcome], flags: String)] = [
        ("nothing to send", [], ""),
        ("accepted", [.accepted(NotificationReceipt())], ""),
        (
            "unknown", [.unknown(UnknownOutcome(reason: .timedOut)), .accepted(NotificationReceipt())],
            "unknown partial"
        ),
        ("the key", [.refused(HubRefusal(.missingRight)), .held], "key hub partial"),
        ("no hub", [.refused(HubRefusal(.unreachable(.notConnected))), .held], "hub partial"),
        ("once busy", [.refused(HubRefusal(.busy)), .accepted(NotificationReceipt())], "partial"),
        ("one story", [.refused(HubRefusal(.badRequest))], "partial"),
        ("not makeable", [.impossible(.noProperties), .accepted(NotificationReceipt())], "partial"),
        ("the hub is closed", [.held, .held], "partial"),
    ]

    @Test func theReportSaysWhatTheExitCodeIsMadeOf() {
        for (name, outcomes, flags) in ReportTests.flags {
            var report = BroadcastReport(feeds: 1, feedsRead: 1)
            report.outcomes = outcomes.map { (.world, $0) }
            let raised = [
                report.hasUnknown ? "unknown" : nil, report.keyWasRefused ? "key" : nil,
                report.hubIsUnavailable ? "hub" : nil, report.isPartial ? "partial" : nil,
            ]
            #expect(raised.compactMap(\.self).joined(separator: " ") == flags, "\(name)")
        }
        #expect(BroadcastReport(feeds: 2, feedsRead: 1).isPartial)
        #expect(!BroadcastReport(feeds: 2, feedsRead: 1).noFeedWasRead)
        #expect(BroadcastReport(feeds: 2, feedsRead: 0).noFeedWasRead)
        #expect(!BroadcastReport(feeds: 0, feedsRead: 0).noFeedWasRead)
    }

    @Test func aFeedInTroubleIsToldWhenPeopleCanDoSomethingAndNeverStopsTheOthers() async throws {
        try await withTemporaryFolder { folder in
            let newsroom = Newsroom(folder)
            let down = FeedOutcome.failed(FeedTrouble(.transfer(.timedOut), with: desk(.sports)))
            func run(_ minute: Int64, _ sports: FeedOutcome, _ title: String) throws -> [Bool] {
                let report = try newsroom.run(minute: minute, [(desk(.sports), sports), (desk(.world), says(title))])
                let isDown = if case .document = sports { false } else { sports != .notModified }
                #expect(report.feedsRead == (isDown ? 1 : 2) && report.isPartial == isDown)
                return newsroom.events.compactMap {
                    switch $0 {
                    case .feedFailed(_, let reason, let isDue):
                        #expect(reason.contains("Sports desk") && reason.contains("https://news.example/Sports"))
                        return isDue
                    case .feedGone: return true
                    default: return nil
                    }
                }
            }
            // One that never was read: the address is probably wrong.
            #expect(try run(1, down, "A first story") == [true])
            #expect(newsroom.tags == ["World"])
            #expect(try run(2, down, "A first story") == [false])
            #expect(try run(3, says("Cup final"), "A first story") == [])
            #expect(newsroom.tags == ["Sports"])
            // A stumble is nobody's business; three in a row are.
            #expect(try run(4, down, "A first story") == [false])
            #expect(
                newsroom.asked == ["Sports", "World"].map { FeedValidators(etag: "\"https://news.example/\($0)\"") })
            #expect(try run(5, .notModified, "A first story") == [])
            #expect(try [6, 7, 8, 9].flatMap { try run($0, down, "A first story") } == [false, false, true, false])
            // Gone for good is told once.
            #expect(try run(10, says("Cup final"), "A first story") == [])
            #expect(try run(11, .gone, "A first story") == [true])
            #expect(try run(12, .gone, "A first story") == [])
        }
    }

    @Test func aFeedThatSaysNothingNewCountsWithItsLastContentAndAPreviewAsksAnew() async throws {
        try await withTemporaryFolder { folder in
            let newsroom = Newsroom(folder)
            #expect(try newsroom.run(minute: 1, [(desk(.world), says("Bridge opens"))], hub: [status(500)]).isPartial)
            #expect(newsroom.asked == [FeedValidators()])
            let job = BroadcastJob(
                feeds: [desk(.world)], rules: newsroom.rules, targets: try CategoryTargets(), now: time(2))
            let hub = try HubConnection(
                connectionString: "Endpoint=sb://desk.example/;SharedAccessKeyName=n;SharedAccessKey=k", hub: "desk")
            let shown = try preview(
                job, ledger: Ledger.openForReading(newsroom.place), connection: hub,
                readFeeds: newsroom.reading([(desk(.world), says("Bridge opens"))]), events: { _ in })
            #expect(newsroom.asked == [FeedValidators()])
            #expect(shown.preview.notifications.map(\.bulletin.message) == ["Breaking World News : Bridge opens"])
            let report = try newsroom.run(minute: 3, [(desk(.world), .notModified)])
            #expect(newsroom.asked == [FeedValidators(etag: "\"https://news.example/World\"")])
            #expect(newsroom.bodies == [#"{"messageParam":"Breaking World News : Bridge opens"}"#])
            #expect(!report.isPartial)
        }
    }
}

import Broadcasting
import Bulletins
import Fetching
import HTTP
import Ledger
import News
import NotificationHub
import Preview
import Stories
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

    /// What the Sports desk does in each run, and whether it is told: nil when there is no trouble.
    static let troubles: [(sports: FeedOutcome, told: Bool?)] = {
        let down = FeedOutcome.failed(FeedTrouble(.transfer(.timedOut), with: desk(.sports)))
        return [
            // One that never was read: the address is probably wrong.
            (down, true), (down, false),
            (says("Cup final"), nil),
            // A stumble is nobody's business; three in a row are.
            (down, false), (.notModified, nil),
            (down, false), (down, false), (down, true), (down, false),
            // Gone for good is told once.
            (says("Cup final"), nil), (.gone, true), (.gone, nil),
        ]
    }()

    @Test func aFeedInTroubleIsToldWhenPeopleCanDoSomethingAndNeverStopsTheOthers() async throws {
        try await withTemporaryFolder { folder in
            let newsroom = Newsroom(folder)
            newsroom.rules.caps = []
            for (run, (sports, told)) in ReportTests.troubles.enumerated() {
                let feeds = [(desk(.sports), sports), (desk(.world), says("Story \(run)"))]
                let report = try newsroom.run(minute: 10 * Int64(run), feeds)
                var isRead = sports == .notModified
                if case .document = sports { isRead = true }
                #expect(report.feedsRead == (isRead ? 2 : 1) && report.isPartial == !isRead, "run \(run)")
                #expect(newsroom.told == told, "run \(run)")
                #expect(newsroom.tags.contains("World"), "run \(run)")
                if run == 4 { #expect(newsroom.asked.first == FeedValidators(etag: "\"https://news.example/Sports\"")) }
            }
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
            var shown = try preview(
                job, ledger: Ledger.openForReading(newsroom.place), connection: hub,
                readFeeds: newsroom.reading([(desk(.world), says("Bridge opens"))]), events: { _ in })
            #expect(newsroom.asked == [FeedValidators()])
            #expect(shown.preview.notifications.map(\.bulletin.message) == ["Breaking World News : Bridge opens"])
            let report = try newsroom.run(minute: 3, [(desk(.world), .notModified)])
            #expect(newsroom.asked == [FeedValidators(etag: "\"https://news.example/World\"")])
            #expect(newsroom.bodies == [#"{"messageParam":"Breaking World News : Bridge opens"}"#])
            #expect(!report.isPartial)
            // Nothing changed in the feed, and still the preview says of each item why it is in or out.
            shown = try preview(
                job, ledger: Ledger.openForReading(newsroom.place), connection: hub,
                readFeeds: newsroom.reading([(desk(.world), says("Bridge opens"))]), events: { _ in })
            #expect(shown.preview.notifications.isEmpty)
            #expect(shown.preview.leftOut.map(\.title) == ["Bridge opens"])
            #expect(shown.preview.leftOut.map(\.verdict) == ["known"])
        }
    }
}

extension Newsroom {
    /// Whether people heard of a feed in trouble; nil when none was.
    fileprivate var told: Bool? {
        for event in events {
            switch event {
            case .feedFailed(_, let reason, let isDue):
                #expect(reason.contains("Sports desk") && reason.contains("https://news.example/Sports"))
                return isDue
            case .feedGone: return true
            default: continue
            }
        }
        return nil
    }
}

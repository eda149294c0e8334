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
            report.outcomes = outcomes.map { (.world, $0, 1) }
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

    /// When a run is made, what the Sports desk would answer, whether it is asked, and what people are told of it.
    static let troubles: [(minute: Int64, sports: FeedOutcome, isAsked: Bool, told: String)] = {
        let down = FeedOutcome.failed(FeedTrouble(.status(500), with: desk(.sports)))
        return [
            // One that never was read: the address is probably wrong.
            (0, down, true, "fails"), (5, down, true, "(fails)"),
            (10, says("Cup final"), true, "recovered after 2 since \(time(0))"),
            // A stumble is nobody's business; three in a row are.
            (15, down, true, "(fails)"), (20, .notModified, true, "(recovered after 1 since \(time(15)))"),
            (25, down, true, "(fails)"), (30, down, true, "(fails)"), (35, down, true, "fails"),
            // From then on it is asked less and less often, and is in trouble all the same.
            (40, .notModified, false, ""), (45, down, true, "(fails)"), (60, .notModified, false, ""),
            (65, .notModified, true, "recovered after 4 since \(time(25))"),
            // Gone for good is told once, in the run that learns it.
            (70, .gone, true, "gone"), (75, .gone, false, ""), (300, says("Cup won"), false, ""),
        ]
    }()

    @Test func aFeedInTroubleIsToldWhenPeopleCanDoSomethingAndNeverStopsTheOthers() async throws {
        try await withTemporaryFolder { folder in
            let newsroom = Newsroom(folder)
            newsroom.rules.caps = []
            var isRead = false
            var isGone = false
            for (minute, sports, isAsked, told) in ReportTests.troubles {
                let feeds = [(desk(.sports), sports), (desk(.world), says("Story \(minute)"))]
                let report = try newsroom.run(minute: minute, feeds)
                if isAsked {
                    isRead = if case .document = sports { true } else { sports == .notModified }
                }
                #expect(newsroom.asked.count == (isAsked ? 2 : 1), "minute \(minute)")
                #expect(report.feedsRead == (isRead ? 2 : 1) && report.isPartial == !(isRead || isGone), "\(minute)")
                #expect(newsroom.told == told, "minute \(minute)")
                #expect(newsroom.tags.contains("World"), "minute \(minute)")
                if minute == 20 {
                    #expect(newsroom.asked.first == FeedValidators(etag: "\"https://news.example/Sports\""))
                }
                isGone = sports == .gone
            }
            // Alone it leaves nothing that could be read, until somebody wants it asked again.
            #expect(try newsroom.run(minute: 301, [(desk(.sports), says("Cup won"))]).noFeedWasRead)
            newsroom.asking.always = true
            let report = try newsroom.run(minute: 302, [(desk(.sports), says("Cup won"))])
            #expect(report.feedsRead == 1 && !report.isPartial && newsroom.told.hasPrefix("recovered after 1"))
        }
    }

    @Test func whenNoServerAnswersNoFeedHasToPayForIt() async throws {
        try await withTemporaryFolder { folder in
            let newsroom = Newsroom(folder)
            let silence = FeedOutcome.failed(FeedTrouble(.transfer(.nameNotResolved), with: desk(.world)))
            let feeds = [(desk(.world), says("Bridge opens")), (desk(.sports), says("Cup final"))]
            #expect(try !newsroom.run(minute: 0, feeds).isPartial)
            for run in 1...9 {
                let report = try newsroom.run(minute: 5 * Int64(run), feeds.map { ($0.0, silence) })
                #expect(newsroom.asked.count == 2 && report.noFeedWasRead, "run \(run)")
            }
            #expect(try newsroom.run(minute: 50, feeds).feedsRead == 2)
            // With one that answers, the silence is the other one's own.
            for run in 11...14 {
                let report = try newsroom.run(minute: 5 * Int64(run), [feeds[0], (feeds[1].0, silence)])
                #expect(newsroom.asked.count == (run < 14 ? 2 : 1) && report.isPartial, "run \(run)")
            }
        }
    }

    /// S48.
    @Test func aClockThatIsOffIsToldAndAgesAreCountedByThoseOfTheServers() async throws {
        for (isGiven, sent) in [(false, 1), (true, 0)] {
            try await withTemporaryFolder { folder in
                let newsroom = Newsroom(folder)
                newsroom.nowIsGiven = isGiven
                #expect(try !newsroom.run(minute: -60, [(desk(.world), says("Bridge opens"))]).isPartial)
                // 40 minutes ahead: without correction the story is older than six hours.
                newsroom.clockOffset = -2_400
                let feeds = [(desk(.world), says("Bridge closes", "Bridge opens"))]
                #expect(try !newsroom.run(minute: 390, feeds).isPartial)
                #expect(newsroom.requests.count == sent)
                let told = newsroom.warnings.filter { $0.contains("40 minutes ahead of the clocks of most servers") }
                #expect(told.count == 1)
                let records = try newsroom.records().filter { $0.intent.message.contains("closes") }
                #expect(records.map(\.intent.at) == (sent == 0 ? [] : [time(350)]))
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
    /// What people are told of feeds in trouble; in parentheses where only who asks for it is told.
    fileprivate var told: String {
        var told: [String] = []
        for event in events {
            switch event {
            case .feedFailed(_, let reason, let isDue):
                #expect(reason.contains("Sports desk") && reason.contains("https://news.example/Sports"))
                told.append(isDue ? "fails" : "(fails)")
            case .feedGone: told.append("gone")
            case .feedRecovered(_, let failures, let since, let isDue):
                let words = "recovered after \(failures) since \(since)"
                told.append(isDue ? words : "(\(words))")
            default: continue
            }
        }
        return told.joined(separator: ", ")
    }
}

import Broadcasting
import HTTP
import Ledger
import News
import NotificationHub
import Stories
import TestSupport
import Testing

@Suite struct RefusalTests {
    /// The answers of the hub, the leads that it is asked with, what is pending then, how many warnings there are.
    static let contents: [(hub: [Int], leads: [String], pending: [String], warnings: Int)] = [
        ([400], ["Odd one", "Second"], [], 1),
        ([413, 201], ["Odd one", "Second"], [], 1),
        // Refused whatever leads: it is the category, not the story.
        ([400, 400], ["Odd one", "Second"], ["Odd one", "Second", "Third"], 1),
        // Nothing is proved about the lead where the rest was not taken either.
        ([400, 500], ["Odd one", "Second"], ["Odd one", "Second", "Third"], 0),
        // Whoever got the rest got it: only the lead is in question.
        ([400, 502], ["Odd one", "Second"], [], 1),
    ]

    /// S91, S92.
    @Test(arguments: contents)
    func aLeadThatTheHubRefusesIsParkedAndTheRestGoesOut(
        hub: [Int], leads: [String], pending: [String], warnings: Int
    ) async throws {
        try await withTemporaryFolder { folder in
            let newsroom = Newsroom(folder)
            let feeds = [(desk(.world), says("Odd one", "Second", "Third")), (desk(.sports), says("Cup final"))]
            let report = try newsroom.run(minute: 1, feeds, hub: hub.map { status($0) })
            #expect(newsroom.bodies.dropLast().map { lead(in: $0) } == leads)
            #expect(newsroom.tags.last == "Sports")
            #expect(try newsroom.pending() == pending)
            #expect(newsroom.warnings.count == warnings)
            // Something of the category was not done, whatever became of the rest.
            #expect(report.isPartial)
            _ = try newsroom.run(minute: 2, feeds)
            #expect(newsroom.requests.count == (pending.isEmpty ? 0 : 1))
        }
    }

    /// Languages addressed apart or not; answers of the hub; targets and leads that it is asked with; what is pending then.
    static let languages: [(apart: Bool, hub: [Int], leads: [String], pending: [String])] = [
        // The lead of one language may be at fault as well as that of the other.
        (false, [400], ["Odd one|Le pont", "Second|Le pont"], []),
        (false, [400, 400], ["Odd one|Le pont", "Second|Le pont", "Odd one|Le port"], []),
        (
            false, [400, 413, 400], ["Odd one|Le pont", "Second|Le pont", "Odd one|Le port"],
            ["Odd one", "Le pont", "Second", "Le port"]
        ),
        (false, [413, 503], ["Odd one|Le pont", "Second|Le pont", "Second|Le pont"], []),
        (true, [400], ["en Odd one", "en Second", "fr Le pont"], []),
        (true, [201, 400, 400], ["en Odd one", "fr Le pont", "fr Le port"], ["Le pont", "Le port"]),
    ]

    @Test func aLeadIsParkedInWhicheverLanguageItIs() async throws {
        for (apart, hub, leads, pending) in RefusalTests.languages {
            try await withTemporaryFolder { folder in
                let newsroom = Newsroom(folder)
                newsroom.rules.languages.spoken = ["en", "fr"].compactMap { LanguageTag($0) }
                newsroom.rules.languages.areAddressedApart = apart
                if !apart { newsroom.together = newsroom.rules.languages.spoken }
                var french = desk(.world)
                french.location = .address("https://news.example/fr")
                french.language = "fr"
                let feeds = [(desk(.world), says("Odd one", "Second")), (french, says("Le pont", "Le port"))]
                _ = try newsroom.run(minute: 1, feeds, hub: hub.map { status($0) })
                let asked = zip(newsroom.tags, newsroom.bodies).map { tag, body in
                    apart ? "\(tag.suffix(2)) \(lead(in: body))" : leadsByLanguage(in: body)
                }
                #expect(asked == leads, "\(hub)")
                #expect(try newsroom.pending() == pending, "\(hub)")
                #expect(newsroom.warnings.count == 1 || hub.contains(503), "\(hub) \(newsroom.warnings)")
                _ = try newsroom.run(minute: 2, feeds)
                #expect(newsroom.requests.count == (pending.isEmpty ? 0 : 1), "\(hub)")
            }
        }
    }

    /// Answers, waits, requests by key, whether what was left waits without being tried.
    static let holds: [(name: String, hub: [@Sendable () -> Newsroom.Answer], keys: [String], held: Bool)] = [
        ("no connection", [{ failure(.notConnected, sent: 0) }], ["key0"], true),
        ("404", [{ status(404) }], ["key0"], true),
        ("the key, with another", [{ status(401) }], ["key0", "key1", "key1"], false),
        ("both keys", [{ status(401) }, { status(403) }], ["key0", "key1"], true),
        ("500", [{ status(500) }], ["key0", "key0"], false),
        ("502", [{ status(502) }], ["key0", "key0"], false),
        ("400", [{ status(400) }], ["key0", "key0"], false),
    ]

    @Test func whatHoldsForEverythingIsNotTriedWithTheOthers() async throws {
        for (name, hub, keys, held) in RefusalTests.holds {
            try await withTemporaryFolder { folder in
                let newsroom = Newsroom(folder)
                newsroom.keys = 2
                let feeds = [(desk(.world), says("Bridge opens")), (desk(.sports), says("Cup final"))]
                let report = try newsroom.run(minute: 1, feeds, hub: hub.map { $0() })
                let used = newsroom.requests.map { request in
                    let token = request.headers.first { $0.name == "Authorization" }?.value ?? ""
                    return String(token.split(separator: "=").last ?? "")
                }
                #expect(used == keys, "\(name)")
                #expect((report.outcomes.last?.outcome == .held) == held, "\(name)")
                #expect(try newsroom.pending().contains("Cup final") == held, "\(name)")
            }
        }
    }

    /// S35, S36, S37.
    @Test func theHubIsWaitedForAsLongAsItAsksAndNotLonger() async throws {
        try await withTemporaryFolder { folder in
            let newsroom = Newsroom(folder)
            let feeds = [(desk(.world), says("Bridge opens")), (desk(.sports), says("Cup final"))]
            // Within the run.
            var report = try newsroom.run(
                minute: 1, feeds, hub: [status(429, ("Retry-After", "7")), status(503), status(201), status(500)])
            #expect(newsroom.waits == [7, 10])
            #expect(newsroom.tags == ["World", "World", "World", "Sports"])
            #expect(try newsroom.records().map { word(for: $0.outcome) } == ["accepted", "not sent"])
            // Longer than the run, whatever nonsense is asked for: at most a day.
            try await withTemporaryFolder { folder in
                let other = Newsroom(folder)
                _ = try other.run(minute: 1, feeds, hub: [status(429, ("Retry-After", "99999999999999999999"))])
                let ledger = try Ledger.openForReading(other.place)
                #expect(try ledger.hubClosedUntil(at: time(1)) == time(1 + 24 * 60))
            }
            // Longer than the run: 40 s of its 300 are over, and the hub counts from its answer.
            newsroom.secondsLeft = 260
            report = try newsroom.run(minute: 2, feeds, hub: [status(403, ("Retry-After", "290"))])
            #expect(newsroom.waits.isEmpty && newsroom.requests.count == 1)
            #expect(report.hubIsUnavailable && !report.keyWasRefused)
            // The next run does not ask before; one that comes later does.
            newsroom.secondsLeft = 300
            report = try newsroom.run(minute: 7, feeds)
            #expect(newsroom.requests.isEmpty)
            #expect(report.outcomes.map(\.outcome) == [.held] && report.isPartial)
            report = try newsroom.run(minute: 8, feeds)
            #expect(newsroom.tags == ["Sports"] && !report.isPartial)
        }
    }

    @Test func aRunThatIsToldToStopLeavesTheRestAndTheHubInPeace() async throws {
        try await withTemporaryFolder { folder in
            let newsroom = Newsroom(folder)
            let feeds = [(desk(.world), says("Bridge opens")), (desk(.sports), says("Cup final"))]
            newsroom.onRequest = { _ in newsroom.isCancelled = true }
            var report = try newsroom.run(minute: 1, feeds, hub: [status(429, ("Retry-After", "90"))])
            #expect(newsroom.tags == ["World"] && newsroom.waits == [90])
            #expect(report.wasCancelled && report.isPartial)
            newsroom.isCancelled = false
            newsroom.onRequest = { _ in }
            _ = try newsroom.run(minute: 2, feeds)
            #expect(newsroom.tags.isEmpty)
            report = try newsroom.run(minute: 3, feeds)
            #expect(newsroom.tags == ["World", "Sports"] && !report.wasCancelled)
        }
    }
}

/// The headlines of the English and of the French message.
private func leadsByLanguage(in body: String) -> String {
    body.split(separator: "\",\"").map { lead(in: String($0)) }.joined(separator: "|")
}

/// The headline in a body.
private func lead(in body: String) -> String {
    let message = body.split(separator: " : ", maxSplits: 1).last ?? ""
    return String(message.prefix { $0 != "(" && $0 != "\"" }.drop { $0 == " " }).trimmed
}

extension String {
    fileprivate var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}

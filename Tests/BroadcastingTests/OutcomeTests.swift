import Broadcasting
import Bulletins
import HTTP
import Ledger
import News
import NotificationHub
import Stories
import TestSupport
import Testing

/// What the hub's answer to one notification leaves behind.
struct AnswerCase: Sendable, CustomTestStringConvertible {
    var name: String
    var answer: @Sendable () -> Newsroom.Answer
    var state: String
    /// Requests in the run of the answer, and in the next one.
    var requests: (first: Int, next: Int)

    var testDescription: String { name }

    init(
        _ name: String, _ answer: @escaping @Sendable () -> Newsroom.Answer, _ state: String, _ first: Int, _ next: Int
    ) {
        self.name = name
        self.answer = answer
        self.state = state
        requests = (first, next)
    }
}

private let answers = [
    AnswerCase(
        "201", { status(201, ("Location", "https://desk.example/desk/messages/n1?api-version=1")) }, "accepted", 1, 0),
    AnswerCase("200", { status(200) }, "accepted", 1, 0),
    AnswerCase("401", { status(401) }, "not sent", 1, 1),
    AnswerCase("403", { status(403) }, "not sent", 1, 1),
    AnswerCase("404", { status(404) }, "not sent", 1, 1),
    AnswerCase("500", { status(500) }, "not sent", 1, 1),
    AnswerCase("no connection", { failure(.notConnected, sent: 0) }, "not sent", 1, 1),
    AnswerCase("a name that does not resolve", { failure(.nameNotResolved, sent: 0) }, "not sent", 1, 1),
    AnswerCase("408", { status(408) }, "unknown", 1, 0),
    AnswerCase("502", { status(502) }, "unknown", 1, 0),
    AnswerCase("504", { status(504) }, "unknown", 1, 0),
    AnswerCase("no answer", { failure(.timedOut, sent: 1) }, "unknown", 1, 0),
    AnswerCase("a connection cut off", { failure(.cutOff, sent: 400) }, "unknown", 1, 0),
    // The only story of a category that the hub refuses would be refused for ever.
    AnswerCase("400", { status(400) }, "not sent", 1, 0),
    AnswerCase("413", { status(413) }, "not sent", 1, 0),
    AnswerCase("403 about size", { status(403, body: "the message is too large") }, "not sent", 1, 0),
]

@Suite struct OutcomeTests {
    @Test(arguments: answers) func everyAnswerLeavesItsStateBehind(_ row: AnswerCase) async throws {
        try await withTemporaryFolder { folder in
            let newsroom = Newsroom(folder)
            let feeds = [(desk(.world), says("Bridge opens"))]
            let report = try newsroom.run(minute: 1, feeds, hub: [row.answer()])
            #expect(newsroom.requests.count == row.requests.first)
            let record = try #require(try newsroom.records().first)
            #expect(word(for: record.outcome) == row.state)
            #expect(report.hasUnknown == (row.state == "unknown"))
            #expect(report.isPartial == (row.state != "accepted"))
            #expect(try newsroom.pending().isEmpty == (row.requests.next == 0))
            // An hour later, when no cap and no closed hub stands against it.
            let next = try newsroom.run(minute: 61, feeds)
            #expect(newsroom.requests.count == row.requests.next)
            #expect(!next.hasUnknown && !next.isPartial)
            if row.name == "201" { #expect(record.outcome == .accepted(hubID: "n1")) }
        }
    }

    @Test func theIntentIsSafeBeforeTheRequestAndItsResultBeforeTheNextOne() async throws {
        try await withTemporaryFolder { folder in
            let newsroom = Newsroom(folder)
            var seen: [[String]] = []
            var claimed: [Int] = []
            newsroom.onRequest = { _ in
                let records = try newsroom.records()
                seen.append(records.map { "\($0.intent.categories) \(word(for: $0.outcome))" })
                claimed.append(records.last?.intent.stories.count ?? 0)
                // All that was read is in the ledger before anything is sent.
                #expect(try newsroom.pending().count == 3)
            }
            let report = try newsroom.run(
                minute: 1, [(desk(.world), says("Bridge opens", "Bridge closes")), (desk(.sports), says("Cup final"))],
                hub: [status(500)])
            #expect(newsroom.faults.isEmpty)
            #expect(
                seen == [
                    ["\([Category.world]) under way"],
                    ["\([Category.world]) not sent", "\([Category.sports]) under way"],
                ])
            #expect(claimed == [2, 1])
            #expect(report.outcomes.map(\.category) == [.world, .sports])
        }
    }

    @Test("S90: an alert on a phone is replaced by one about its story in its category, and by no other")
    func theCollapseIDIsMadeOfStoryAndCategory() throws {
        func collapseID(_ category: Category, _ title: String, link: String, at minute: Int64) throws -> String {
            let send = HandSend(target: .categories([category]), message: title, link: link)
            let prepared = try PreparedHandSend(
                send, style: BulletinStyle(), targets: CategoryTargets(), now: time(minute), expiresAfter: 60)
            return try #require(prepared.notification.collapseID)
        }
        let world = try collapseID(.world, "Ferry aground", link: "https://news.example/1", at: 0)
        let later = try collapseID(.world, "Ferry aground, 40 safe", link: "http://news.example/1?utm_id=2", at: 2)
        let sports = try collapseID(.sports, "Ferry aground", link: "https://news.example/1", at: 0)
        let other = try collapseID(.world, "Ferry aground", link: "https://news.example/2", at: 0)
        #expect(world == later && world != other)
        #expect(world != sports && world.replacing("world", with: "sports") == sports)
    }

    @Test func storiesThatSomebodyElseTookMeanwhileAreLeftOut() async throws {
        try await withTemporaryFolder { folder in
            let newsroom = Newsroom(folder)
            newsroom.onRequest = { _ in
                guard newsroom.requests.count == 1 else { return }
                let ledger = try Ledger.open(newsroom.place)
                try ledger.pause([.science], until: nil, at: time(1))
                for story in try ledger.pendingStories()
                where ["Vote at noon", "Cup final"].contains(story.content.title) {
                    _ = try ledger.intend(
                        NotificationIntent(
                            origin: .send, categories: story.categories, target: "x", message: "m", stories: [story.id],
                            at: time(1)))
                }
            }
            let report = try newsroom.run(
                minute: 1,
                [
                    (desk(.world), says("Bridge opens")), (desk(.politics), says("Vote at noon", "Minister resigns")),
                    (desk(.science), says("Comet seen")), (desk(.sports), says("Cup final")),
                ])
            #expect(newsroom.faults.isEmpty)
            // Science was paused meanwhile. Politics goes out about the rest, Sports has nothing left to say.
            #expect(newsroom.tags == ["World", "Politics"])
            #expect(newsroom.bodies.last == #"{"messageParam":"Breaking Politics News : Minister resigns"}"#)
            #expect(report.outcomes.map(\.category) == [.world, .politics])
            #expect(!report.isPartial)
            let waiting = try Ledger.openForReading(newsroom.place).pendingStories().filter { $0.state == .waiting }
            #expect(waiting.map(\.content.title) == ["Comet seen"])
        }
    }
}

func word(for outcome: NotificationOutcome?) -> String {
    switch outcome {
    case .accepted: "accepted"
    case .cancelled: "cancelled"
    case .notSent: "not sent"
    case .unknown: "unknown"
    case nil: "under way"
    }
}

import Broadcasting
import Bulletins
import Fetching
import HTTP
import Ledger
import News
import NotificationHub
import Stories
import TestSupport

/// A newsroom with a ledger of its own, feeds that say what a test says, and a hub that answers from a list.
final class Newsroom {
    /// What the hub does with one request.
    typealias Answer = (HTTPRequest) -> HTTPResult

    let place: LedgerPlace
    /// Called with each request, before it is answered.
    var onRequest: (HTTPRequest) throws -> Void = { _ in }
    private(set) var requests: [HTTPRequest] = []
    private(set) var waits: [Int64] = []
    private(set) var events: [RunEvent] = []
    /// What went wrong inside closures that cannot throw.
    private(set) var faults: [any Error] = []
    var rules = DecidingRules()
    var asking = AskingRules()
    /// The languages of one notification.
    var together: [LanguageTag] = []
    /// Seconds by which the clocks of servers are ahead of this one.
    var clockOffset: Int64?
    var nowIsGiven = false
    var itemsPerCommit: Int?
    var keys = 1
    var secondsLeft: Int64 = 300
    var isCancelled = false

    init(_ folder: TemporaryFolder) {
        place = LedgerPlace(path: folder.path("ledger.db"), hub: "news.example/desk", machine: "test")
        rules.announceFirst = 100
    }

    /// One broadcast at a minute after nine o'clock. The hub gives the answers in turn, then 201.
    func run(
        minute: Int64, _ feeds: [(Feed, FeedOutcome)], hub answers: [Answer] = []
    ) throws -> BroadcastReport {
        requests = []
        waits = []
        events = []
        let clients = try (0..<keys).map { key in
            NotificationHubClient(
                connection: try HubConnection(
                    connectionString: "Endpoint=sb://desk.example/;SharedAccessKeyName=key\(key);SharedAccessKey=k",
                    hub: "desk"),
                exchange: { self.answer($0, answers) }, wallClock: { time(0) })
        }
        let delivery = HubDelivery(
            clients: clients,
            edges: DeliveryEdges(
                wait: { seconds in
                    self.waits.append(seconds)
                    return !self.isCancelled
                }, secondsLeft: { self.secondsLeft }, isCancelled: { self.isCancelled }))
        var job = BroadcastJob(
            feeds: feeds.map(\.0), asking: asking, rules: rules,
            style: BulletinStyle(together: LanguageProperties(together)),
            targets: try CategoryTargets(languages: rules.languages.areAddressedApart ? rules.languages.spoken : []),
            now: time(minute),
            nowIsGiven: nowIsGiven)
        if let itemsPerCommit { job.itemsPerCommit = itemsPerCommit }
        return try broadcast(
            job, ledger: try Ledger.open(place), readFeeds: reading(feeds), delivery: delivery,
            events: { self.events.append($0) })
    }

    /// The validators with which each feed was asked last.
    private(set) var asked: [FeedValidators] = []

    /// What a reader of feeds would hand over.
    func reading(_ feeds: [(Feed, FeedOutcome)]) -> FeedReadingRun {
        { requests, each in
            self.asked = requests.map(\.validators)
            for (index, request) in requests.enumerated() {
                let feed = request.feed
                guard let outcome = feeds.first(where: { $0.0 == feed })?.1 else { continue }
                let validators = FeedValidators(etag: "\"\(feed.name)\"")
                each(
                    Fetching.FeedReading(
                        index: index, feed: feed, outcome: outcome, validators: validators,
                        clockOffset: self.clockOffset))
            }
        }
    }

    /// The tags of the requests, in order.
    var tags: [String] {
        requests.compactMap { request in
            request.headers.first { $0.name == "ServiceBusNotification-Tags" }?.value
        }
    }

    /// The bodies of the requests, in order.
    var bodies: [String] { requests.map { String(decoding: $0.body ?? [], as: UTF8.self) } }

    /// Warnings, in order.
    var warnings: [String] {
        events.compactMap { event in
            switch event {
            case .warning(let words), .trouble(let words, isDue: true), .troubleOver(let words, _): words
            default: nil
            }
        }
    }

    /// What the ledger says now, to somebody else.
    func records() throws -> [NotificationRecord] {
        try Ledger.openForReading(place).notifications(since: time(0))
    }

    /// The titles of the stories that may still be announced.
    func pending() throws -> [String] {
        try Ledger.openForReading(place).pendingStories().filter(\.state.isPending).map(\.content.title)
    }

    private func answer(_ request: HTTPRequest, _ answers: [Answer]) -> HTTPResult {
        requests.append(request)
        do {
            try onRequest(request)
        } catch {
            faults.append(error)
        }
        return requests.count <= answers.count ? answers[requests.count - 1](request) : status(201)(request)
    }
}

/// So many minutes after nine o'clock.
func time(_ minute: Int64) -> Instant { Instant(secondsSince1970: 1_796_029_200 + 60 * minute) }

/// The feed of a category.
func desk(_ category: Category) -> Feed {
    Feed(
        location: .address("https://news.example/\(category.rawValue)"), title: "\(category.rawValue) desk",
        category: category)
}

/// A feed with items of these titles, the first one the newest.
func says(_ titles: String...) -> FeedOutcome {
    .document(
        FeedDocument(
            format: .rss, title: "A desk",
            items: titles.enumerated().map { place, title in
                let id = title.filter { $0 != " " }
                return Item(
                    title: title, link: "https://news.example/\(id)", id: id, published: time(-Int64(place)))
            }))
}

/// An answer of the hub.
func status(_ status: Int, _ headers: (String, String)..., body: String = "") -> Newsroom.Answer {
    { request in
        .success(
            HTTPResponse(
                status: status, headers: headers.map { HTTPHeader($0.0, $0.1) }, body: Array(body.utf8),
                address: request.address))
    }
}

/// No answer, so many bytes of the request having left.
func failure(_ kind: TransferError.Kind, sent bytes: Int) -> Newsroom.Answer {
    { _ in .failure(TransferError(kind: kind, requestBytesSent: bytes)) }
}

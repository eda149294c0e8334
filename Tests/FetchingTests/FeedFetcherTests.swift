import Feeds
import Fetching
import Glibc
import HTTP
import News
import TestSupport
import Testing

let feed = """
    <?xml version="1.0"?><rss version="2.0"><channel><title>Harbour Herald</title>
    <item><title>Ferry returns</title><link>/ferry</link></item>
    <item><title>Market opens</title><link>/market</link></item></channel></rss>
    """

func testFetcher(
    _ plan: TransferPlan = TransferPlan(), limits: TransferLimits = TransferLimits(),
    randomness: @escaping () -> Double = { 0 }
) -> FeedFetcher {
    let settings = HTTPClientSettings(userAgent: "bulletin/0 (+desk@news.example)", proxy: .none)
    return FeedFetcher(
        client: HTTPClient(settings: settings), limits: limits, plan: plan, feedLimits: FeedLimits(feedSize: 100_000),
        retries: RetryRules(delays: [0, 0]),
        secret: {
            $0 == .variable("good") || $0 == .file("good")
                ? .success("geheim") : .failure(SecretTrouble("bad is missing"))
        }, randomness: randomness)
}

/// The readings of some feeds, by place; each place must come once.
func readings(_ requests: [FeedRequest], by fetcher: FeedFetcher = testFetcher()) -> [FeedReading] {
    var read: [FeedReading] = []
    fetcher.read(requests) { read.append($0) }
    #expect(read.map(\.index).sorted() == Array(requests.indices))
    return read.sorted { $0.index < $1.index }
}

func itemCount(_ outcome: FeedOutcome) -> Int? {
    if case .document(let document) = outcome { document.items.count } else { nil }
}

func words(_ outcome: FeedOutcome) -> String {
    if case .failed(let trouble) = outcome { "\(trouble)" } else { "\(outcome)" }
}

/// What a server answers, and what is made of it.
struct Exchange: Sendable, CustomTestStringConvertible {
    var name: String
    var steps: [[CannedServer.Step]]
    var validators = FeedValidators()
    /// The items of the document; nil for none.
    var items: Int?
    /// A part of the words of the outcome.
    var words = ""
    var keeps = FeedValidators()
    var movedTo: String?
    var testDescription: String { name }
}

let known = FeedValidators(etag: "\"v1\"", lastModified: "Tue, 05 Mar 2024 08:20:00 GMT")

let exchanges = [
    Exchange(
        name: "a feed with validators",
        steps: [.answer(200, ["ETag: \"v2\"", "Last-Modified: Wed, 06 Mar 2024 08:20:00 GMT"], feed)], items: 2,
        keeps: FeedValidators(etag: "\"v2\"", lastModified: "Wed, 06 Mar 2024 08:20:00 GMT")),
    Exchange(
        name: "a whole feed as 206", steps: [.answer(206, ["Content-Range: bytes 0-9/10"], feed)], items: 2),
    Exchange(
        name: "not modified", steps: [.answer(304, ["ETag: W/\"v3\""], "")], validators: known, words: "notModified",
        keeps: FeedValidators(etag: "W/\"v3\"", lastModified: known.lastModified)),
    Exchange(name: "not modified, unasked", steps: [.answer(304, [], "")], words: "not modified (304), although"),
    Exchange(name: "changed all the same", steps: [.answer(200, [], feed)], validators: known, items: 2),
    Exchange(
        name: "an endless validator", steps: [.answer(200, ["ETag: \"\(String(repeating: "x", count: 2000))\""], feed)],
        items: 2),
    Exchange(
        name: "gone", steps: [.answer(410, [], "<html>gone</html>")], validators: known, words: "gone", keeps: known),
    Exchange(
        name: "not found", steps: [.answer(404, [], feed)], validators: known, words: "(404 Not Found)", keeps: known),
    Exchange(name: "S46: refused", steps: [.answer(403, [], "no")], words: "access refused (403 Forbidden)"),
    Exchange(name: "password wanted", steps: [.answer(401, [], "no")], words: "user name and password"),
    Exchange(
        name: "down for a while", steps: [.answer(503, ["Retry-After: 120"], feed)], validators: known,
        words: "the server is in trouble (status 503) after", keeps: known),
    Exchange(
        name: "too often",
        steps: [
            .answer(
                429, ["Date: Tue, 05 Mar 2024 08:20:00 GMT", "Retry-After: Tue, 05 Mar 2024 08:25:00 GMT"], "")
        ], words: "the server asks to wait 300 s"),
    Exchange(name: "redirected nowhere", steps: [.answer(302, [], "")], words: "redirected nowhere (302)"),
    Exchange(
        name: "a page", steps: [.answer(200, ["ETag: \"v2\""], "<!DOCTYPE html><html><title>Hi</title></html>")],
        words: "web page"),
    Exchange(name: "empty", steps: [.answer(200, [], "")], words: "empty"),
    Exchange(name: "no content", steps: [.answer(204, [], "")], words: "empty"),
    Exchange(
        name: "too large", steps: [.answer(200, [], String(repeating: " ", count: 100_001))],
        words: "larger than 100000 bytes"),
    Exchange(
        name: "announced longer than it is",
        steps: [[.send(.answerBytes(200, ["Content-Length: 9999", "ETag: \"v2\""], Array(feed.utf8))), .close]],
        items: 2),
    Exchange(
        name: "cut in the middle",
        steps: [
            [
                .send(.answerBytes(200, ["Content-Length: 9999", "ETag: \"v2\""], Array(feed.utf8.dropLast(60)))),
                .close,
            ]
        ], validators: known, words: "the answer was cut off", keeps: known),
    Exchange(
        name: "cut without an announced length",
        steps: [[.send(.answerBytes(200, ["ETag: \"v2\""], Array(feed.utf8.dropLast(60)))), .close]], items: 1),
    Exchange(
        name: "moved for good", steps: [.answer(301, ["Location: /feed?new"], ""), .answer(200, [], feed)], items: 2,
        movedTo: "/feed?new"),
    Exchange(
        name: "moved for good, then for a while",
        steps: [
            .answer(308, ["Location: /feed?new"], ""), .answer(302, ["Location: /feed?x"], ""), .answer(200, [], feed),
        ],
        items: 2, movedTo: "/feed?new"),
    Exchange(
        name: "moved for a while", steps: [.answer(302, ["Location: /feed?x"], ""), .answer(200, [], feed)], items: 2),
    Exchange(
        name: "moved for good to a page",
        steps: [.answer(301, ["Location: /feed?x"], ""), .answer(200, [], "<html></html>")],
        words: "page"),
]

@Suite struct FeedFetcherTests {
    @Test("every answer becomes its outcome, its validators and its new address", arguments: exchanges)
    func answers(_ row: Exchange) throws {
        let server = try #require(CannedServer(table: ["/feed": row.steps]))
        let request = FeedRequest(feed: Feed(location: .address(server.address + "/feed")), validators: row.validators)
        let reading = try #require(readings([request]).first)
        #expect(itemCount(reading.outcome) == row.items, "\(reading.outcome)")
        #expect(words(reading.outcome).contains(row.words), "\(words(reading.outcome))")
        #expect(reading.validators == row.keeps)
        #expect(reading.movedTo == row.movedTo.map { server.address + $0 })
        let first = try #require(server.requests.first)
        #expect(first.header("If-None-Match") == row.validators.etag)
        #expect(first.header("If-Modified-Since") == row.validators.lastModified)
    }

    @Test("what passes by itself is asked again, twice at most, and nothing else")
    func asksAgain() throws {
        let good = [CannedServer.Step].answer(200, [], feed)
        let rows: [(path: String, answers: [[CannedServer.Step]], requests: Int, items: Int?)] = [
            ("/reset", [[.reset], good], 2, 2), ("/closed", [[.close], [.close], good], 3, 2),
            ("/502", [.answer(502), good], 2, 2), ("/504", [.answer(504), .answer(502), good], 3, 2),
            ("/503", [.answer(503, ["Retry-After: 0"]), good], 2, 2),
            ("/busy", [.answer(503), .answer(503), .answer(503), good], 3, nil),
            ("/later", [.answer(503, ["Retry-After: 11"]), good], 1, nil), ("/500", [.answer(500), good], 1, nil),
            ("/404", [.answer(404), good], 1, nil), ("/429", [.answer(429, ["Retry-After: 0"]), good], 1, nil),
        ]
        var rolls = 0
        for (path, answers, requests, items) in rows {
            let server = try #require(CannedServer(table: [path: answers]))
            let request = FeedRequest(feed: Feed(location: .address(server.address + path)))
            let fetcher = testFetcher {
                rolls += 1
                return 0
            }
            let reading = try #require(readings([request], by: fetcher).first)
            #expect(itemCount(reading.outcome) == items, "\(path): \(reading.outcome)")
            #expect(server.requests.count == requests, "\(path)")
        }
        #expect(rolls > 0)
        // Many feeds of one host in trouble do not make it worse.
        let server = try #require(CannedServer { _ in .answer(503) })
        _ = readings((0..<40).map { FeedRequest(feed: Feed(location: .address("\(server.address)/\($0)"))) })
        #expect(server.requests.count == 48)
    }

    @Test("S38, S41: a feed that fails stops none after it, and its line names it, the reason and the time")
    func namesFailures() throws {
        let server = try #require(
            CannedServer(table: [
                "/500": [.answer(500, [], "")], "/good": [.answer(200, [], feed)], "/silent": [[.wait(CannedGate())]],
            ]))
        let addresses = [
            "http://\(String(repeating: "a", count: 64)).invalid/", "http://desk:geheim@127.0.0.1:1/feed",
            server.address + "/500", server.address + "/silent", server.address + "/good",
        ]
        let requests = addresses.map { FeedRequest(feed: Feed(location: .address($0), title: "Harbour Herald")) }
        let fetcher = testFetcher(limits: TransferLimits(totalSeconds: 1))
        let outcomes = readings(requests, by: fetcher).map(\.outcome)
        #expect(itemCount(outcomes[4]) == 2)
        let lines = outcomes.dropLast().map(words)
        for (line, reason) in zip(
            lines, ["no host of that name", "no connection", "(status 500)", "no answer in time"])
        {
            #expect(
                line.hasPrefix("Harbour Herald (http://") && line.contains(reason) && line.contains(" after "),
                "\(line)")
            #expect(!line.contains("geheim"))
        }
        #expect(lines[1].contains("(http://127.0.0.1:1/feed)"))
    }

    @Test("S46: a feed is asked for as such, by a named program, with headers of its own in place of ours")
    func asksPolitely() throws {
        let server = try #require(CannedServer { _ in .answer(200, [], feed) })
        let plain = Feed(location: .address(server.address + "/plain"))
        let special = Feed(location: .address(server.address + "/special"))
        let own = [HTTPHeader("user-agent", "Reader/9"), HTTPHeader("Accept", "text/xml"), HTTPHeader("X-Key", "k")]
        _ = readings([FeedRequest(feed: plain), FeedRequest(feed: special, headers: own)])
        let first = try #require(server.requests.first { $0.target == "/plain" })
        #expect(first.header("User-Agent") == "bulletin/0 (+desk@news.example)")
        #expect(first.header("Accept")?.contains("application/rss+xml") == true)
        let second = try #require(server.requests.first { $0.target == "/special" })
        #expect(second.headers.filter { $0.name == "user-agent" }.map(\.value) == ["Reader/9"])
        #expect(second.headers.filter { $0.name == "accept" }.map(\.value) == ["text/xml"])
        #expect(second.header("X-Key") == "k")
        try followsTheList()
    }

    /// What the list says about asking a feed: who asks, how long, with what secret; no other host learns it.
    private func followsTheList() throws {
        let other = try #require(CannedServer(host: "127.0.0.2") { _ in .answer(200, [], feed) })
        let server = try #require(
            CannedServer { request in
                switch request.target {
                case "/moved": .answer(302, ["Location: \(other.address)/"], "")
                case "/silent": [.wait(CannedGate())]
                default: .answer(200, [], feed)
                }
            })
        func request(_ path: String, _ settings: FeedSetting...) -> FeedRequest {
            FeedRequest(feed: Feed(location: .address(server.address + path), settings: settings))
        }
        let basic: [FeedSetting] = [.username("desk"), .password(.variable("good"))]
        let outcomes = readings([
            request("/moved", basic[0], basic[1], .userAgent("Desk/1"), .header(name: "X-Desk", value: "World")),
            request("/moved", .bearer(.file("good"))), request("/silent", .timeout(1)),
            request("/none", .bearer(.file("bad"))), request("/plain"),
        ])
        #expect(outcomes.map { itemCount($0.outcome) } == [2, 2, nil, nil, 2])
        #expect(words(outcomes[2].outcome).contains("no answer in time"))
        #expect(words(outcomes[3].outcome).hasSuffix("/none: it was not asked: bad is missing"))
        let sent = server.requests.filter { $0.target == "/moved" }
        #expect(Set(sent.map { $0.header("Authorization") }) == ["Basic ZGVzazpnZWhlaW0=", "Bearer geheim"])
        #expect(Set(sent.map { $0.header("User-Agent") }).contains("Desk/1"))
        #expect(sent.contains { $0.header("X-Desk") == "World" })
        #expect(other.requests.count == 2 && other.requests.allSatisfy { $0.header("Authorization") == nil })
        #expect(server.requests.first { $0.target == "/plain" }?.header("Authorization") == nil)
        #expect(!server.requests.contains { $0.target == "/none" })
    }

    @Test("files are read beside addresses; relative links are seen from where the feed came from")
    func readsFiles() async throws {
        let server = try #require(
            CannedServer(table: ["/a": [.answer(302, ["Location: /b/feed"], "")], "/b/feed": [.answer(200, [], feed)]]))
        let fixtures = fixtureFolder()
        let requests = [
            FeedRequest(feed: Feed(location: .file(fixtures + "/harbour.xml")), baseAddress: "http://news.example/x/"),
            FeedRequest(feed: Feed(location: .address(server.address + "/a"))),
            FeedRequest(feed: Feed(location: .file(fixtures + "/absent.xml"))),
            FeedRequest(feed: Feed(location: .file(fixtures))),
            FeedRequest(feed: Feed(location: .file("/dev/zero"))),
        ]
        let outcomes = readings(requests).map(\.outcome)
        let links = outcomes.prefix(2).map { outcome -> String? in
            if case .document(let document) = outcome { document.items.first?.link } else { nil }
        }
        #expect(links == ["http://news.example/ferry", server.address + "/ferry"])
        let lines = outcomes.dropFirst(2).map(words)
        #expect(lines[0] == fixtures + "/absent.xml: the file cannot be read (No such file or directory)")
        #expect(lines[1] == fixtures + ": the file cannot be read (Is a directory)")
        #expect(lines[2].contains("larger than"))
        // A pipe that nobody writes to is empty, whatever the test's time: it must not hold the run.
        try await withTemporaryFolder { folder in
            try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
            let outcome = readings([FeedRequest(feed: Feed(location: .file(folder.path("pipe"))))])[0].outcome
            #expect(words(outcome).contains("empty"))
        }
    }
}

/// The folder of small files beside these tests.
func fixtureFolder(_ path: String = #filePath) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/Fixtures"
}

import HTTP
import TestSupport
import Testing

/// A client that takes no proxy from the environment of the test run.
func testClient() -> HTTPClient {
    HTTPClient(settings: HTTPClientSettings(userAgent: "bulletin/0 (+desk@news.example)", proxy: .none))
}

func failure(_ result: HTTPResult) -> TransferError? {
    if case .failure(let error) = result { error } else { nil }
}

/// What a server (or an address) does, and what comes of a GET.
struct Misbehaviour: Sendable, CustomTestStringConvertible {
    var name: String
    var steps: [CannedServer.Step] = []
    /// What it does first, request by request.
    var before: [[CannedServer.Step]] = []
    /// In place of the server's own address; `PORT` stands for its port.
    var address = "http://127.0.0.1:PORT/feed"
    var limits = TransferLimits(connectSeconds: 20, totalSeconds: 20, maximumBodyBytes: 100_000)
    var kind: TransferError.Kind
    var detail: String
    var testDescription: String { name }
}

/// 10 MiB of blanks in 326 bytes of Zstandard (RFC 8878): 80 blocks that each say "this byte, 131,072 times".
let bomb: [UInt8] = {
    let lastOf80 = { (block: Int) -> UInt8 in block == 79 ? 0b011 : 0b010 }
    return [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x38] + (0..<80).flatMap { [lastOf80($0), 0x00, 0x10, 0x20] }
}()

let misbehaviours = [
    Misbehaviour(name: "not an address", address: "feed.xml", kind: .nameNotResolved, detail: "feed.xml"),
    Misbehaviour(name: "another scheme", address: "ftp://127.0.0.1/feed", kind: .badAddress, detail: "ftp"),
    Misbehaviour(name: "file scheme", address: "file:///etc/hostname", kind: .badAddress, detail: "file"),
    Misbehaviour(
        name: "no such name", address: "http://\(String(repeating: "a", count: 64)).invalid/", kind: .nameNotResolved,
        detail: "resolve host"),
    Misbehaviour(name: "refused", address: "http://127.0.0.1:1/feed", kind: .notConnected, detail: "127.0.0.1 port 1"),
    Misbehaviour(
        name: "plain where TLS is asked", address: "https://127.0.0.1:PORT/feed", kind: .notTrusted, detail: ""),
    Misbehaviour(name: "closed without a word", steps: [.close], kind: .cutOff, detail: "Empty reply"),
    Misbehaviour(name: "reset", steps: [.reset], kind: .cutOff, detail: "reset"),
    Misbehaviour(
        name: "shorter than announced",
        steps: [.send(.answerBytes(200, ["Content-Length: 100"], Array("<rss".utf8))), .close], kind: .cutOff,
        detail: "bytes remaining"),
    Misbehaviour(
        name: "cut in a chunk",
        steps: [.send(.answerBytes(200, ["Transfer-Encoding: chunked"], Array("ff\r\n<rss".utf8))), .close],
        kind: .cutOff, detail: ""),
    Misbehaviour(
        name: "not HTTP", steps: [.send(Array("220 mail.news.example\r\n".utf8)), .close], kind: .badAnswer,
        detail: "HTTP/0.9"),
    Misbehaviour(
        name: "not the encoding it says",
        steps: .answer(200, ["Content-Encoding: gzip"], "<rss>not gzip</rss>"), kind: .badAnswer, detail: ""),
    Misbehaviour(
        name: "announced too large", steps: [.send(.answerBytes(200, ["Content-Length: 9000000"]))], kind: .tooLarge,
        detail: "larger than 100000 bytes"),
    Misbehaviour(
        name: "too large without saying so",
        steps: [.send(.answerBytes(200, [], Array(repeating: 32, count: 100_001)))], kind: .tooLarge,
        detail: "larger than 100000 bytes"),
    Misbehaviour(
        name: "decompression bomb", steps: .answer(200, ["Content-Encoding: zstd"], bomb), kind: .tooLarge,
        detail: "larger than 100000 bytes"),
    Misbehaviour(
        name: "headers without end",
        steps: [
            .send(.answerBytes(200, Array(repeating: "X-Filler: " + String(repeating: "x", count: 1000), count: 300)))
        ],
        kind: .badAnswer, detail: "headers"),
    Misbehaviour(
        name: "redirect to a file", steps: .answer(302, ["Location: file:///etc/hostname"], ""), kind: .badRedirect,
        detail: "file:///etc/hostname"),
    Misbehaviour(
        name: "redirect to another scheme", steps: .answer(301, ["Location: gopher://127.0.0.1/"], ""),
        kind: .badRedirect, detail: "gopher://127.0.0.1/"),
    Misbehaviour(
        name: "redirect in a circle", steps: .answer(302, ["Location: /feed"], ""), kind: .badRedirect,
        detail: "in a circle at http://127.0.0.1:PORT/feed"),
    Misbehaviour(
        name: "redirects without end", before: (1...11).map { .answer(302, ["Location: /feed?\($0)"], "") },
        kind: .badRedirect, detail: "redirected more than 10 times, last to http://127.0.0.1:PORT/feed?10"),
    Misbehaviour(
        name: "redirect to no address", steps: .answer(301, ["Location: http://127.0.0.1:99999/"], ""),
        kind: .badRedirect, detail: "Port number"),
    Misbehaviour(
        name: "redirect to nobody", steps: .answer(301, ["Location: http://127.0.0.1:1/"], ""), kind: .notConnected,
        detail: "(redirected to http://127.0.0.1:1/)"),
    Misbehaviour(
        name: "silent", steps: [.wait(CannedGate())], limits: TransferLimits(totalSeconds: 0.5), kind: .timedOut,
        detail: "timed out"),
    Misbehaviour(
        name: "silent in the body",
        steps: [.send(.answerBytes(200, ["Content-Length: 100"], Array("<rss".utf8))), .wait(CannedGate())],
        limits: TransferLimits(totalSeconds: 0.5), kind: .timedOut, detail: "timed out"),
    Misbehaviour(
        name: "dripping", steps: [.drip(.answerBytes(200, [], Array(repeating: 32, count: 10_000)))],
        limits: TransferLimits(totalSeconds: 0.5), kind: .timedOut, detail: "timed out"),
    Misbehaviour(
        name: "dripping under the speed limit",
        steps: [.drip(.answerBytes(200, [], Array(repeating: 32, count: 10_000)))],
        limits: TransferLimits(totalSeconds: 60, slowBytesPerSecond: 5000, slowSeconds: 1), kind: .timedOut,
        detail: "too slow"),
]

@Suite struct ExchangeTests {
    @Test("what goes wrong is named by kind, in words", arguments: misbehaviours)
    func misbehaves(_ row: Misbehaviour) throws {
        let server = try #require(CannedServer(table: ["/feed": row.before + [row.steps]]))
        let port = String(server.port)
        let address = row.address.replacing("PORT", with: port)
        let error = try #require(failure(testClient().exchange(HTTPRequest(address: address), limits: row.limits)))
        #expect(error.kind == row.kind, "\(error)")
        #expect(error.detail.contains(row.detail.replacing("PORT", with: port)), "\(error.detail)")
        #expect((error.requestBytesSent > 0) == !server.requests.isEmpty, "\(error.requestBytesSent)")
    }
}

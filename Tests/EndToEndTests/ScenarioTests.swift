import Dispatch
import Glibc
import HubEmulator
import News
import Synchronization
import TestSupport
import Testing

/// What only shows on the built program. The numbers are those of Tests/Scenarios.md.
@Suite struct ScenarioTests {
    /// A World feed with that many items, the newest first; those above 5,000 are of this morning, the others a day old.
    private func huge(_ count: Int, filledWith words: String) -> String {
        let items = (1...count).reversed().map { number in
            """
            <item><title>Report number \(number) from the harbour</title><link>https://news.example/\(number)</link>
            <pubDate>\(number > 5_000 ? "Mon, 30" : "Sun, 29") Nov 2026 09:58:00 GMT</pubDate>
            <description>\(words)</description></item>
            """
        }
        return "<rss version=\"2.0\"><channel><title>w</title>\n\(items.joined(separator: "\n"))\n</channel></rss>"
    }

    @Test("S02, S03, S53: a huge feed is silent at first sight, in bounded memory, and so is a lost ledger")
    func hugeFeedsAndLostLedgers() async throws {
        let words = String(repeating: "Nobody was hurt, says the harbour master. ", count: 26)
        try await Desk.open { desk in
            try desk.writeList((.world, "w.xml"))
            var environment = desk.program.environment
            environment["B"] = desk.program.path
            let shell = Program(at: "/bin/sh", environment: environment, workingFolder: desk.folder.path)
            func run(_ count: Int, at time: String) async throws -> Program.Outcome {
                try desk.folder.write("w.xml", huge(count, filledWith: words))
                // 128 MiB for everything but code; the scenario grants 256.
                let line = "ulimit -d 131072; exec \"$B\" broadcast --feeds list.opml --now 2026-11-30T\(time):00Z"
                return try await shell.run(["-c", line])
            }
            let first = try await run(5_000, at: "09:30")
            #expect(first.code == 0 && first.errorText.contains("5000 items of 1 feed"))
            #expect(desk.hub.requests().isEmpty)
            let news = try await run(5_001, at: "10:00")
            #expect(news.code == 0 && news.errors.isEmpty)
            #expect(desk.screen("World") == ["Breaking World News : Report number 5001 from the harbour"])
            for end in ["", "-wal", "-shm"] { unlink(desk.folder.path("bulletin/ledger.db\(end)")) }
            let lost = try await run(5_001, at: "10:05")
            #expect(lost.code == 0 && lost.errorLines.count == 1)
            #expect(lost.errorText.contains("no ledger was found at ") && lost.errorText.contains("5001 items"))
            #expect(desk.hub.requests().count == 1)

            // 22 MB are more than a feed may have, until somebody says otherwise.
            try desk.folder.write("w.xml", huge(5_001, filledWith: words + words + words + words))
            let large = try await desk.run("broadcast --feeds list.opml", at: "10:10")
            #expect(large.code == 2)
            let dry = try await desk.run("items w.xml")
            #expect(dry.errorText.contains("larger than 16 MiB; raise the limit with --max-feed-size"))
            let read = try await desk.run("items w.xml --format count --max-feed-size 32MiB")
            #expect(read.code == 0 && read.outputText.hasPrefix("items=5001 errors=0"))
        }
    }

    /// What happens when the feed that is read last is asked.
    private enum Ending: Sendable {
        case answers
        /// The process whose number stands in the file is killed.
        case kills
        case waits
    }

    @Test("S28, S29, S30: a run that is killed hides nothing and locks nothing, and two at a time send once")
    func killedAndSimultaneousRuns() async throws {
        let version = Mutex(1)
        let ending = Mutex(Ending.answers)
        let file = Mutex("")
        let (arrived, gate) = (DispatchSemaphore(value: 0), CannedGate())
        let news = (1...20).map { "Storm report number \($0) from the coast" }
        let server = try #require(
            CannedServer { request -> [CannedServer.Step] in
                guard request.target == "/w" else {
                    switch ending.withLock({ $0 }) {
                    case .answers: return .answer(200, [], rss("s", ["An older match"]))
                    case .waits:
                        arrived.signal()
                        return [.wait(gate)] + .answer(200, [], rss("s", ["An older match"]))
                    case .kills:
                        let bytes = readFile(file.withLock { $0 }) ?? []
                        let number = pid_t(String(decoding: bytes, as: UTF8.self).filter(\.isNumber))
                        if let number { kill(number, SIGKILL) }
                        return [.close]
                    }
                }
                let now = version.withLock { $0 }
                if request.header("If-None-Match") == "\"v\(now)\"" { return .answer(304) }
                let titles = now == 1 ? [] : now == 2 ? news : ["Bridge closed by the storm"] + news
                return .answer(200, ["ETag: \"v\(now)\""], rss("w", titles + ["An older story"]))
            })
        defer { server.stop() }
        try await Desk.open { desk in
            file.withLock { $0 = desk.folder.path("process") }
            // One after the other: what the second one does happens when the first was read.
            let list = try desk.writeList((.world, server.address + "/w"), (.sports, server.address + "/s"))
            let line = "broadcast --poll-always --transfers 1 --feeds \(list)"
            #expect(try await desk.run(line, at: "09:30").code == 0)
            var environment = desk.program.environment
            environment["B"] = desk.program.path
            let shell = Program(at: "/bin/sh", environment: environment, workingFolder: desk.folder.path)
            version.withLock { $0 = 2 }
            ending.withLock { $0 = .kills }
            let dead = try await shell.run(
                ["-c", "echo $$ >process; exec \"$B\" \(line) --now 2026-11-30T09:45:00Z"])
            #expect(dead.code == 128 + SIGKILL && desk.hub.requests().isEmpty)
            #expect(server.requests.filter { $0.target == "/w" }.count == 2)

            ending.withLock { $0 = .answers }
            let next = try await desk.run(line, at: "09:46")
            #expect(next.code == 0 && next.errors.isEmpty, "\(next.errorText)")
            #expect(server.requests.last { $0.target == "/w" }?.header("If-None-Match") == "\"v1\"")
            #expect(desk.screen("World") == ["Breaking World News : Storm report number 1 from the coast (+19 more)"])

            version.withLock { $0 = 3 }
            ending.withLock { $0 = .waits }
            let arguments = words(line) + ["--now", "2026-11-30T09:50:00Z"]
            let program = desk.program
            let (first, second) = try await program.start(arguments) { first in
                arrived.wait()
                var second = try RunningProgram(program, arguments)
                let refused = try second.finish()
                gate.open()
                return (try first.finish(), refused)
            }
            #expect(first.code == 0 && first.errors.isEmpty)
            #expect(second.code == 4 && second.errorText.contains("another broadcast (process "))
            #expect(desk.screen("World").last == "Breaking World News : Bridge closed by the storm")
            #expect(desk.hub.requests().count == 2)
        }
    }

    @Test("S73: neither key nor signature nor password is in any output or file, whatever goes wrong")
    func secretsStaySecret() async throws {
        let server = try #require(CannedServer { _ in .answer(401, [], "no") })
        defer { server.stop() }
        let closed = try #require(ClosedPort())
        let faults: [(port: Int?, fault: Fault?)] = [
            (nil, nil), (nil, Fault(.answer(status: 500))), (nil, Fault(.drop(.closed))), (closed.number, nil),
        ]
        for (place, (port, fault)) in faults.enumerated() {
            try await Desk.open { desk in
                try desk.write("w.xml", "Bridge opens")
                let address = "http://desk:geheim@127.0.0.1:\(server.port)/rss"
                try desk.folder.write("bearer", "bEaReR-tOkEn", mode: 0o600)
                let own = "xmlns:bulletin=\"https://bulletin.example/opml\""
                let proxied =
                    "xmlUrl=\"http://desk.invalid/\""
                let carried = "xmlUrl=\"\(server.address)/b\" bulletin:bearerFile=\"\(desk.folder.path("bearer"))\""
                let outlines = ["xmlUrl=\"w.xml\"", "xmlUrl=\"\(address)\"", proxied, carried]
                    .map { "<outline category=\"/World\" \($0)/>" }
                try desk.folder.write(
                    "list.opml", "<opml version=\"2.0\" \(own)><body>\(outlines.joined())</body></opml>")
                var program = desk.program
                let key = "SharedAccessKeyName=n;SharedAccessKey=sEcReT+/KeY=;EntityPath=bulletin"
                program.environment["BULLETIN_HUB_CONNECTION_STRING"] =
                    "Endpoint=http://127.0.0.1:\(port ?? desk.hub.port)/;\(key)"
                program.environment["http_proxy"] = "http://p:pRoXyPw@127.0.0.1:\(closed.number)"
                if let fault { desk.hub.inject(fault) }
                let watched = "--metrics m.prom --ping \(server.address)/pInGsEcReT"
                let job = "broadcast --feeds list.opml --announce-first 9 --now 2026-11-30T10:00:00Z \(watched)"
                var shown: [UInt8] = []
                for line in [
                    "\(job) --dry-run", "\(job) --dry-run --format json -vv", "\(job) --dry-run --format curl",
                    "\(job) -vv", "\(job) -vv --log-format json", "send World Hello -vv", "history",
                    "history --format json --runs", "history --follow 1", "history --follow 1 --format json",
                ] {
                    let outcome = try await program.run(words(line))
                    shown += outcome.output + outcome.errors
                }
                unlink(desk.folder.path("list.opml"))
                for name in ["ledger.db", "ledger.db-wal", "ledger.db.lock"] {
                    shown += desk.folder.read("bulletin/\(name)") ?? []
                }
                shown += desk.folder.read("m.prom") ?? []
                let text = String(decoding: shown, as: UTF8.self)
                #expect(text.contains("Bridge opens"))
                for secret in ["sEcReT", "geheim", "Z2VoZWlt", "pRoXyPw", "bEaReR", "pInGsEcReT"] {
                    #expect(!text.contains(secret), "row \(place)")
                }
                #expect(text.firstMatch(of: /sig=[A-Za-z0-9%+\/]{12}/) == nil, "row \(place)")
            }
        }
    }
}

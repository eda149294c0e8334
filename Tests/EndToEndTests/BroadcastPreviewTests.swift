import Glibc
import HubEmulator
import JSON
import News
import Synchronization
import TestSupport
import Testing

@Suite struct BroadcastPreviewTests {
    /// S88, S89.
    @Test func aDryRunShowsEverythingAndWritesNothingNotEvenBesideALedgerThatAKilledRunLeft() async throws {
        // A hub that kills the broadcast as soon as it has the request.
        let killed = Mutex<String?>(nil)
        let hub = try #require(
            CannedServer { _ -> [CannedServer.Step] in
                let process = killed.withLock { $0 }.flatMap { readFile($0) }
                let number = process.flatMap { pid_t(String(decoding: $0, as: UTF8.self).filter(\.isNumber)) }
                if let number { kill(number, SIGKILL) }
                return [.close]
            })
        defer { hub.stop() }
        try await Desk.open { desk in
            killed.withLock { $0 = desk.folder.path("process") }
            try desk.write("w.xml", "Bridge opens")
            try desk.write("s.xml", "Cup final")
            let list = try desk.writeList((.world, "w.xml"), (.sports, "s.xml"))
            let key = "SharedAccessKeyName=n;SharedAccessKey=sEcReT=;EntityPath=bulletin"
            var environment = desk.program.environment
            environment["BULLETIN_HUB_CONNECTION_STRING"] = "Endpoint=\(hub.address)/;\(key)"
            let line = "broadcast --announce-first 9 --feeds \(list) --ledger l.db"
            let now = "--now 2026-11-30T10:00:00Z"
            // Before there is a ledger.
            var program = Program(environment: environment, workingFolder: desk.folder.path)
            let first = try await unchanged(desk) {
                try await program.run(words("\(line) \(now) --dry-run --format json"))
            }
            #expect(try messages(first.output) == ["World", "Sports"])

            environment["B"] = program.path
            program = Program(at: "/bin/sh", environment: environment, workingFolder: desk.folder.path)
            let dead = try await program.run(["-c", "echo $$ >process; exec \"$B\" \(line) \(now)"])
            #expect(dead.code == 128 + SIGKILL && hub.requests.count == 1)
            #expect(desk.folder.read("l.db-wal")?.isEmpty == false)

            program = Program(environment: environment, workingFolder: desk.folder.path)
            for format in ["text", "json", "curl", "html"] {
                let shown = try await unchanged(desk) {
                    try await program.run(words("\(line) \(now) --dry-run --format \(format)"))
                }
                #expect(shown.code == 0 && shown.errors.isEmpty)
                #expect(!shown.outputText.contains("sEcReT"))
                // What the killed run had begun to send is claimed; what it had only read goes out.
                if format == "json" {
                    #expect(try messages(shown.output) == ["Sports"])
                    let left = try JSONValue(parsing: shown.output)["left_out"]?.array ?? []
                    #expect(left.map { $0["verdict"]?.string } == ["claimed"])
                } else {
                    #expect(shown.outputText.contains("Sports") && !shown.outputText.contains("World News"))
                }
            }
            // The history counts it as unknown, without settling it.
            let history = try await unchanged(desk) {
                try await program.run(words("history --ledger l.db \(now)"))
            }
            #expect(history.code == 0 && history.outputText.hasSuffix("bulletin resolve 1 unsent\n"))
            #expect(try await program.run(words("pause Science --ledger l.db \(now)")).errors.isEmpty)
            // The next run tells it, settles it as unknown, and never sends it again.
            let next = try await program.run(words("\(line) \(now)"))
            #expect(next.code == 3 && next.errorText.contains("an earlier run ended while it was sending"))
            #expect(hub.requests.filter { $0.header("ServiceBusNotification-Tags") == "World" }.count == 1)
            // After a clean exit there is no write-ahead log, and none is made.
            let last = try await unchanged(desk) {
                try await program.run(words("\(line) \(now) --dry-run --format json"))
            }
            #expect(desk.folder.read("l.db-wal") == nil && last.code == 0)
        }
    }

    @Test func theJSONOfAPreviewHasTheDocumentedMembersAndItsExitCodeIsThatOfTheRun() async throws {
        try await Desk.open { desk in
            try desk.write("w.xml", "Bridge opens", "Bridge closes")
            let list = try desk.writeList((.world, "w.xml"), (.sports, "missing.xml"))
            let shown = try await desk.run("broadcast --announce-first 1 --dry-run --format json --feeds \(list)")
            #expect(shown.code == 1)
            let preview = try JSONValue(parsing: shown.output)
            #expect(names(preview) == ["now", "notifications", "left_out", "feed_troubles"])
            let notification = try #require(preview["notifications"]?.array?.first)
            #expect(notification["target"]?.string == "World")
            #expect(notification["message"]?.string == "Breaking World News : Bridge opens")
            #expect(notification["properties"]?["messageParam"]?.string == "Breaking World News : Bridge opens")
            #expect(names(notification["request"]) == ["method", "address", "headers", "body"])
            #expect(notification["request"]?["headers"]?["Authorization"]?.string?.contains("sig=<hidden>") == true)
            #expect(notification["payloads"]?.array?.count == 3)
            let left = preview["left_out"]?.array ?? []
            #expect(
                left.map(names) == [
                    [
                        "story", "title", "link", "feed", "category", "verdict", "reason", "since", "until", "scores",
                    ]
                ])
            #expect(left[0]["title"]?.string == "Bridge closes" && left[0]["verdict"]?.string == "adopted")
            #expect(left[0]["category"] == "World")
            #expect(preview["feed_troubles"]?.array?.count == 1)
            #expect(desk.hub.requests().isEmpty)
            // A preview needs no key.
            var program = desk.program
            program.environment["BULLETIN_HUB_CONNECTION_STRING"] = nil
            let first = try await program.run(words("broadcast --dry-run --feeds w.xml --message-template News!"))
            #expect(
                first.code == 0 && first.outputText.contains("new feed: would be taken as known; --announce-first N"))
            #expect(first.errorText.contains("--message-template: the message has no {headline}"))
            try desk.folder.write(
                "odd.opml", "<opml><body><outline category=\"/Sprots\" xmlUrl=\"w.xml\"/></body></opml>")
            let odd = try await desk.run("broadcast --ledger odd.db --feeds odd.opml")
            #expect(odd.code == 0 && odd.errorText.contains("odd.opml: the category “/Sprots” is none of World, "))
            #expect(odd.errorText.contains("; did you mean Sports?"))
            #expect(try await desk.run("broadcast --ledger odd.db --feeds odd.opml", at: "10:05").errors.isEmpty)
            #expect(try await program.run(words("broadcast --dry-run --feeds missing.xml")).code == 65)
        }
    }

    static let hasTools = (["/usr/bin/curl", "/usr/bin/python3"] as [String]).allSatisfy { access($0, X_OK) == 0 }

    @Test(.enabled(if: hasTools, "curl and python3 are wanted for the pasted commands"))
    func pastedCommandsMakeTheRequestsOfTheClient() async throws {
        try await Desk.open { desk in
            for (category, title, _) in BroadcastTests.hurtful { try desk.write("\(category.rawValue).xml", title) }
            let outlines = BroadcastTests.hurtful.map {
                "<outline category=\"/\($0.category.rawValue)\" xmlUrl=\"\($0.category.rawValue).xml\"/>"
            }
            try desk.folder.write("list.opml", "<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>")
            let line = "broadcast --announce-first 9 --feeds list.opml --property quote=it's--{headline}"
            let script = try await desk.run(line + " --dry-run --format curl")
            try desk.folder.write("script.sh", script.output)
            var shell = Program(at: "/bin/sh", environment: desk.program.environment, workingFolder: desk.folder.path)
            shell.environment["PATH"] = "/usr/bin:/bin"
            let pasted = try await shell.run(["script.sh"])
            #expect(pasted.code == 0 && pasted.errors.isEmpty)
            #expect(try await desk.run(line).code == 0)
            let requests = desk.hub.requests()
            #expect(requests.map(\.status) == [Int?](repeating: 201, count: 12))
            for (ours, theirs) in zip(requests.suffix(6), requests.prefix(6)) {
                #expect(meaning(of: ours) == meaning(of: theirs))
            }
            // What editors send by hand, in every manner.
            let manners = [
                "World,Politics it's", "--everyone --yes all", "--tags A&&!B tagged", "--user anna called",
                "--platform apple World native", "--platform windows World native", "World later --at 2h",
                "World try --test",
            ]
            for manner in manners {
                let before = desk.hub.requests().count
                let script = try await desk.run("send \(manner) --dry-run --format curl")
                try desk.folder.write("script.sh", script.output)
                #expect(try await shell.run(["script.sh"]).code == 0, "\(manner)")
                // A test that reaches nobody is partly done.
                #expect(try await [0, 1].contains(desk.run("send \(manner)").code), "\(manner)")
                let both = desk.hub.requests().dropFirst(before).map(meaning)
                #expect(both.count == 2 && both[0] == both[1], "\(manner): \(both)")
            }
        }
    }
}

/// Runs something that may change nothing in the desk's folder.
func unchanged(
    _ desk: Desk, _ body: () async throws -> Program.Outcome
) async throws -> Program.Outcome {
    let before = try desk.everything()
    let outcome = try await body()
    #expect(try desk.everything() == before)
    return outcome
}

private func messages(_ output: [UInt8]) throws -> [String?] {
    try JSONValue(parsing: output)["notifications"]?.array?.map { $0["categories"]?.array?.first?.string } ?? []
}

private func names(_ value: JSONValue?) -> [String] {
    value?.object?.members.map(\.0) ?? []
}

/// All of a request that the hub acts on, in an order of its own.
private func meaning(of request: LoggedRequest) -> [String] {
    let ignored = ["user-agent", "accept", "host"]
    let headers = request.headers.filter { !ignored.contains($0.name.lowercased()) }.map { header in
        // The token by its readable fields, without its time.
        "\(header.name.lowercased()): \(header.value.replacing(/se=\d+/, with: "se="))"
    }
    return [request.method, request.target, request.body] + headers.sorted()
}

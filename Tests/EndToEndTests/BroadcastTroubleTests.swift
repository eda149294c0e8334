import Glibc
import HubEmulator
import News
import TestSupport
import Testing

/// A fault of the hub, and what the run makes of it.
struct HubTrouble: Sendable, CustomTestStringConvertible {
    var name: String
    var fault: Fault?
    var code: Int32
    /// What the line on standard error says.
    var says: String
    /// Requests in the run, and in the next one after the hub has recovered.
    var requests: (run: Int, next: Int)
    var nextCode: Int32 = 0
    /// What the World phone shows in the end.
    var shown: [String] = [Self.all]
    /// The next run says that it is over.
    var isToldOver = false

    var testDescription: String { name }
    static let all = "Breaking World News : Bridge opens (+1 more)"
}

@Suite struct BroadcastTroubleTests {
    static let hubs = [
        HubTrouble(
            name: "S84: 401", fault: Fault(.answer(status: 401), times: nil), code: 77,
            says: "World: not sent: the hub does not accept the token (401)", requests: (1, 2), isToldOver: true),
        HubTrouble(
            name: "S36: 403 without a word", fault: Fault(.answer(status: 403, body: .empty), times: nil), code: 77,
            says: "World: not sent: the key may not send (403)", requests: (1, 2), isToldOver: true),
        HubTrouble(
            name: "404", fault: Fault(.answer(status: 404), times: nil), code: 69,
            says: "World: not sent: there is no such hub (404)", requests: (1, 2), isToldOver: true),
        HubTrouble(
            name: "S37: 429, for longer than the run", fault: Fault(.answer(status: 429, retryAfter: .seconds(3_600))),
            code: 69, says: "it can be sent again in 3600 s", requests: (1, 0), nextCode: 1, shown: []),
        HubTrouble(
            name: "S35: 429, for a second", fault: Fault(.answer(status: 429, retryAfter: .seconds(1))), code: 0,
            says: "",
            requests: (3, 0)),
        HubTrouble(
            name: "S25: 500", fault: Fault(.answer(status: 500)), code: 1,
            says: "World: not sent: the hub failed inside (500)", requests: (2, 1), isToldOver: true),
        HubTrouble(
            name: "S32: 500 for everything", fault: Fault(.answer(status: 500), times: nil), code: 69,
            says: "World: not sent: the hub failed inside (500)", requests: (2, 2), isToldOver: true),
        HubTrouble(
            name: "S92: 400 for one story", fault: Fault(.answer(status: 400)), code: 1, says: "Bridge opens",
            requests: (3, 0), shown: ["Breaking World News : Bridge closes"]),
        HubTrouble(
            name: "400 for everything of a category", fault: Fault(.answer(status: 400), times: 2), code: 1,
            says: "World: the hub refuses this category's notifications whatever the story", requests: (3, 1),
            isToldOver: true),
        HubTrouble(
            name: "a lost answer", fault: Fault(.drop(.closed), takesRequest: true), code: 3,
            says: "World: nobody knows whether it was sent", requests: (2, 0)),
        HubTrouble(
            name: "a request lost on the way", fault: Fault(.drop(.reset)), code: 3,
            says: "World: nobody knows whether it was sent", requests: (2, 0), shown: []),
        HubTrouble(
            name: "a gateway without its hub", fault: Fault(.answer(status: 502, body: .text("<h1>Bad</h1>"))), code: 3,
            says: "World: nobody knows whether it was sent: the hub answered 502", requests: (2, 0), shown: []),
    ]

    @Test(arguments: hubs) func aHubInTroubleGetsNothingTwiceAndLosesNothing(_ row: HubTrouble) async throws {
        try await Desk.open { desk in
            try desk.write("w.xml", "Bridge opens", "Bridge closes")
            try desk.write("s.xml", "Cup final")
            let list = try desk.writeList((.world, "w.xml"), (.sports, "s.xml"))
            if let fault = row.fault { desk.hub.inject(fault) }
            let run = try await desk.run("broadcast --announce-first 9 --feeds \(list)")
            #expect(run.code == row.code)
            #expect(run.output.isEmpty)
            #expect(row.says.isEmpty ? run.errors.isEmpty : run.errorText.contains(row.says))
            #expect(run.errorLines.allSatisfy { $0.hasPrefix("bulletin: ") })
            #expect(desk.hub.requests().count == row.requests.run)
            desk.hub.clearFaults()
            let next = try await desk.run("broadcast --feeds \(list)", at: "10:05")
            #expect(next.code == row.nextCode)
            #expect(next.errorLines.count == (row.isToldOver ? 1 : 0), "\(next.errorText)")
            #expect(next.errorText.contains("again") == row.isToldOver)
            #expect(desk.hub.requests().count == row.requests.run + row.requests.next)
            #expect(desk.screen("World") == row.shown)
            #expect(desk.screen("Sports") == (row.nextCode == 0 ? ["Breaking Sports News : Cup final"] : []))
        }
    }

    /// What stands in the place of a feed list.
    static let lists: [(name: String, content: String?, says: String)] = [
        ("missing.opml", nil, "No such file or directory"),
        ("empty.opml", "", "the feed list is empty"),
        ("text.opml", "feeds of the newsroom", "the feed list is no XML"),
        ("other.opml", "<?xml version=\"1.0\"?><html5><body/></html5>", "the feed list"),
        ("page.opml", "<!DOCTYPE html><html><title>Sign in</title></html>", "a web page"),
        (
            "none.opml", "<opml version=\"2.0\"><body><outline text=\"World\"/></body></opml>",
            "the feed list names no feed"
        ),
    ]

    /// What stands in the place of a feed, and what the line says beside its name.
    static let feeds: [(name: String, content: String?, says: String)] = [
        ("page.xml", "<!DOCTYPE html><html><title>Sign in</title></html>", "a web page came instead of a feed"),
        ("empty.xml", "", "the feed is empty"),
        ("gone.xml", nil, "No such file or directory"),
        ("http://SERVER/none", nil, "nothing at this address (404 Not Found)"),
        ("http://SERVER/cut", nil, "the answer was cut off"),
        ("http://127.0.0.1:CLOSED/feed", nil, "no connection"),
        ("http://feeds.invalid/rss", nil, "no host of that name is known"),
    ]

    /// S38, S84.
    @Test func badFeedListsAndFeedsAreNamedAndStopNobodyElse() async throws {
        let server = try #require(
            CannedServer(table: [
                "/cut": [
                    [.send(.answerBytes(200, ["Content-Length: 9000"], Array("<rss><channel><item>".utf8))), .close]
                ]
            ]))
        defer { server.stop() }
        let closed = try #require(ClosedPort())
        try await Desk.open { desk in
            for (name, content, says) in BroadcastTroubleTests.lists {
                if let content { try desk.folder.write(name, content) }
                let outcome = try await desk.run("broadcast --feeds \(name)")
                #expect(outcome.code == 65, "\(name)")
                #expect(outcome.errorLines.count == 1 && outcome.errorText.contains("\(name): "), "\(name)")
                #expect(outcome.errorText.contains(says), "\(outcome.errorText)")
            }
            // An address behind which there may be a feed as well as a list.
            for (place, says) in [
                (server.address + "/none", "404 Not Found"), ("http://127.0.0.1:\(closed.number)/", "no conn"),
            ] {
                let outcome = try await desk.run("broadcast --feeds \(place)")
                #expect(outcome.code == 2 && outcome.errorLines.count == 1, "\(outcome.errorText)")
                #expect(outcome.errorText.contains("\(place): ") && outcome.errorText.contains(says))
            }
            // All at once, beside one that is as it should be.
            let feeds = BroadcastTroubleTests.feeds.map { name, content, says in
                let name = name.replacing("SERVER", with: "127.0.0.1:\(server.port)")
                return (name: name.replacing("CLOSED", with: "\(closed.number)"), content: content, says: says)
            }
            for (name, content, _) in feeds { if let content { try desk.folder.write(name, content) } }
            try desk.write("w.xml", "Bridge opens")
            let outlines = (feeds.map(\.name) + ["w.xml"]).map { "<outline category=\"/World\" xmlUrl=\"\($0)\"/>" }
            try desk.folder.write("list.opml", "<opml version=\"2.0\"><body>\(outlines.joined())</body></opml>")
            let outcome = try await desk.run("broadcast --announce-first 1 --feeds list.opml")
            #expect(outcome.code == 1)
            #expect(desk.screen("World") == ["Breaking World News : Bridge opens"])
            #expect(outcome.errorLines.count == feeds.count)
            for (name, _, says) in feeds {
                #expect(outcome.errorLines.contains { $0.contains(name) && $0.contains(says) }, "\(name)")
            }
            // None of them and nothing else: no feed was read.
            try desk.writeList((.world, "page.xml"), (.sports, "empty.xml"))
            #expect(try await desk.run("broadcast --feeds list.opml").code == 2)
            // A list that cannot be read does not stop another.
            try desk.write("w.xml", "Bridge closes again", "Bridge opens")
            let beside = try await desk.run(
                "broadcast --feeds missing.opml --feeds w.xml --category World", at: "10:05")
            #expect(beside.code == 1 && beside.errorText.contains("missing.opml"))
        }
    }

    /// Arguments, variables, and what the one line says.
    static let mistakes: [(line: String, variables: [String: String], code: Int32, says: String)] = [
        ("--category Sprots", [:], 64, "did you mean Sports?"),
        ("--announce-frist 3", [:], 64, "unknown option --announce-frist; did you mean --announce-first?"),
        ("--now yesterday", [:], 64, "--now"),
        ("--property 9$={link}", [:], 64, "9$"),
        (
            "--message-template {hedline}", [:], 64,
            "--message-template: unknown placeholder {hedline} at character 1; did"
        ),
        (
            "--property url={lnk}", [:], 64,
            "--property url=…: unknown placeholder {lnk} at character 1; did you mean {link}?"
        ),
        ("--config wrong.json", [:], 78, "wrong.json:1:38: messages.default: unknown placeholder {hedline}"),
        ("--message-template [{summary}]", [:], 1, "World: not sent: the message came out empty"),
        ("--message-template Wrold={headline}", [:], 64, "did you mean World?"),
        ("--format json", [:], 64, "--format shows a preview: it needs --dry-run"),
        ("--category-tag World=a,b", [:], 64, "--category-tag World=…: the tag of World"),
        // S64: before any use of the network.
        ("--category-tag World=Économie", [:], 64, "ASCII letters, digits and _ @ # . : -"),
        ("", ["BULLETIN_HUB_CONNECTION_STRING": ""], 78, "no hub"),
        (
            "", ["BULLETIN_HUB_CONNECTION_STRING": "Endpoint=sb://desk.invalid/;EntityPath=h"], 78,
            "BULLETIN_HUB_CONNECTION_STRING: the connection string has no SharedAccessKeyName"
        ),
        (
            "",
            [
                "BULLETIN_HUB_CONNECTION_STRING":
                    "Endpoint=sb://desk.invalid/;SharedAccessKeyName=n;SharedAccessKey=sEcReT="
            ], 78, "no hub is named"
        ),
        (
            "",
            [
                "BULLETIN_HUB_CONNECTION_STRING":
                    "Endpoint=sb://desk.invalid/;SharedAccessKeyName=n;SharedAccessKey=sEcReT=;EntityPath=h"
            ], 64, "--now moves the clock"
        ),
        (
            "",
            [
                "BULLETIN_HUB_CONNECTION_STRING_2":
                    "Endpoint=sb://desk.invalid/;SharedAccessKeyName=n;SharedAccessKey=sEcReT=;EntityPath=h"
            ], 78, "the second connection string is for another hub"
        ),
        ("--hub-file open.key", [:], 78, "open.key: others may read it"),
        ("--hub-file missing.key", [:], 78, "missing.key: No such file or directory"),
        ("--ledger nowhere/ledger.db", [:], 74, "the folder of the ledger nowhere/ledger.db does not exist"),
        ("--ledger bad.db --log-format json", [:], 65, "\"level\":\"error\""),
        ("--ledger bad.db", [:], 65, "the ledger bad.db is damaged"),
        (
            "--ledger other.db", [:], 78,
            "the ledger other.db belongs to the hub local, not to loopback/bulletin; each hub needs one of its own: name another file with --ledger"
        ),
        ("--ledger copy.db", [:], 78, "the ledger copy.db is a copy or was restored from a backup"),
        ("--ledger taken.db", [:], 4, "another broadcast (process 4711) is running on the ledger taken.db"),
    ]

    @Test func mistakesOfTheSetUpEndWithOneLineAndTheirCodeAndSendNothing() async throws {
        try await Desk.open { desk in
            try desk.write("w.xml", "Bridge opens")
            try desk.writeList((.world, "w.xml"))
            try desk.folder.write("open.key", "Endpoint=sb://desk.example/;SharedAccessKey=sEcReT=", mode: 0o644)
            try desk.folder.write("wrong.json", #"{"messages": {"World": "{headline}", "default": "{hedline}"}}"#)
            try desk.folder.write("bad.db", "SQLite format 3 it is not", mode: 0o600)
            let local = try await desk.run("broadcast --hub local --ledger other.db --feeds list.opml")
            #expect(local.code == 0)
            #expect(try await desk.run("broadcast --ledger original.db --feeds list.opml").code == 0)
            try desk.folder.write("copy.db", desk.folder.read("original.db") ?? [], mode: 0o600)
            let lock = open(try desk.folder.write("taken.db.lock", "4711\n", mode: 0o600), O_RDWR | O_CLOEXEC)
            defer { close(lock) }
            #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
            for (line, variables, code, says) in BroadcastTroubleTests.mistakes {
                var program = desk.program
                program.environment.merge(variables) { $1 }
                // Where it remembers that it told of the ledger.
                unlink(desk.folder.path("bad.db.lock"))
                let outcome = try await program.run(
                    words("broadcast --announce-first 9 --feeds list.opml --now 2026-11-30T10:00:00Z \(line)"))
                #expect(outcome.code == code, "\(line) \(outcome.errorText)")
                #expect(outcome.errorLines.count == 1 && outcome.output.isEmpty, "\(line)")
                #expect(outcome.errorText.contains(says), "\(outcome.errorText)")
                #expect(!outcome.errorText.contains("sEcReT"))
            }
            // Settings that stay wrong are told as every other trouble, and so is their end.
            _ = try await desk.run("broadcast --feeds list.opml --ledger told.db", at: "10:00")
            for (options, time, code, says) in [
                ("--hub-file missing.key", "10:20", 78, "No such file"), ("--hub-file missing.key", "10:25", 78, nil),
                ("--hub-file open.key", "10:30", 78, "others may read it"),
                ("--hub-file open.key", "10:35", 78, nil), ("--hub-file open.key -v", "10:36", 78, "others may read"),
                ("", "10:40", 0, "the settings can be used again"), ("", "10:45", 0, nil),
            ] as [(String, String, Int32, String?)] {
                let outcome = try await desk.run("broadcast --feeds list.opml --ledger told.db \(options)", at: time)
                #expect(outcome.code == code, "\(options) \(time)")
                #expect(
                    says.map { outcome.errorText.contains($0) } ?? outcome.errors.isEmpty,
                    "\(options) \(time): \(outcome.errorText)")
            }
            // A copy is taken over by word: all there is counts as known, also in feeds that could not be read just then.
            try desk.write("s.xml", "Cup final")
            try desk.writeList((.world, "w.xml"), (.sports, "s.xml"))
            try desk.write("w.xml", "Storm ahead", "Bridge opens")
            let copy = "broadcast --ledger copy.db --feeds list.opml"
            try desk.folder.write("w.xml", "")
            #expect(try await desk.run(copy + " --adopt", at: "10:05").code == 1)
            try desk.write("w.xml", "Storm ahead", "Bridge opens")
            #expect(try await desk.run(copy, at: "10:10").code == 0)
            #expect(desk.hub.requests().isEmpty)
            try desk.write("w.xml", "Ferry aground", "Storm ahead", "Bridge opens")
            #expect(try await desk.run(copy, at: "10:15").code == 0)
            #expect(desk.screen("World") == ["Breaking World News : Ferry aground"])
        }
    }

    @Test func withoutAHubOrWithARefusedKeyTheWayOutIsToldOrTaken() async throws {
        let closed = try #require(ClosedPort())
        try await Desk.open { desk in
            try desk.write("w.xml", "Bridge opens")
            try desk.writeList((.world, "w.xml"))
            var program = desk.program
            program.environment["BULLETIN_HUB_CONNECTION_STRING"] =
                "Endpoint=http://127.0.0.1:\(closed.number)/;SharedAccessKeyName=n;SharedAccessKey=k;EntityPath=bulletin"
            let line = words(
                "broadcast -q --announce-first 9 --feeds list.opml --now 2026-11-30T10:00:00Z")
            let down = try await program.run(line + ["--ledger", "down.db"])
            #expect(down.code == 69)
            #expect(down.errorLines.count == 1 && down.errorText.contains("World: not sent: no connection to the hub"))
            // A key that was replaced, and the new one beside it.
            program.environment["BULLETIN_HUB_CONNECTION_STRING"] =
                "Endpoint=http://127.0.0.1:\(desk.hub.port)/;SharedAccessKeyName=n;SharedAccessKey=k;EntityPath=bulletin"
            program.environment["BULLETIN_HUB_CONNECTION_STRING_2"] = desk.hub.connectionString
            // Another port is no other hub: the ledger stays good.
            let rotated = try await program.run(line + ["--ledger", "down.db"])
            #expect(rotated.code == 0 && rotated.errors.isEmpty)
            #expect(desk.hub.requests().map(\.status) == [401, 201])
            #expect(desk.screen("World") == ["Breaking World News : Bridge opens"])

            // Down for a night and a day under cron.
            let good = program.environment
            program.environment["BULLETIN_HUB_CONNECTION_STRING"] =
                "Endpoint=http://127.0.0.1:\(closed.number)/;SharedAccessKeyName=n;SharedAccessKey=k;EntityPath=bulletin"
            program.environment["BULLETIN_HUB_CONNECTION_STRING_2"] = nil
            func cron(_ time: String, _ more: String = "--ledger down.db") async throws -> Program.Outcome {
                try await program.run(words("broadcast --feeds list.opml --max-age 5d --now 2026-\(time):00Z \(more)"))
            }
            try desk.write("w.xml", "Ferry aground", "Bridge opens")
            for (time, isTold) in [
                ("11-30T10:05", true), ("11-30T10:10", false), ("11-30T11:00", false), ("11-30T11:05", true),
                ("11-30T11:10", false), ("11-30T16:00", false), ("11-30T16:05", true), ("11-30T16:10", false),
                ("12-01T16:00", false), ("12-01T16:05", true), ("12-01T16:10", false),
            ] {
                let run = try await cron(time)
                #expect(run.code == 69 && run.output.isEmpty, "\(time)")
                #expect(run.errors.isEmpty == !isTold, "\(time) \(run.errorText)")
                #expect(run.errorLines.count { $0.contains("no connection to the hub") } == (isTold ? 1 : 0), "\(time)")
            }
            #expect(try await cron("12-01T16:15", "--ledger down.db -v").errorText.contains("no connection to the hub"))
            program.environment = good
            let over = try await cron("12-01T16:20")
            #expect(over.code == 0 && over.errorLines.count == 1, "\(over.errorText)")
            #expect(over.errorText.contains("the hub takes notifications again"))
            #expect(try await cron("12-01T16:25").errors.isEmpty)

            // The same for a ledger, by the kind of its trouble.
            let ledger = try desk.folder.write("bad.db", "SQLite format 3 it is not", mode: 0o600)
            func judge(_ time: String, _ code: Int32, _ says: String?) async throws {
                let run = try await cron("11-30T\(time)", "--ledger bad.db")
                #expect(run.code == code && run.errorLines.count == (says == nil ? 0 : 1), "\(time) \(run.errorText)")
                #expect(run.errorText.contains(says ?? ""))
            }
            for (time, isTold) in [("10:00", true), ("10:05", false), ("11:00", true), ("11:05", false)] {
                try await judge(time, 65, isTold ? "is damaged" : nil)
            }
            unlink(ledger)
            mkdir(ledger, 0o700)
            try await judge("11:10", 74, "it is no file")
            try await judge("11:15", 74, nil)
            rmdir(ledger)
            let mended = try await cron("11-30T11:20", "--ledger bad.db")
            #expect(mended.code == 0 && mended.errorLines.count == 2)
            #expect(mended.errorText.contains("the ledger can be read and written again"))
            try await judge("11:25", 0, nil)
        }
    }
}

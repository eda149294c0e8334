import HubEmulator
import JSON
import News
import TestSupport
import Testing

/// `check`: whether cron may be trusted with it.
@Suite struct CheckTests {
    /// A thing that is wrong, how the check ends, and lines that it prints.
    private struct Trouble: Sendable {
        var name: String
        var tier = HubTier.standard
        var options = ""
        var code: Int32
        var says: [String]
        var isTest = false
        var prepare: @Sendable (inout Desk) async throws -> Void
    }

    /// Six feeds with news of this morning, and a configuration that names their list.
    private static func newsroom(_ desk: Desk, settings: String = "", feeds: String? = nil) throws {
        for name in ["World", "Politics", "Business", "Technology", "Science", "Sports"] {
            try desk.write("\(name).xml", "\(name) five", "\(name) four", "\(name) three", "\(name) two", "\(name) one")
        }
        let outlines = ["World", "Politics", "Business", "Technology", "Science", "Sports"].map {
            #"<outline text="\#($0) desk" category="/\#($0)" xmlUrl="\#($0).xml"/>"#
        }
        try desk.folder.write("list.opml", "<opml><body>\(feeds ?? outlines.joined())</body></opml>")
        try desk.folder.write("c.json", #"{"feeds": "list.opml", "ledger": "l.db", \#(settings)}"#)
    }

    private static let troubles: [Trouble] = [
        Trouble(
            name: "all is well", code: 0,
            says: [
                "ok      feed           World desk: 5 items, the newest 45 minutes old (World 5)",
                "which may send", "the hub tells what becomes of notifications", "sound;",
                "the last broadcast was 10 minutes ago, exit code 0", "0 stories waiting",
                "Sports: at most 12 a day, urgent ones aside; the feeds' last 6 hours would have made about 4 a day",
                "\nCron may be trusted with it.",
            ]
        ) { desk in
            try newsroom(desk)
            _ = try await desk.run("broadcast --config c.json", at: "09:50")
        },
        Trouble(
            name: "one feed is missing", code: 1,
            says: ["failed", "Gone desk", "No such file", "though not all is well: 1 failed (exit code 1)"]
        ) { desk in
            let feeds = #"<outline text="Gone desk" xmlUrl="gone.xml"/><outline category="World" xmlUrl="World.xml"/>"#
            try newsroom(desk, feeds: feeds)
        },
        Trouble(
            name: "no feed at all", code: 2, says: ["no feed could be read", "Cron may not be trusted with it yet"]
        ) { desk in try newsroom(desk, feeds: #"<outline text="Gone desk" xmlUrl="gone.xml"/>"#) },
        Trouble(
            name: "a list to be looked at", code: 0,
            says: [
                "World.xml: is named more than once", "the category “Sprots” is none of", "did you mean Sports?",
                "Science: no item of any feed goes there now", "(en 5, fr 5)", "'languages' in the configuration",
                "lines are worth a look",
            ]
        ) { desk in
            let feeds = """
                <outline language="en" category="World" xmlUrl="World.xml"/><outline xmlUrl="World.xml" category="World"/>
                <outline language="fr" category="Politics" xmlUrl="Politics.xml"/>
                <outline category="Sprots" xmlUrl="Sports.xml"/>
                """
            try newsroom(desk, feeds: feeds)
        },
        Trouble(
            name: "rules and settings that match nothing", code: 0,
            says: [
                "look    rules", "rules[1]: it decides none of the 30 items",
                "feeds “World dsek” matches none of the 30 items",
                "ok      rules", "titles “final” matches none",
                "feedSettings.wire.example: no feed of the lists is there",
                "at most 3 a day",
            ]
        ) { desk in
            let breaking = #""breaking": {"World": {"feeds": ["World dsek"], "titles": ["final", "World one"]}}"#
            let own =
                #""rules": [{"titles": ["one"], "category": "World"}, {"labels": ["Sponsored"], "category": "never"}]"#
            let caps = #""caps": {"Sports": [{"bulletins": 3, "per": "24h"}]}"#
            try newsroom(
                desk,
                settings: "\(breaking), \(own), \(caps), \"feedSettings\": {\"wire.example\": {\"timeout\": \"9s\"}},")
        },
        Trouble(
            name: "only what two feeds carry, without caps", code: 0,
            says: ["World: as many a day as there are runs; the feeds' last 6 hours would have made about 0 a day"]
        ) { desk in
            try newsroom(desk, settings: #""breaking": {"World": {"minFeeds": 2}}, "caps": {"World": []},"#)
        },
        Trouble(
            name: "a broken configuration", code: 78,
            says: ["failed  configuration  c.json:1:42: maxage: no such setting", "1 failed (exit code 78)"]
        ) { desk in try newsroom(desk, settings: #""maxage": "2h""#) },
        Trouble(
            name: "a broken template", code: 78, says: ["failed  configuration", "messages.Sports", "ok      ledger"]
        ) { desk in
            try newsroom(desk, settings: #""messages": {"Sports": "{headlin}"},"#)
            _ = try await desk.run("broadcast --feeds list.opml --ledger l.db", at: "09:50")
        },
        Trouble(name: "no feeds named", options: "--feeds none.opml", code: 65, says: ["none.opml", "failed  feeds"]) {
            desk in try newsroom(desk)
        },
        Trouble(
            name: "a key without the right", code: 77,
            says: ["failed  hub", "DefaultListenSharedAccessSignature", "Send"]
        ) { desk in
            try newsroom(desk)
            desk.program.environment["BULLETIN_HUB_CONNECTION_STRING"] = desk.hub.emulator.connectionString(
                forRule: "DefaultListenSharedAccessSignature")
        },
        Trouble(name: "a second key for the first", code: 0, says: ["look    hub", "second key", "ok      hub"]) {
            desk in
            try newsroom(desk)
            let listen = desk.hub.emulator.connectionString(forRule: "DefaultListenSharedAccessSignature")
            desk.program.environment["BULLETIN_HUB_CONNECTION_STRING_2"] = listen
        },
        Trouble(name: "no hub", code: 69, says: ["failed  hub", "ok      feed"]) { desk in
            try newsroom(desk)
            desk.hub.inject(Fault(.answer(status: 503), times: 100))
        },
        Trouble(
            name: "no connection string", code: 78, says: ["failed  hub", "no hub: set BULLETIN_HUB_CONNECTION_STRING"]
        ) {
            desk in
            try newsroom(desk)
            desk.program.environment["BULLETIN_HUB_CONNECTION_STRING"] = nil
        },
        Trouble(name: "a lower tier", tier: .basic, code: 0, says: ["below the Standard tier"]) { desk in
            try newsroom(desk)
        },
        Trouble(name: "no ledger yet", code: 0, says: ["look    ledger", "there is none yet"]) { desk in
            try newsroom(desk)
        },
        Trouble(name: "a damaged ledger", code: 65, says: ["failed  ledger", "the ledger l.db is damaged"]) { desk in
            try newsroom(desk)
            try desk.folder.write("l.db", "SQLite format 3\0 and no more")
        },
        Trouble(name: "another hub's ledger", code: 78, says: ["failed  ledger", "belongs to the hub"]) { desk in
            try newsroom(desk)
            _ = try await desk.run("broadcast --config c.json", at: "09:50")
            let other = "Endpoint=http://127.0.0.1:9/;SharedAccessKeyName=k;SharedAccessKey=c2VjcmV0;EntityPath=other"
            desk.program.environment["BULLETIN_HUB_CONNECTION_STRING"] = other
        },
        Trouble(
            name: "an unknown outcome and a pause", code: 0,
            says: [
                "nobody knows whether 1 notification went out", "Science is paused until 'bulletin resume'",
                "exit code 3",
            ]
        ) { desk in
            try newsroom(desk)
            _ = try await desk.run("broadcast --config c.json", at: "09:40")
            try desk.write(
                "Sports.xml", "Cup final", "Sports five", "Sports four", "Sports three", "Sports two", "Sports one")
            desk.hub.inject(Fault(.drop(.closed), method: "POST"))
            _ = try await desk.run("broadcast --config c.json", at: "09:50")
            _ = try await desk.run("pause Science --config c.json", at: "09:51")
        },
        Trouble(
            name: "a test", options: "--test", code: 0, says: ["test: the test reached 6 devices, and did not reach 0"],
            isTest: true
        ) { desk in try newsroom(desk) },
    ]

    @Test func eachTroubleIsFoundAndNothingIsChangedBySearchingForIt() async throws {
        for trouble in Self.troubles {
            try await Desk.open(tier: trouble.tier) { desk in
                var desk = desk
                try await trouble.prepare(&desk)
                let (before, sends) = (try desk.everything(), desk.hub.requests().count)
                let name = Comment(rawValue: trouble.name)
                let outcome = try await desk.run("check --config c.json \(trouble.options)")
                let json = try await desk.run("check --config c.json --format json \(trouble.options)")
                #expect(try desk.everything() == before, name)
                #expect(desk.hub.requests().count == sends + (trouble.isTest ? 2 : 0), name)
                #expect(outcome.code == trouble.code && json.code == trouble.code, "\(name): \(outcome.outputText)")
                #expect(outcome.errors.isEmpty && json.errors.isEmpty, "\(name): \(outcome.errorText)")
                // Columns are as wide as the widest word in them.
                let narrow = squeezed(outcome.outputText)
                for part in trouble.says {
                    #expect(narrow.contains(squeezed(part)), "\(name): “\(part)” is not in\n\(outcome.outputText)")
                }
                let document = try JSONValue(parsing: json.output)
                #expect(document["exit_code"]?.integer == Int64(trouble.code), name)
                #expect(document["trusted"]?.boolean == (trouble.code < 2), name)
                let lines = outcome.outputText.split(separator: "\n")
                #expect(document["findings"]?.array?.count == lines.count - 1, name)
                #expect(!(outcome.outputText + json.outputText).contains("SharedAccessKey="), name)
            }
        }
    }

    @Test func movedFeedsAndClocksThatDifferAreTold() async throws {
        let feed = rss("moved", ["Sea ice", "Rain", "Fog", "Hail", "Snow"])
        let server = try #require(
            CannedServer(table: [
                "/old": [.answer(301, ["Location: /new"])], "/new": [.answer(200, ["Content-Type: text/xml"], feed)],
                "/gone": [.answer(410)],
            ]))
        defer { server.stop() }
        try await Desk.open(hubTime: "2001-01-01T00:00:00Z") { desk in
            try desk.writeList(
                (.science, server.address + "/old"), (.science, server.address + "/new"),
                (.world, server.address + "/gone"))
            let outcome = try await desk.run("check --feeds list.opml", at: "23:00")
            #expect(outcome.code == 1)
            for part in [
                "it moved for good to \(server.address)/new", "it leads to the same feed as Science desk",
                "gone for good (410)", "ahead of the hub's",
            ] {
                #expect(outcome.outputText.contains(part), "“\(part)” is not in\n\(outcome.outputText)")
            }
            // A hub that takes the key all the same: broadcasts tell it like every trouble that lasts, people hear it at once.
            let list = try await desk.openNewsroom()
            try desk.write("w.xml", "Bridge opens", "An older story")
            let first = try await desk.run("broadcast --feeds \(list)", at: "10:05")
            #expect(first.code == 0 && first.errorLines.count == 1, "\(first.errorText)")
            #expect(first.errorText.contains("the hub's 2001-01-01T00:00:00Z: it is "), "\(first.errorText)")
            try desk.write("w.xml", "Bridge closes", "Bridge opens", "An older story")
            #expect(try await desk.run("broadcast --feeds \(list)", at: "10:10").errors.isEmpty)
            for line in ["send World Flood", "devices list"] {
                let told = try await desk.run(line, at: "10:11")
                #expect(told.code == 0 && told.errorText.contains("days ahead; set it right"), "\(told.errorText)")
            }
        }
    }
}

/// With one blank where there are several.
private func squeezed(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: "\n")
}

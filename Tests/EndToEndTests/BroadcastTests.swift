import HubEmulator
import HubLanguage
import JSON
import News
import Synchronization
import TestSupport
import Testing

@Suite struct BroadcastTests {
    @Test func everyCategoryReachesThoseWhoFollowItAndNobodyElse() async throws {
        try await Desk.open { desk in
            let first = try await desk.run("broadcast --announce-first 100 --feeds", Desk.samples)
            #expect(first.code == 0 && first.output.isEmpty)
            for category in Category.allCases {
                let screen = desk.screen(category.rawValue)
                #expect(screen.count == 1 && screen[0].hasPrefix("Breaking \(category.rawValue) News : "))
            }
            #expect(desk.screen("Weather").isEmpty)
            #expect(desk.hub.notifications().map(\.tags) == Category.allCases.map(\.rawValue))
            let requests = desk.hub.requests()
            #expect(requests.map(\.status) == [Int?](repeating: 201, count: 6))
            // All through one kept connection.
            #expect(requests.map(\.requestOfConnection) == Array(1...6) && Set(requests.map(\.connection)).count == 1)
            for request in requests {
                #expect(request.method == "POST" && request.target == "/bulletin/messages?api-version=2020-06")
                #expect(request.header("ServiceBusNotification-Format") == "template")
                #expect(request.header("Content-Type") == "application/json;charset=utf-8")
                #expect(request.header("apns-push-type") == "alert")
                #expect(request.header("apns-expiration") == "1796054400")
            }
            #expect(Set(requests.map { $0.header("apns-collapse-id") ?? "" }).count == 6)
            // What went out stays out; both streams of a run without news are empty.
            let second = try await desk.run("broadcast --feeds", Desk.samples, at: "10:05")
            #expect(second.code == 0 && second.output.isEmpty && second.errors.isEmpty)
            #expect(desk.hub.requests().count == 6)
        }
    }

    @Test func firstSightIsSilentAndNewsGoOutOnceWhileFeedsAreAskedForChangesOnly() async throws {
        let version = Mutex(1)
        let server = try #require(
            CannedServer { request -> [CannedServer.Step] in
                let now = version.withLock { $0 }
                if request.header("If-None-Match") == "\"v\(now)\"" { return .answer(304) }
                let titles = now == 1 ? ["An older story"] : ["Harbour bridge opens", "An older story"]
                return .answer(
                    200, ["ETag: \"v\(now)\"", "Last-Modified: Mon, 30 Nov 2026 09:0\(now):00 GMT"], rss("w", titles))
            })
        defer { server.stop() }
        try await Desk.open { desk in
            try desk.write("s.xml", "An older match")
            let list = try desk.writeList((.world, "\(server.address)/w"), (.sports, "s.xml"))
            let first = try await desk.run("broadcast --feeds \(list)")
            #expect(first.code == 0 && first.output.isEmpty)
            #expect(first.errorLines.count == 1 && first.errorText.contains("2 items of 2 feeds"))
            #expect(desk.hub.requests().isEmpty)

            let quiet = try await desk.run("broadcast --feeds \(list)", at: "10:05")
            #expect(quiet.code == 0 && quiet.output.isEmpty && quiet.errors.isEmpty)
            #expect(server.requests.map { $0.header("If-None-Match") } == [nil, "\"v1\""])
            #expect(server.requests[1].header("If-Modified-Since") == "Mon, 30 Nov 2026 09:01:00 GMT")

            version.withLock { $0 = 2 }
            try desk.write("s.xml", "Cup final tonight", "An older match")
            let news = try await desk.run("broadcast --feeds \(list)", at: "10:10")
            #expect(news.code == 0 && news.output.isEmpty && news.errors.isEmpty)
            #expect(desk.screen("World") == ["Breaking World News : Harbour bridge opens"])
            #expect(desk.screen("Sports") == ["Breaking Sports News : Cup final tonight"])

            for time in ["10:15", "12:00"] {
                let again = try await desk.run("broadcast --feeds \(list)", at: time)
                #expect(again.code == 0 && again.errors.isEmpty)
            }
            #expect(server.requests.last?.header("If-None-Match") == "\"v2\"")
            // The address of a feed that is known is asked once, too, and not whether it is a list.
            let asked = server.requests.count
            #expect(try await desk.run("broadcast --feeds \(server.address)/w", at: "12:05").code == 0)
            #expect(server.requests.dropFirst(asked).map { $0.header("If-None-Match") } == ["\"v2\""])
            #expect(desk.hub.requests().count == 2)
        }
    }

    /// Titles as they stand in the XML, and as they must arrive. S59, S60.
    static let hurtful: [(category: Category, title: String, arrives: String)] = [
        (.world, #"He said "no" \ 'maybe' \n &amp; left"#, #"He said "no" \ 'maybe' \n & left"#),
        (.politics, "Line one\nline\ttwo", "Line one line two"),
        (.business, "Family 👩‍👩‍👧‍👦, flag 🇳🇴, é", "Family 👩‍👩‍👧‍👦, flag 🇳🇴, é"),
        (.technology, "عاجل: \u{202E}مباراة", "\u{2068}عاجل: مباراة\u{2069}"),
        (.science, "Bell \u{07} and \u{1B}[31mred\u{1B}[0m", "Bell and [31mred[0m"),
        (.sports, "$(messageParam) {headline} %s `id` ${HOME}", "$(messageParam) {headline} %s `id` ${HOME}"),
    ]

    @Test func hurtfulTextArrivesAndBreaksNeitherJSONNorHeaderNorTerminal() async throws {
        try await Desk.open { desk in
            for (category, title, _) in BroadcastTests.hurtful { try desk.write("\(category.rawValue).xml", title) }
            try desk.folder.write(
                "list.opml",
                "<opml version=\"2.0\"><body>"
                    + BroadcastTests.hurtful.map {
                        "<outline category=\"/\($0.category.rawValue)\" xmlUrl=\"\($0.category.rawValue).xml\"/>"
                    }.joined() + "</body></opml>")
            let preview = try await desk.run("broadcast --feeds list.opml --announce-first 9 --dry-run")
            let outcome = try await desk.run("broadcast --feeds list.opml --announce-first 9 -vv")
            #expect(outcome.code == 0)
            for (category, _, arrives) in BroadcastTests.hurtful {
                #expect(desk.screen(category.rawValue) == ["Breaking \(category.rawValue) News : \(arrives)"])
            }
            #expect(desk.hub.requests().map(\.status) == [Int?](repeating: 201, count: 6))
            for text in [preview.outputText, outcome.errorText] {
                #expect(text.contains("[31mred"))
                let harmful = text.unicodeScalars.filter { $0 != "\n" && ($0.value < 32 || $0.value == 0x202E) }
                #expect(harmful.isEmpty)
            }
        }
    }

    @Test func onlyTheChosenCategoriesGoOutAndTheRestStaysOpen() async throws {
        try await Desk.open { desk in
            for name in ["w", "s", "p"] { try desk.write("\(name).xml", "An older story of \(name)") }
            let list = try desk.writeList((.world, "w.xml"), (.sports, "s.xml"), (.politics, "p.xml"))
            #expect(try await desk.run("broadcast --feeds \(list)").code == 0)
            try desk.write("w.xml", "Bridge opens", "Bridge closes", "An older story of w")
            try desk.write("s.xml", "Cup final", "An older story of s")
            try desk.write("p.xml", "Vote at noon", "An older story of p")
            let first = try await desk.run("broadcast --category sports --feeds \(list)", at: "10:05")
            #expect(first.code == 0 && first.errors.isEmpty)
            #expect(desk.hub.notifications().map(\.tags) == ["Sports"])
            // Feeds that the run does not name keep what is open, too.
            let one = try desk.writeList((.politics, "p.xml"), named: "one.opml")
            #expect(try await desk.run("broadcast --feeds \(one)", at: "10:06").code == 0)
            #expect(desk.hub.notifications().map(\.tags) == ["Sports", "Politics"])
            #expect(try await desk.run("broadcast --category World,Science --feeds \(list)", at: "10:10").code == 0)
            #expect(desk.screen("World") == ["Breaking World News : Bridge opens (+1 more)"])
            #expect(try await desk.run("broadcast --feeds \(list)", at: "10:15").code == 0)
            #expect(desk.hub.requests().count == 3)
            // The newest three of feeds that nobody ever saw.
            let newest = try await desk.run("broadcast --announce-first 3 --ledger new.db --feeds \(list)")
            #expect(newest.code == 0 && newest.errorText.contains("4 items of 3 feeds"))
            #expect(desk.hub.notifications().suffix(3).map(\.tags) == ["World", "Politics", "Sports"])
            #expect(desk.screen("World").last == "Breaking World News : Bridge opens")
        }
    }

    @Test func theConfigurationNamesTagsMessagesAndFurtherProperties() async throws {
        let phone = DeviceSetup(
            name: "Phone", platform: .fcmV1, handle: "phone",
            tags: ["topic:welt_de"],
            template:
                #"{"message":{"notification":{"title":"$(title)","body":"$(messageParam)"},"data":{"u":"$(url)"}}}"#)
        try await Desk.open(devices: Desk.phones + [phone]) { desk in
            try desk.write("w.xml", "Bridge &quot;opens&quot;")
            try desk.write("s.xml", "Cup final")
            try desk.writeList((.world, "w.xml"), (.sports, "s.xml"))
            try desk.folder.write(
                "bulletin.json",
                """
                {
                    // Everything beside this file.
                    "feeds": "list.opml", "ledger": "desk.db",
                    "tags": {"World": "topic:welt_de"},
                    "messages": {"Sports": "SPORT: {headline}"},
                    "properties": {"title": "{headline}", "url": "{link}"},
                }
                """)
            let outcome = try await desk.run(
                "broadcast --announce-first 9 --property source={source} --config", desk.folder.path("bulletin.json"))
            #expect(outcome.code == 0)
            let shown = desk.hub.devices().first { $0.name == "Phone" }?.lockScreen ?? []
            #expect(shown.map(\.title) == ["Bridge \"opens\""])
            #expect(shown.map(\.text) == ["Breaking World News : Bridge \"opens\""])
            #expect(shown.first?.payload.contains("https://news.example/w.xml/1") == true)
            // S67: as it was written.
            #expect(desk.hub.requests().first?.header("ServiceBusNotification-Tags") == "topic:welt_de")
            #expect(desk.screen("World").isEmpty)
            #expect(desk.screen("Sports") == ["SPORT: Cup final"])
            let body = try JSONValue(parsing: Array((desk.hub.requests().first?.body ?? "").utf8))
            #expect(body.object?.members.map(\.0) == ["messageParam", "title", "url", "source"])
            #expect(body["source"]?.string == "World desk")
            #expect(desk.folder.read("desk.db") != nil)
        }
    }
}

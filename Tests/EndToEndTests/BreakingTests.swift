import Glibc
import HubEmulator
import JSON
import News
import TestSupport
import Testing

@Suite struct BreakingTests {
    static let hasZones = access("/usr/share/zoneinfo/Europe/Paris", R_OK) == 0

    @Test(.enabled(if: hasZones, "the system has no time-zone files"))
    func quietHoursCapsAndRulesHoldStoriesBackAndAChangeOfThemSendsNothingOld() async throws {
        try await Desk.open { desk in
            func configure(_ text: String) throws {
                try desk.folder.write("c.json", "{\"feeds\": [\"list.opml\"], \(text)}")
            }
            func run(_ options: String = "", at time: String) async throws -> Program.Outcome {
                try await desk.run("broadcast --config c.json \(options)", at: time)
            }
            let quiet =
                "\"quiet\": {\"zone\": \"Europe/Paris\", \"from\": \"10:30\", \"to\": \"18:00\", \"categories\": [\"Sports\"]}"
            try configure("\"quiet\": {\"zone\": \"Europe/Pari\", \"from\": \"10:30\", \"to\": \"18:00\"}")
            try desk.writeList((.world, "w.xml"), (.sports, "s.xml"), (.world, "x.xml"))
            try desk.write("w.xml", "An older story")
            try desk.write("x.xml", "Another older story")
            try desk.write("s.xml", "An older match")
            let unknown = try await run(at: "09:00")
            #expect(unknown.code == 78 && unknown.errorText.contains("did you mean Europe/Paris?"))
            try configure(quiet)
            #expect(try await run("--adopt", at: "09:00").code == 0)

            // Half past ten in Paris is half past nine in UTC.
            try desk.write("w.xml", "Bridge opens", "An older story")
            try desk.write("s.xml", "Cup final tonight", "An older match")
            let preview = try await run("--dry-run --format json", at: "10:00")
            let left = try JSONValue(parsing: preview.output)["left_out"]?.array ?? []
            let held = try #require(left.first { $0["verdict"]?.string == "quiet" })
            #expect(held["reason"]?.string == "quiet hours of Sports: waits until 2026-11-30T17:00:00Z")
            #expect(try await run(at: "10:00").errors.isEmpty)
            #expect(desk.screen("World").count == 1 && desk.screen("Sports").isEmpty)
            try desk.write("s.xml", "Goalkeeper hurt", "Cup final tonight", "An older match")
            #expect(try await run(at: "14:00").errors.isEmpty)
            #expect(try await run(at: "16:59").errors.isEmpty)
            #expect(desk.screen("Sports").isEmpty)
            // Nearly eight hours old by now, and one bulletin.
            #expect(try await run(at: "17:00").errors.isEmpty)
            #expect(desk.screen("Sports").count == 1 && desk.screen("Sports")[0].contains("+1 more"))
            #expect(try await run(at: "17:05").errors.isEmpty)

            try configure("\"breaking\": {\"World\": {\"minFeeds\": 2}}, \"maxAge\": \"1d\"")
            try desk.write("w.xml", "Ferry stuck", "Bridge opens", "An older story")
            #expect(try await run(at: "17:10").errors.isEmpty)
            try configure("\"maxAge\": \"1d\"")
            let changed = try await run(at: "17:15")
            #expect(changed.code == 0 && changed.errorLines.count == 1)
            #expect(changed.errorText.contains("1 open story that only the change would send is taken as known"))
            #expect(try await run(at: "17:20").errors.isEmpty)
            #expect(desk.screen("World").count == 1 && desk.hub.requests().count == 2)
        }
    }

    /// S77.
    @Test func aStoryOfSeveralCategoriesGoesToEachWhereThatIsSetAndElseToTheSurest() async throws {
        func feed(_ name: String, _ items: (title: String, labels: [String])...) -> String {
            let items = items.enumerated().map { place, item in
                "<item><title>\(item.title)</title><link>https://news.example/\(name)/\(items.count - place)</link>"
                    + "<pubDate>Mon, 30 Nov 2026 09:0\(items.count - place):00 GMT</pubDate>"
                    + item.labels.map { "<category>\($0)</category>" }.joined() + "</item>"
            }
            return "<rss version=\"2.0\"><channel><title>Desk</title>\(items.joined())</channel></rss>"
        }
        for (isSet, sent) in [(false, ["Sports"]), (true, ["Business", "Technology", "Sports"])] {
            try await Desk.open { desk in
                try desk.folder.write(
                    "c.json", "{\"feeds\": [\"s.opml\", \"mixed.xml\"], \"allCategories\": \(isSet)}")
                try desk.writeList((.sports, "s.xml"), named: "s.opml")
                try desk.folder.write("s.xml", feed("s", ("An older match", ["Sport"])))
                try desk.folder.write("mixed.xml", feed("m", ("An older merger", ["Business"])))
                let run = "broadcast --config c.json"
                #expect(try await desk.run(run, at: "09:00").code == 0)
                try desk.folder.write(
                    "s.xml", feed("s", ("Club bankrupt", ["Business"]), ("An older match", ["Sport"])))
                try desk.folder.write(
                    "mixed.xml",
                    feed("m", ("Tarn merges", ["Business", "Technology"]), ("An older merger", ["Business"])))
                let preview = try await desk.run(run + " --dry-run --format json", at: "10:00")
                let shown = try JSONValue(parsing: preview.output)
                #expect(
                    shown["notifications"]?.array?.map { $0["categories"]?.array?.first?.string } == sent, "\(isSet)")
                #expect(shown["left_out"]?.array?.contains { $0["verdict"]?.string == "unmapped" } == !isSet)
                // One at a time is allowed: what waits in one category went out in the other.
                let first = try await desk.run(run, "--category", "Sports", "--category", "Technology", at: "10:00")
                #expect(first.code == 0 && first.errors.isEmpty)
                let left = try JSONValue(
                    parsing: try await desk.run(run + " --dry-run --format json --category Sports", at: "10:01").output)
                #expect(left["left_out"]?.array?.count { $0["verdict"]?.string == "category" } == (isSet ? 2 : 0))
                for time in ["10:05", "10:10"] {
                    let next = try await desk.run(run, at: time)
                    #expect(next.code == 0 && next.errors.isEmpty)
                }
                #expect(desk.hub.requests().count == sent.count)
                #expect(desk.screen("Sports") == ["Breaking Sports News : Club bankrupt"])
                #expect(desk.screen("Technology") == (isSet ? ["Breaking Technology News : Tarn merges"] : []))
                #expect(desk.screen("Business").count == (isSet ? 1 : 0))
                let history = try await desk.history(at: "10:11")["notifications"]?.array ?? []
                let told = history.compactMap { $0["categories"]?.array?.first?.string }
                #expect(Set(told) == Set(sent) && told.count == sent.count)
            }
        }
    }
}

import Glibc
import JSON
import News
import TestSupport
import Testing

@Suite struct PreviewFormsTests {
    static let hasJQ = access("/usr/bin/jq", X_OK) == 0

    /// The recipes are taken from the help as it is printed, and run as they stand there.
    @Test(.enabled(if: hasJQ, "jq is wanted for the recipes of the help"))
    func theRecipesOfTheHelpRunAndItNamesEveryMember() async throws {
        try await Desk.open { desk in
            try desk.write("w.xml", "An older story")
            try desk.write("mixed.xml", "An older opinion")
            try desk.folder.write(
                "newsroom.opml",
                """
                <opml version="2.0"><body><outline category="/World" xmlUrl="w.xml"/><outline xmlUrl="mixed.xml"/>
                </body></opml>
                """)
            #expect(try await desk.run("broadcast --feeds newsroom.opml", at: "09:00").code == 0)
            try desk.write("w.xml", "Bridge opens", "An older story")
            let both = "<category>Politics</category><category>World</category></item>"
            try desk.folder.write(
                "mixed.xml", rss("mixed.xml", ["Both of them", "An older opinion"]).replacing("</item>", with: both))

            var environment = desk.program.environment
            environment["PATH"] = "/usr/bin:/bin"
            environment["B"] = desk.program.path
            let shell = Program(at: "/bin/sh", environment: environment, workingFolder: desk.folder.path)
            let help = try await Program(environment: ["COLUMNS": "80"]).run(["help", "broadcast"]).outputText
            let recipes = help.split(separator: "\n").filter { $0.contains("| jq ") }
            let results = [
                "World: Breaking World News : Bridge opens\n", "Breaking World News : Bridge opens\n", "",
                "2 adopted\n1 unmapped\n", "Both of them\t",
            ]
            #expect(recipes.count == results.count)
            for (recipe, result) in zip(recipes, results) {
                let outcome = try await shell.run([
                    "-c", "bulletin() { \"$B\" \"$@\" --now 2026-11-30T10:00:00Z; }; \(recipe)",
                ])
                #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(recipe)")
                // Which of two close categories is first is no matter here.
                let isWhole = result.isEmpty || result.hasSuffix("\n")
                #expect(isWhole ? outcome.outputText == result : outcome.outputText.hasPrefix(result))
            }
            let shown = try await desk.run("broadcast --feeds newsroom.opml --dry-run --format json")
            let known = Set(help.split { !$0.isLetter && $0 != "_" }.map(String.init))
            #expect(members(of: try JSONValue(parsing: shown.output)).subtracting(known).isEmpty)
        }
    }

    @Test func previewsOfAnotherLedgerMomentOrderAndTemplate() async throws {
        try await Desk.open { desk in
            func show(_ line: String, at time: String = "10:30") async throws -> (JSONValue, Program.Outcome) {
                let outcome = try await unchanged(desk) {
                    try await desk.run("broadcast --feeds list.opml --dry-run --format json \(line)", at: time)
                }
                return (outcome.output.isEmpty ? .null : try JSONValue(parsing: outcome.output), outcome)
            }
            func message(_ preview: JSONValue) -> String? { preview["notifications"]?[0]?["message"]?.string }
            for name in ["w.xml", "x.xml"] { try desk.write(name, "An older story") }
            try desk.writeList((.world, "w.xml"), (.world, "x.xml"))
            #expect(try await desk.run("broadcast --feeds list.opml --ledger l.db", at: "09:00").code == 0)
            try desk.folder.write("before.db", desk.folder.read("l.db") ?? [])
            // The one that both feeds carry is the older one.
            try desk.write("w.xml", "Ferry stuck off Port Avel", "Bridge of Karsk opens at noon", "An older story")
            try desk.write("x.xml", "Bridge of Karsk opens at noon", "An older story")

            // What would have been sent, and in which order; the true ledger has announced both since.
            #expect(try await desk.run("broadcast --feeds list.opml --ledger l.db", at: "10:00").code == 0)
            let after = try await show("--ledger l.db").0
            #expect(after["notifications"] == [])
            #expect(after["left_out"]?.array?.map { $0["verdict"]?.string }.contains("known") == true)
            let before = try await show("--against before.db").0
            #expect(message(before) == "Breaking World News : Bridge of Karsk opens at noon (+1 more)")
            let newest = try await show("--against before.db --sort newest").0
            #expect(message(newest) == "Breaking World News : Ferry stuck off Port Avel (+1 more)")
            // The same, tomorrow: too old by then.
            let late = try await show("--against before.db --max-age 10m").0
            #expect(late["left_out"]?.array?.filter { $0["verdict"]?.string == "stale" }.count == 3)
            let text = try await desk.run(
                "broadcast --feeds list.opml --dry-run --against before.db --max-age 10m", at: "10:30")
            #expect(text.outputText.contains("  older than 10 min: 3\n"))

            // A template of the newsroom's own is counted, shown and kept within the limits.
            try desk.folder.write(
                "app.json", #"{"aps":{"alert":{"title":"$(title)","body":"$(messageParam)"},"url":"$(url)"}}"#)
            let line = "--against before.db --template app.json --property title=News"
            let (own, told) = try await show(line)
            let payloads = try #require(own["notifications"]?[0]?["payloads"]?.array)
            #expect(payloads.map { $0["template"]?.string } == [nil, nil, "app.json"])
            #expect(payloads[2]["shows"]?["screen"]?[0] == "News")
            #expect(told.errorText.contains("app.json asks for $(url), which is not sent and stays empty"))
            let long = String(repeating: "x", count: 3_990)
            let cut = try await show("\(line) --property url=\(long) --property quiet=y").0
            #expect(cut["notifications"]?[0]?["payloads"]?[2]?["bytes"]?.integer.map { $0 <= 4_096 } == true)
            #expect(cut["notifications"]?[0]?["cut"]?.string?.contains("4096 bytes that APNs takes") == true)
            let tooLong = try await show("\(line) --property url=\(long)\(long)")
            #expect(tooLong.0["notifications"] == [] && tooLong.1.code == 1)
            #expect(tooLong.1.errorText.contains("the property url has 7980 bytes, and with it the payload for APNs"))

            try desk.folder.write("odd.json", #"{"data":"$(messageParam)"}"#)
            try desk.folder.write("fixed.xml", "<toast><text>Breaking news</text></toast>")
            try desk.folder.write("bad.json", #"{"aps":{"alert":"$(messageParam"}}"#)
            let mistakes: [(line: String, code: Int32, says: String)] = [
                ("--dry-run --template odd.json", 78, "odd.json: the template is for no platform"),
                ("--dry-run --template bad.json", 78, "bad.json: in the template"),
                ("--dry-run --template none.json", 78, "none.json: No such file"),
                ("--dry-run --against before.db --template fixed.xml", 0, "fixed.xml uses none of the properties"),
                ("--against before.db", 64, "--against shows a preview: it needs --dry-run"),
                ("--dry-run --against none.db", 65, "none.db"),
                ("--dry-run --sort oldest", 64, "--sort"),
            ]
            for (line, code, says) in mistakes {
                let outcome = try await desk.run("broadcast --feeds list.opml \(line)", at: "10:30")
                #expect(outcome.code == code && outcome.errorText.contains(says), "\(line): \(outcome.errorText)")
            }
        }
    }
}

/// The names of all members, but for those that are data themselves: properties and headers.
private func members(of value: JSONValue) -> Set<String> {
    switch value {
    case .array(let elements): elements.reduce(into: []) { $0.formUnion(members(of: $1)) }
    case .object(let object):
        object.members.reduce(into: []) { names, member in
            names.insert(member.name)
            if !["properties", "headers"].contains(member.name) { names.formUnion(members(of: member.value)) }
        }
    default: []
    }
}

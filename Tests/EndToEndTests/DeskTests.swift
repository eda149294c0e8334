import HubEmulator
import HubLanguage
import JSON
import News
import TestSupport
import Testing

/// People at the desk: what they see, and what they settle.
@Suite struct DeskTests {
    /// What an editor says of a lost notification, and what Sports shows after the next broadcast.
    @Test(arguments: [
        ("sent", ["Breaking Sports News : Cup final"]), ("unsent", ["Breaking Sports News : Cup final (+1 more)"]),
    ])
    func anUnknownOutcomeIsSettledByItsNumberAndByNobodyElse(word: String, shows: [String]) async throws {
        try await Desk.open { desk in
            let list = try await desk.openNewsroom()
            desk.hub.inject(Fault(.drop(.closed), method: "POST"))
            try desk.write("s.xml", "Vote on the arena", "An older match")
            #expect(try await desk.run("broadcast --feeds \(list)", at: "10:05").code == 3)
            let text = try await desk.run("history", at: "10:06")
            #expect(text.code == 0 && text.errors.isEmpty)
            #expect(text.outputText.hasSuffix("    bulletin resolve 1 sent\n    bulletin resolve 1 unsent\n"))
            #expect(try await desk.history(at: "10:06")["notifications"]?.array?[0]["state"]?.string == "unknown")
            // However old it is.
            let old = try await desk.run("history --since 1m", at: "23:00")
            #expect(old.outputText.contains("Breaking Sports News : Vote on the arena"))

            let settled = try await desk.run("resolve 1 \(word)", at: "10:07")
            #expect(settled.code == 0 && settled.errors.isEmpty && settled.outputText.contains(" 1 counts as "))
            let again = try await desk.run("resolve #1 \(word)", at: "10:07")
            #expect(again.code == 65 && again.errorText.contains("notification 1 was settled as"))
            let history = try await desk.history(at: "10:08")
            let notification = try #require(history["notifications"]?.array?.first)
            #expect(notification["state"]?.string == (word == "sent" ? "accepted" : "not_sent"))
            #expect(notification["settled_by_hand"] == .boolean(true))
            let waiting = history["waiting"]?.array ?? []
            #expect(waiting.map { $0["headline"]?.string } == (word == "sent" ? [] : ["Vote on the arena"]))

            try desk.write("s.xml", "Cup final", "Vote on the arena", "An older match")
            #expect(try await desk.run("broadcast --feeds \(list)", at: "10:10").code == 0)
            #expect(desk.screen("Sports") == shows)
            // What was sent by hand and did not arrive is the editor's again.
            desk.hub.inject(Fault(.drop(.closed), method: "POST"))
            #expect(try await desk.run("send World Flood", at: "10:12").code == 3)
            let byHand = try await desk.run("resolve 3 unsent", at: "10:13")
            #expect(byHand.outputText == "notification 3 counts as not sent; send it again if it is still wanted\n")
            #expect(try await desk.history(at: "10:14")["waiting"]?.array?.isEmpty == true)
            #expect(try await desk.run("broadcast --feeds \(list)", at: "18:00").errors.isEmpty)
            let accepted = try await desk.run("resolve 2 unsent", at: "10:11")
            #expect(accepted.code == 65 && accepted.errorText.contains("notification 2 was accepted by the hub"))
        }
    }

    /// Options of history, and the messages that it shows then.
    static let filters: [(options: String, messages: [String])] = [
        ("", ["Cup final", "Flood", "Bridge opens"]), ("--category Sports", ["Cup final"]),
        ("--category World,Sports --outcome accepted", ["Cup final", "Flood"]),
        ("--outcome unknown --outcome accepted", ["Cup final", "Flood", "Bridge opens"]),
        ("--outcome unknown", ["Bridge opens"]), ("--outcome waiting", []),
        ("--until 2026-11-30T10:06:00Z", ["Cup final"]), ("--until 12m", ["Cup final"]),
        ("--since 10m --outcome accepted", ["Flood"]),
    ]

    /// A device whose payload its push service refuses.
    private static let odd = DeviceSetup(
        name: "Odd", platform: .fcmV1, handle: "odd-phone", tags: ["Sports"],
        template: #"{"notification":{"body":"$(messageParam)"}}"#)

    @Test func theHistoryIsFilteredListsRunsAndFollowsOneNotification() async throws {
        try await Desk.open(devices: Desk.phones + [Self.odd]) { desk in
            let list = try await desk.openNewsroom()
            try desk.write("s.xml", "Cup final", "An older match")
            #expect(try await desk.run("broadcast --feeds \(list)", at: "10:05").code == 0)
            #expect(try await desk.run("send World Flood", at: "10:10").code == 0)
            desk.hub.inject(Fault(.answer(status: 502)))
            try desk.write("w.xml", "Bridge opens", "An older story")
            #expect(try await desk.run("broadcast --feeds \(list)", at: "10:15").code == 3)
            for (options, messages) in DeskTests.filters {
                let outcome = try await desk.run("history --format json \(options)", at: "10:18")
                let shown = try JSONValue(parsing: outcome.output)["notifications"]?.array ?? []
                let texts = shown.compactMap { $0["message"]?.string?.split(separator: " : ").last.map(String.init) }
                #expect(texts == messages, "\(options)")
            }
            let runs = try await desk.history(at: "10:18")["runs"]?.array ?? []
            #expect(runs.map { $0["run"]?.integer } == [1, 2, 3])
            #expect(runs.map { $0["exit_code"]?.integer } == [0, 0, 3])
            #expect(runs.map { $0["notifications"]?.integer } == [0, 1, 1])
            #expect(try await desk.run("history --runs", at: "10:18").outputText.contains("2 of 2"))

            let text = try await desk.run("history --follow 1", at: "10:18").outputText
            let id = try #require(desk.hub.devices().first { $0.name == "Odd" }?.registrations.first)
            for words in [
                "broadcast, run 2 at ", "Cup final", "since 2026-11-30 10:05 in s.xml", "Completed",
                "  Not reached:\n    FCM v1  \(id)  Dropped\n",
            ] {
                #expect(text.contains(words), "\(words) is not in \(text)")
            }
            let followed = try await desk.run("history --follow 1 --format json", at: "10:18")
            let data = try JSONValue(parsing: followed.output)
            #expect(data["telemetry"]?["state"] == "Completed" && data["run"]?["run"] == 2)
            #expect(data["notification"]?["properties"]?["messageParam"] == "Breaking Sports News : Cup final")
            #expect(data["stories"]?.array?.first?["feeds"]?.array?.count == 1)
            #expect(data["device_errors"]?[0]?["registration"]?.string == id && data["device_errors_error"] == .null)
            // Without a key, or without an id, the rest is shown all the same.
            var program = desk.program
            program.environment["BULLETIN_HUB_CONNECTION_STRING"] = nil
            let unasked = try await program.run(words("history --follow 1"))
            #expect(unasked.code == 0 && unasked.outputText.contains("it was not asked: no hub"))
            #expect(try await desk.run("history --follow 3", at: "10:18").outputText.contains("the hub gave it no id"))
            let none = try await desk.run("history --follow 9", at: "10:18")
            #expect(none.code == 65 && none.errorText.contains("neither that of a story nor of a run"))
            let waited = try await desk.run("send Sports Storm --wait", at: "10:19")
            #expect(waited.code == 0 && waited.outputText.hasSuffix("Not reached:\n  FCM v1  \(id)  Dropped\n"))
        }
    }

    @Test func aPausedCategoryWaitsWhileFreshAndADroppedStoryIsNotSent() async throws {
        try await Desk.open { desk in
            let list = try await desk.openNewsroom()
            let paused = try await desk.run("pause World,Politics --until 3h", at: "10:01")
            #expect(paused.code == 0 && paused.outputText == "World, Politics: paused until 2026-11-30 13:01\n")
            try desk.write("w.xml", "Bridge opens", "Bridge closes", "An older story")
            try desk.write("s.xml", "Cup final", "An older match")
            let preview = try await desk.run("broadcast --dry-run --format json --feeds \(list)", at: "10:04")
            let left = try JSONValue(parsing: preview.output)["left_out"]?.array ?? []
            #expect(left.compactMap { $0["verdict"]?.string }.filter { $0 == "paused" }.count == 2)
            let run = try await desk.run("broadcast --feeds \(list)", at: "10:05")
            #expect(run.code == 0 && run.errors.isEmpty)
            #expect(desk.hub.notifications().map(\.tags) == ["Sports"])
            let history = try await desk.history(at: "10:06")
            let waiting = history["waiting"]?.array ?? []
            #expect(waiting.map { $0["headline"]?.string } == ["Bridge opens", "Bridge closes"])
            let reason = try #require(waiting.first?["reasons"]?.array?.first)
            #expect(reason["verdict"]?.string == "paused" && reason["until"]?.string == "2026-11-30T13:01:00Z")
            #expect(history["pauses"]?.array?.map { $0["category"]?.string } == ["World", "Politics"])
            // Who sends by hand knows better, and is told.
            let byHand = try await desk.run("send World Flood", at: "10:07")
            #expect(byHand.code == 0 && byHand.errorText.contains("World is paused until 2026-11-30 13:01"))
            #expect(desk.screen("World") == ["Breaking World News : Flood"])

            // The number stands in the preview as well.
            let known = try await desk.run("broadcast --dry-run --feeds \(list)", at: "10:08")
            let number = try #require(waiting[1]["story"].flatMap { if case .integer(let n) = $0 { n } else { nil } })
            #expect(known.outputText.contains("Bridge closes (World desk, World, story \(number))"))
            let dropped = try await desk.run("drop \(number)", at: "10:09")
            #expect(dropped.code == 0 && dropped.outputText == "dropped: Bridge closes\n")
            let twice = try await desk.run("drop \(number)", at: "10:09")
            #expect(twice.code == 65 && twice.errorText.contains("it is dropped (Bridge closes)"))
            #expect(try await desk.run("resume World", at: "10:10").outputText == "World: resumed\n")
            #expect(try await desk.run("broadcast --feeds \(list)", at: "11:10").code == 0)
            #expect(desk.screen("World").last == "Breaking World News : Bridge opens")

            // Too long a pause: what expires is told, and stands in the history.
            #expect(try await desk.run("pause", at: "11:11").code == 0)
            try desk.write("w.xml", "Storm ahead", "Bridge opens", "Bridge closes", "An older story")
            #expect(try await desk.run("broadcast --feeds \(list)", at: "11:15").errors.isEmpty)
            let expired = try await desk.run("broadcast --feeds \(list)", at: "20:00")
            #expect(expired.code == 0 && expired.errorText.contains("expired unsent: Storm ahead"))
            let ended = try await desk.history(at: "20:01")["unannounced"]?.array ?? []
            #expect(ended.map { $0["state"]?.string } == ["dropped", "expired"])
            #expect(try await desk.run("history", at: "20:01").outputText.contains("expired unsent  Storm ahead"))
            #expect(try await desk.run("resume", at: "20:02").outputText.hasSuffix("Science, Sports: resumed\n"))
            #expect(try await desk.run("resume World", at: "20:02").outputText == "World: not paused\n")
            // One that ends by itself.
            #expect(try await desk.run("pause Sports --until 2026-11-30T20:30:00Z", at: "20:03").code == 0)
            try desk.write("s.xml", "Coach leaves", "Cup final", "An older match")
            // Dated in the morning: fresh for longer than the pause.
            let line = "broadcast --max-age 1d --feeds \(list)"
            #expect(try await desk.run(line, at: "20:05").code == 0)
            #expect(desk.screen("Sports").count == 1)
            #expect(try await desk.run(line, at: "20:31").code == 0)
            #expect(desk.screen("Sports").last == "Breaking Sports News : Coach leaves")
        }
    }

    /// What is typed at a desk without a ledger or with one, and how it ends.
    static let mistakes: [(line: String, code: Int32, says: String)] = [
        ("history --ledger none.db", 65, "there is no ledger at none.db"),
        ("resolve 1 sent --ledger none.db", 65, "there is no ledger at none.db"),
        ("pause --ledger nowhere/none.db", 65, "there is no ledger at nowhere/none.db"),
        ("resolve 1", 64, "resolve needs an ID"),
        ("resolve 7 sent", 65, "there is no notification 7"),
        ("resolve x sent", 64, "\"x\" is not the number of a notification"),
        ("resolve 1 maybe", 64, "\"maybe\" is neither sent nor unsent"),
        ("drop", 64, "drop needs the number of a STORY"),
        ("drop 0", 64, "\"0\" is not the number of a story"),
        ("drop 4711", 65, "there is no story 4711"),
        ("pause Wrold", 64, "did you mean World?"),
        ("pause --until yesterday", 64, "--until: \"yesterday\" is neither a time"),
        ("pause --until 2026-11-30T09:00:00Z", 64, "is past"),
        ("resume --until 2h", 64, "resume has no option --until"),
        ("send World x --replaces 9", 65, "--replaces: there is no notification 9"),
        ("send World x --replaces 9 --dry-run", 65, "--replaces: there is no notification 9"),
        ("send --everyone x", 64, "it needs --yes"),
        ("send World -", 64, "standard input holds no message"),
    ]

    @Test func theHistoryShowsTheStateOfTheBroadcastsInLocalTimeAndWritesNothing() async throws {
        try await Desk.open { desk in
            let list = try await desk.openNewsroom()
            for (line, code, says) in DeskTests.mistakes {
                let outcome = try await desk.run(line)
                #expect(outcome.code == code && outcome.output.isEmpty, "\(line)")
                #expect(outcome.errorLines.count == 1 && outcome.errorText.contains(says), "\(outcome.errorText)")
            }
            #expect(desk.folder.read("none.db") == nil)
            let empty = try await desk.run("history --since 1m", at: "10:05")
            #expect(empty.outputText.contains("Nothing was sent since 2026-11-30 10:04, and nothing waits."))

            try desk.write("w.xml", "Bridge opens", "An older story")
            try desk.folder.write("s.xml", "<html><title>Sign in</title></html>")
            #expect(try await desk.run("broadcast --feeds \(list)", at: "10:05").code == 1)
            let before = try desk.everything()
            let history = try await desk.history(at: "10:10")
            #expect(
                history.object?.members.map(\.0) == [
                    "now", "since", "notifications", "waiting", "unannounced", "pauses", "hub_closed_until", "last_run",
                    "runs", "failing_feeds", "troubles", "ledger",
                ])
            let notification = try #require(history["notifications"]?.array?.first)
            #expect(
                notification.object?.members.map(\.0) == [
                    "id", "run", "time", "origin", "categories", "language", "target", "message", "state", "reason",
                    "scheduled_for", "settled", "settled_by_hand", "hub_id", "delivery", "collapse_id", "stories",
                ])
            #expect(notification["hub_id"]?.string == desk.hub.notifications().first?.id)
            #expect(notification["stories"]?.array?.map { $0["headline"]?.string } == ["Bridge opens"])
            #expect(history["last_run"]?["time"]?.string == "2026-11-30T10:05:00Z")
            #expect(history["last_run"]?["exit_code"] == .integer(1))
            let failing = try #require(history["failing_feeds"]?.array?.first)
            #expect(failing["feed"]?.string == "s.xml" && failing["failures"] == .integer(1))
            #expect(history["ledger"]?["feeds"] == .integer(2))
            var program = desk.program
            program.environment["TZ"] = "Asia/Kolkata"
            // No key is needed for looking.
            program.environment["BULLETIN_HUB_CONNECTION_STRING"] = nil
            let text = try await program.run(words("history --now 2026-11-30T10:10:00Z"))
            #expect(text.code == 0)
            #expect(text.outputText.contains("  1  2026-11-30 15:35  World  sent  Breaking World News : Bridge opens"))
            #expect(text.outputText.contains("Last broadcast: 2026-11-30 15:35, exit code 1"))
            #expect(text.outputText.contains("Failing since 2026-11-30 15:35, 1 time: "))
            #expect(try desk.everything() == before)
        }
    }
}

extension Desk {
    /// A World and a Sports feed, each with an older item that is known; gives the feed list.
    func openNewsroom() async throws -> String {
        try write("w.xml", "An older story")
        try write("s.xml", "An older match")
        let list = try writeList((.world, "w.xml"), (.sports, "s.xml"))
        #expect(try await run("broadcast --feeds \(list)").code == 0)
        return list
    }

    /// The history as data.
    func history(at time: String) async throws -> JSONValue {
        let outcome = try await run("history --format json", at: time)
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        return try JSONValue(parsing: outcome.output)
    }
}

import Glibc
import HubEmulator
import HubLanguage
import JSON
import News
import TestSupport
import Testing

/// A message sent by hand, the tags of its request, and who shows what.
struct SentByHand: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var tags: String?
    var phones: [String]
    var shows: String

    var testDescription: String { arguments.joined(separator: " ") }
}

@Suite struct SendTests {
    static let sends = [
        SentByHand(
            arguments: ["world", "Bridge opens"], tags: "World", phones: ["World"],
            shows: "Breaking World News : Bridge opens"),
        SentByHand(
            arguments: ["Sports,World", "Cup is here"], tags: "World||Sports", phones: ["World", "Sports"],
            shows: "Breaking World, Sports News : Cup is here"),
        SentByHand(
            arguments: ["Science", "--as-is", "Comet {headline} [x|y] tonight"], tags: "Science", phones: ["Science"],
            shows: "Comet {headline} [x|y] tonight"),
        SentByHand(
            arguments: ["--tags", "(Weather || Sports) && !World", "Storm"], tags: "(Weather || Sports) && !World",
            phones: ["Sports", "Weather"], shows: "Storm"),
        SentByHand(
            arguments: ["--everyone", "--yes", "Test of the alarm"], tags: nil,
            phones: Category.allCases.map(\.rawValue) + ["Weather"], shows: "Test of the alarm"),
        SentByHand(
            arguments: ["Business", "--", "-40 % \"no\" \\ 'x' \\n"], tags: "Business", phones: ["Business"],
            shows: "Breaking Business News : -40 % \"no\" \\ 'x' \\n"),
        SentByHand(
            arguments: ["Politics", "line one\nline two\ttab\r\nthree عاجل \u{202E}👩‍👩‍👧‍👦"],
            tags: "Politics", phones: ["Politics"],
            shows: "Breaking Politics News : line one\nline two tab\nthree عاجل \u{202E}👩‍👩‍👧‍👦"),
        SentByHand(
            arguments: ["Technology", "--category-tag", "Technology=Weather", "Chip"], tags: "Weather",
            phones: ["Weather"], shows: "Breaking Technology News : Chip"),
    ]

    @Test func aMessageArrivesAsTypedAtItsTargetAndNowhereElse() async throws {
        for row in SendTests.sends {
            try await Desk.open { desk in
                let arguments = [
                    "send", "--now", "2026-11-30T10:00:00Z", "--param", "url=https://x.example/?a=1&b=\"2\"",
                ]
                let preview = try await desk.program.run(arguments + ["--dry-run"] + row.arguments)
                let outcome = try await desk.program.run(arguments + ["-v"] + row.arguments)
                #expect(preview.code == 0 && outcome.code == 0, "\(row)")
                let history = try await desk.run("history")
                #expect(history.outputText.split(separator: "\n").count == 2, "\(history.outputText)")
                for text in [
                    preview.outputText, outcome.outputText, outcome.errorText, preview.errorText, history.outputText,
                ] {
                    #expect(!text.unicodeScalars.contains { $0 != "\n" && ($0.value < 32 || $0.value == 0x202E) })
                }
                let shown = desk.hub.devices().filter { !$0.lockScreen.isEmpty }
                #expect(Set(shown.map(\.name)) == Set(row.phones), "\(row)")
                #expect(shown.allSatisfy { $0.lockScreen.map(\.text) == [row.shows] }, "\(shown.map(\.lockScreen))")
                let request = try #require(desk.hub.requests().first)
                #expect(request.header("ServiceBusNotification-Tags") == row.tags)
                let body = try JSONValue(parsing: Array(request.body.utf8))
                #expect(body["messageParam"]?.string == row.shows)
                #expect(body["url"]?.string == "https://x.example/?a=1&b=\"2\"")
                // What the hub calls it: for whoever looks into its telemetry.
                #expect(outcome.outputText == (desk.hub.notifications().first?.id ?? "none") + "\n")
            }
        }
        // What is too long for the phones is cut between characters, and whoever sent it is told.
        try await Desk.open { desk in
            let outcome = try await desk.program.run(["send", "World", String(repeating: "é", count: 600)])
            #expect(outcome.code == 0 && outcome.errorText.contains("cut from 1222 to 999 bytes"))
            let text = try #require(desk.screen("World").first)
            #expect(text.hasPrefix("Breaking World News : éé") && text.hasSuffix("é…") && text.utf8.count == 999)
        }
    }

    /// How a story is sent by hand, and whether the feed's own telling of it is announced in the next broadcast. What does
    /// not arrive is settled as unsent when a feed has brought it.
    static let claims: [(name: String, arguments: [String], knownBefore: Bool, arrives: Bool, announced: Bool)] = [
        (
            "by its link", ["World", "Quite other words", "--link", "https://www.news.example/w.xml/2/?utm_source=x"],
            true, true, false
        ),
        (
            "by its link, before a feed has it", ["World", "Other", "--link", "https://news.example/w.xml/2"], false,
            true, false
        ),
        ("by its title", ["World", "Harbour bridge opens at last"], true, true, false),
        ("by its title, before a feed has it", ["World", "Harbour bridge opens at last"], false, true, false),
        (
            "by its title, with another link",
            ["World", "Harbour bridge opens at last", "--link", "https://short.example/b7"], true, true, false
        ),
        (
            "to everyone", ["--everyone", "--yes", "Other", "--link", "https://news.example/w.xml/2"], false, true,
            false
        ),
        ("to a tag", ["--tags", "Weather", "Other", "--link", "https://news.example/w.xml/2"], true, true, false),
        (
            "to a tag, in vain, before a feed has it",
            ["--tags", "Weather", "Other", "--link", "https://news.example/w.xml/2"], false, false, true
        ),
        ("another story", ["World", "Nothing to do with it at all"], true, true, true),
    ]

    @Test func whatWasSentByHandIsNotAnnouncedAgain() async throws {
        for row in SendTests.claims {
            try await Desk.open { desk in
                try desk.write("w.xml", "An older story")
                let list = try desk.writeList((.world, "w.xml"))
                _ = try await desk.run("broadcast --feeds \(list)")
                func news() throws { try desk.write("w.xml", "Harbour bridge opens at last", "An older story") }
                if row.knownBefore {
                    try news()
                    _ = try await desk.run("broadcast --feeds \(list) --category Sports", at: "10:01")
                }
                if !row.arrives { desk.hub.inject(Fault(.drop(.closed), method: "POST")) }
                let sent = try await desk.program.run(["send", "--now", "2026-11-30T10:02:00Z"] + row.arguments)
                #expect(sent.code == (row.arrives ? 0 : 3), "\(row.name)")
                try news()
                _ = try await desk.run("broadcast --feeds \(list)", at: "10:05")
                if !row.arrives {
                    #expect(desk.hub.requests().count == 1)
                    #expect(try await desk.run("resolve 1 unsent", at: "10:06").code == 0)
                    _ = try await desk.run("broadcast --feeds \(list)", at: "10:07")
                }
                #expect(desk.hub.requests().count == (row.announced ? 2 : 1), "\(row.name)")
            }
        }
    }

    @Test func handSendsPassCapsAndCountAndAreNotRepeatedByASlip() async throws {
        try await Desk.open { desk in
            try desk.write("w.xml", "An older story")
            let list = try desk.writeList((.world, "w.xml"))
            _ = try await desk.run("broadcast --feeds \(list)")
            #expect(try await desk.run("send World First", at: "10:01").code == 0)
            let slip = try await desk.run("send World First", at: "10:31")
            #expect(slip.code == 64 && slip.errorLines.count == 1 && slip.errorText.contains("--again"))
            #expect(try await desk.run("send World First --again", at: "10:32").code == 0)
            #expect(try await desk.run("send World Third", at: "10:33").code == 0)
            try desk.write("w.xml", "Harbour bridge opens", "An older story")
            #expect(try await desk.run("broadcast --feeds \(list)", at: "10:34").code == 0)
            #expect(desk.hub.requests().count == 3)
            #expect(try await desk.run("broadcast --feeds \(list)", at: "11:40").code == 0)
            #expect(desk.hub.requests().count == 4)
            #expect(try await desk.run("send World First", at: "11:41").code == 0)
        }
    }

    @Test func aCorrectionReplacesWhatWentOutAndEveryoneIsReachedWithConsentOnly() async throws {
        try await Desk.open { desk in
            try desk.write("w.xml", "Bridge opens")
            let list = try desk.writeList((.world, "w.xml"))
            #expect(try await desk.run("broadcast --announce-first 1 --feeds \(list)").code == 0)
            // As typed into a pipe: quotes and blanks stay, the line end goes.
            let text = "It is  the \"ferry\" that's open\n"
            let arguments = words("send World - --replaces 1 --now 2026-11-30T10:01:00Z")
            let corrected = try await desk.program.run(arguments, input: Array(text.utf8))
            #expect(corrected.code == 0 && corrected.errors.isEmpty)
            #expect(desk.screen("World").last == "Breaking World News : It is  the \"ferry\" that's open")
            let ids = desk.hub.requests().map { $0.header("apns-collapse-id") }
            #expect(ids.count == 2 && ids[0] != nil && ids[0] == ids[1])
            // Whom only one of them reached keeps it; and what was announced stays so.
            let elsewhere = try await desk.run("send Sports Ferry --replaces 2", at: "10:02")
            #expect(elsewhere.code == 0 && elsewhere.errorText.contains("notification 2 went to another target"))
            #expect(try await desk.run("broadcast --feeds \(list)", at: "10:05").code == 0)
            #expect(desk.hub.requests().count == 3)
            desk.hub.inject(Fault(.answer(status: 404), method: "POST"))
            #expect(try await desk.run("send World Refused", at: "10:06").code == 69)
            let refused = try await desk.run("send World Mended --replaces 4", at: "10:07")
            #expect(refused.code == 65 && refused.errorText.contains("notification 4 was not sent"))

            let sent = desk.hub.requests().count
            for (answer, code, requests) in [("n", 64, 0), ("", 64, 0), ("y", 0, 1)] as [(String, Int32, Int)] {
                var terminal = Program(
                    at: "/usr/bin/script", environment: desk.program.environment,
                    workingFolder: desk.folder.path)
                terminal.environment["SHELL"] = "/bin/sh"
                let line = "\(desk.program.path) send --everyone Alarm --now 2026-11-30T10:08:00Z"
                let asked = try await terminal.run(["-qec", line, "/dev/null"], input: Array("\(answer)\n".utf8))
                #expect(asked.code == code)
                #expect(asked.outputText.contains("Send to every device: Alarm [y/N]"))
                #expect(desk.hub.requests().count == sent + requests)
            }
        }
    }

    /// Arguments, the fault of the hub, and how it ends.
    static let troubles: [(arguments: [String], fault: Fault?, code: Int32, says: String)] = [
        (["Wrold", "x"], nil, 64, "did you mean World?"),
        (["World"], nil, 64, "MESSAGE"),
        (["World", " \n"], nil, 64, "empty message"),
        (["World", "\u{202E}\u{301}"], nil, 64, "empty message"),
        (["World", "\u{1B}[31mred"], nil, 64, "U+001B"),
        (["World", "x", "--message-template", "[{source}]"], nil, 64, "the message came out empty"),
        (["World", "x", "--message-template", "World={hedline}"], nil, 64, "--message-template World=…: unknown"),
        (["World", "x", "--config", "blank.json"], nil, 78, "the message came out empty"),
        (["World", "x", "--config", "wrong.json"], nil, 78, "wrong.json:1:15: messages.Sports: unknown placeholder"),
        (["World", "x", "--param", "messageParam=y"], nil, 64, "names the message itself"),
        (["World", "x", "--format", "curl"], nil, 64, "--format shows a preview: it needs --dry-run"),
        (["--everyone", "World", "x"], nil, 64, "one operand"),
        (["--tags", "a &&", "x"], nil, 64, "a &&"),
        (["--tags", "", "x"], nil, 64, "bulletin: "),
        (["World", "x", "--param", "a b=c"], nil, 64, "a b=c"),
        (["World", "x", "--link", "nowhere"], nil, 64, "--link"),
        (["World", "x", "--ledger", "none/l.db"], nil, 74, "none/l.db"),
        (["World", "x"], Fault(.answer(status: 401)), 77, "not sent: the hub does not accept the token"),
        (["World", "x"], Fault(.answer(status: 404)), 69, "not sent: there is no such hub"),
        (["World", "x"], Fault(.answer(status: 400)), 1, "not sent: the hub calls the request malformed"),
        (["World", "x"], Fault(.drop(.closed), takesRequest: true), 3, "nobody knows whether it was sent"),
    ]

    @Test func whatCannotBeSentSaysWhyAndIsNotTakenForSent() async throws {
        for row in SendTests.troubles {
            try await Desk.open { desk in
                if let fault = row.fault { desk.hub.inject(fault) }
                try desk.folder.write("blank.json", #"{"messages": "[{source}]"}"#)
                try desk.folder.write("wrong.json", #"{"messages": {"Sports": "{a}", "World": "{headline}"}}"#)
                let arguments = ["send", "--now", "2026-11-30T10:00:00Z"]
                let outcome = try await desk.program.run(arguments + row.arguments)
                #expect(outcome.code == row.code, "\(row.arguments) \(outcome.errorText)")
                #expect(outcome.errorLines.count == 1 && outcome.output.isEmpty, "\(outcome.errorText)")
                #expect(outcome.errorText.contains(row.says), "\(outcome.errorText)")
                #expect(desk.hub.requests().count == (row.fault == nil ? 0 : 1))
                guard row.fault != nil else { return }
                // What surely was not sent may be tried again at once; what is unknown may not.
                let again = try await desk.program.run(arguments + row.arguments)
                #expect(again.code == (row.code == 3 ? 64 : 0), "\(row.arguments)")
            }
        }
    }
}

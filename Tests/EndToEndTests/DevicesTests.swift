import HubEmulator
import HubLanguage
import JSON
import News
import TestSupport
import Testing

/// Devices by hand, and messages that are kept, tried and followed.
@Suite struct DevicesTests {
    private static let token = String(repeating: "ab12", count: 16)

    @Test func aPhoneSubscribesGetsItsCategoriesAndIsForgottenAgain() async throws {
        let rows: [(subscribe: String, token: String, shows: String)] = [
            ("--platform apns --token - --id desk-phone --user anna", Self.token, "Breaking Sports News : Goal"),
            (
                "--platform wns --token -", "https://wns.example/?token=0123456789abcdefghij",
                "Breaking Sports News : Goal"
            ),
            (
                "--platform fcmv1 --token - --registration --template wide.json",
                "fcm-0123456789-abcdefghij-0123456789",
                "News: Breaking Sports News : Goal"
            ),
        ]
        for (subscribe, token, shows) in rows {
            try await Desk.open(devices: []) { desk in
                try desk.folder.write("wide.json", #"{"message":{"data":{"text":"{'News: ' + $(messageParam)}"}}}"#)
                let arguments = words("devices subscribe --categories World,Sports --format json \(subscribe)")
                let made = try await desk.program.run(arguments, input: Array("\(token)\n".utf8))
                #expect(made.code == 0 && made.errors.isEmpty, "\(made.errorText)")
                let device = try JSONValue(parsing: made.output)
                let id = try #require(device["id"]?.string)
                let tags = device["tags"]?.array?.compactMap(\.string) ?? []
                #expect(
                    tags.starts(with: ["World", "Sports"]) && tags.contains("username:anna") == (id == "desk-phone"))
                #expect(try await desk.run("send Sports Goal --again").code == 0)
                #expect(desk.hub.devices().flatMap(\.lockScreen).map(\.text) == [shows])

                // Another choice; what else it had stays.
                let changed = try await desk.run("devices categories \(id) Science,World --format json")
                #expect(
                    try JSONValue(parsing: changed.output)["tags"]?.array?.compactMap(\.string)
                        == tags.filter { $0 != "Sports" } + ["Science"])
                #expect(try await desk.run("send Sports Goal --again").code == 0)
                #expect(try await desk.run("send Science Comet --again").code == 0)
                let screen = desk.hub.devices().flatMap(\.lockScreen).map(\.text)
                #expect(
                    screen.count == 2
                        && screen.last == shows.replacing("Sports News : Goal", with: "Science News : Comet"))

                let shown = try await desk.run("devices show \(id)")
                let listed = try await desk.run("devices list --tag Science")
                let found = try await desk.program.run(
                    words("devices list --channel - --format json"), input: Array(token.utf8))
                #expect(
                    shown.code == 0 && listed.code == 0 && shown.outputText.contains("Science")
                        && !shown.outputText.contains("Sports"),
                    "\(shown.outputText)")
                let registrations = try JSONValue(parsing: found.output).array ?? []
                #expect(listed.outputText.split(separator: "\n").count == registrations.count && !registrations.isEmpty)
                #expect(registrations.allSatisfy { $0["installation"]?.string == device["installation"]?.string })
                for text in [
                    made.outputText, changed.outputText, shown.outputText, listed.outputText, found.outputText,
                ] {
                    #expect(!text.lowercased().contains(token.lowercased()))
                }
                // Named by a registration of its own it is the same device.
                let own = try #require(registrations.last?["id"]?.string)
                let gone = try await desk.run("devices unsubscribe \(own)")
                #expect(gone.code == 0 && gone.outputText == "\(id) is not reached any more\n")
                let twice = try await desk.run("devices unsubscribe \(id)")
                #expect(twice.code == 65 && twice.errorText.contains("there is no device \(id)"))
                #expect(try await desk.run("devices list").outputText == "no devices\n")
            }
        }
    }

    /// Arguments, standard input, and how it ends.
    private static let troubles: [(line: String, input: String, code: Int32, says: String)] = [
        ("devices", "", 64, "devices needs one of list"), ("devices lisst", "", 64, "did you mean list?"),
        ("devices show", "", 64, "devices show needs an ID"), ("devices list all", "", 64, "unexpected \"all\""),
        ("devices categories x", "", 64, "needs a CATEGORY"),
        ("devices categories x Wrold", "", 64, "did you mean World?"),
        ("devices list --token x", "", 64, "--token belongs to devices subscribe"),
        ("devices list --tag World --channel x", "", 64, "exclude each other"),
        ("devices list --tag a&&b", "", 64, "--tag"),
        ("devices subscribe --platform apns", "", 64, "needs --platform, --token"),
        (
            "devices subscribe --platform apns --token 12 --categories World --id x --registration", "", 64,
            "exclude each other"
        ),
        ("devices subscribe --platform apns --token xyz --categories World", "", 64, "hexadecimal"),
        ("devices subscribe --platform wns --token http://x.example --categories World", "", 64, "https address"),
        ("devices subscribe --platform fcmv1 --token - --categories World", "two words", 64, "one token"),
        ("devices subscribe --platform fcmv1 --token x --categories World --user a/b", "", 64, "--user"),
        ("devices subscribe --platform fcmv1 --token x --categories World --template none.json", "", 65, "none.json"),
        ("devices subscribe --platform fcmv1 --token x --categories World --template flat.json", "", 65, "flat.json"),
        (
            "devices subscribe --platform fcmv1 --token x --categories World --category-tag World=a||b", "", 78,
            "the tag of World: devices follow single tags"
        ),
        ("devices categories none World", "", 65, "there is no device none"),
        ("devices show 1-2-3", "", 65, "no device 1-2-3"),
        ("send World x --at 1h --test", "", 64, "exclude each other"),
        ("send World x --at 8d", "", 64, "7 days at most"),
        ("send World x --at 2020-01-01T00:00:00Z", "", 64, "is not ahead"),
        ("send --user a/b x", "", 64, "the user's name"),
        ("send --user anna --tags b x", "", 64, "exclude each other"),
        ("send World x --platform apns", "", 64, "apple"),
        ("send World x --platform apple --param aps=y", "", 64, "aps"), ("cancel", "", 64, "cancel needs the ID"),
        ("cancel x", "", 64, "is not the number"), ("cancel 12", "", 65, "there is no notification 12"),
    ]

    @Test func whatCannotBeDoneWithDevicesSaysWhyAndWhichKeyItTakes() async throws {
        try await Desk.open { desk in
            try desk.folder.write("flat.json", #"{"notification":{"body":"$(messageParam)"}}"#)
            for (line, input, code, says) in Self.troubles {
                let outcome = try await desk.program.run(words(line), input: Array(input.utf8))
                #expect(outcome.code == code && outcome.output.isEmpty, "\(line): \(outcome.code)")
                #expect(
                    outcome.errorLines.count == 1 && outcome.errorText.contains(says), "\(line): \(outcome.errorText)")
            }
            #expect(desk.hub.notifications().isEmpty)

            // A key that may send alone, as it should be; and one beside it that may do more.
            let all = desk.hub.connectionString
            var sender = desk
            let sendOnly = try #require(desk.hub.emulator.connectionString(forRule: SharedAccessRule.sendName))
            sender.program.environment["BULLETIN_HUB_CONNECTION_STRING"] = sendOnly
            for (line, right) in [("devices list", "Manage"), ("devices unsubscribe desk-phone", "Listen")] {
                let refused = try await sender.run(line)
                #expect(refused.code == 77 && refused.errorText.contains("has \(right)"), "\(refused.errorText)")
                #expect(refused.errorText.contains("BULLETIN_HUB_MANAGE_CONNECTION_STRING can bring"))
            }
            sender.program.environment["BULLETIN_HUB_MANAGE_CONNECTION_STRING"] = all
            #expect(try await sender.run("devices list").outputText.split(separator: "\n").count == Desk.phones.count)
            sender.program.environment["BULLETIN_HUB_CONNECTION_STRING"] = nil
            #expect(try await sender.run("devices list --tag World").code == 0)
            // The hub asks for patience, and gets it.
            desk.hub.inject(Fault(.answer(status: 429, retryAfter: .seconds(1))))
            #expect(try await desk.run("devices list").code == 0)
            desk.hub.inject(Fault(.answer(status: 503, retryAfter: .seconds(3_600))))
            let later = try await desk.run("devices list")
            #expect(later.code == 69 && later.errorText.contains("in 3600 s"))
        }
    }

    @Test func aScheduledMessageIsShownAndItsStoryWaitsAgainWhenItIsTakenBack() async throws {
        try await Desk.open(hubTime: "2026-11-30T10:00:00Z") { desk in
            try desk.write("w.xml", "An older story")
            let list = try desk.writeList((.world, "w.xml"))
            _ = try await desk.run("broadcast --feeds \(list)")
            try desk.write("w.xml", "Harbour bridge opens at last", "An older story")
            _ = try await desk.run("broadcast --feeds \(list) --category Sports", at: "10:01")
            let line = "send World Bridge --link https://news.example/w.xml/2 --at"
            let kept = try await desk.run("\(line) 2026-11-30T13:02:00+01:00", at: "10:02")
            // The hub's clock stands still.
            #expect(kept.code == 0 && kept.errorLines.allSatisfy { $0.contains("clock") }, "\(kept.errorText)")
            let id = try #require(desk.hub.notifications().first?.id)
            #expect(
                kept.outputText == "\(id)\nscheduled for 2026-11-30 12:02; 'bulletin cancel 1' takes it back\n")
            #expect(desk.hub.notifications().first?.scheduledFor == Instant("2026-11-30T12:02:00Z"))
            #expect(desk.screen("World").isEmpty)
            // Told, although later: neither a broadcast nor a slip tells it twice; and the caps do not count it yet.
            #expect(try await desk.run("broadcast --feeds \(list)", at: "10:05").code == 0)
            #expect(try await desk.run("\(line) 3h", at: "10:06").code == 64)
            #expect(desk.hub.notifications().count == 1 && desk.hub.questions().count == 2)
            func state(at time: String) async throws -> String? {
                try await desk.history(at: time)["notifications"]?.array?.first?["state"]?.string
            }
            #expect(try await state(at: "10:07") == "scheduled")
            #expect(try await state(at: "12:03") == "accepted")
            #expect(
                try await desk.run("history", at: "10:07").outputText.contains(
                    "World  scheduled for 2026-11-30 12:02  "))
            let early = try await desk.run("send World Other --replaces 1", at: "10:07")
            #expect(early.code == 65 && early.errorText.contains("has not gone out yet"))
            let late = try await desk.run("cancel 1", at: "12:03")
            #expect(late.code == 65 && late.errorText.contains("went out at 2026-11-30 12:02"))

            desk.hub.inject(Fault(.answer(status: 500), method: "DELETE"))
            #expect(try await desk.run("cancel 1", at: "10:08").code == 69)
            #expect(try await state(at: "10:08") == "scheduled")
            // The hub does it, but its answer is lost: the second time it knows it no more.
            desk.hub.inject(Fault(.drop(.closed), takesRequest: true, method: "DELETE"))
            #expect(try await desk.run("cancel 1", at: "10:09").code == 69)
            let taken = try await desk.run("cancel 1", at: "10:10")
            #expect(taken.code == 0 && taken.errorText.contains("did not know notification 1 any more"))
            #expect(taken.outputText == "notification 1 is taken back: Breaking World News : Bridge\n")
            #expect(try await state(at: "10:10") == "cancelled")
            #expect(try await desk.run("cancel 1", at: "10:11").code == 65)
            #expect(try await desk.run("broadcast --feeds \(list)", at: "10:12").code == 0)
            #expect(desk.screen("World") == ["Breaking World News : Harbour bridge opens at last"])
        }
        // A tier that cannot says so before anything is sent.
        try await Desk.open(tier: .basic) { desk in
            let refused = try await desk.run("send World Later --at 2h")
            #expect(
                refused.code == 69 && refused.errorText.contains("use a hub of the Standard tier"),
                "\(refused.errorText)")
            #expect(desk.hub.requests().isEmpty)
            let unseen = try await desk.run("send World Now --wait")
            #expect(unseen.code == 0 && unseen.outputText == "accepted\n")
            #expect(unseen.errorText.contains("what becomes of it will not be known"))
        }
    }

    /// What is asked, what is said, and what of it reaches the phones.
    private static let sends: [(line: String, code: Int32, says: [String], phones: Int)] = [
        ("send World Now --wait", 0, ["Completed\n", "  FCM v1  1  Success\n"], 1),
        ("send --tags Nobody Now --wait", 0, ["NoTargetFound", "it reached nobody"], 0),
        ("send --user anna Now --wait", 0, ["Completed\n"], 1),
        ("send World Now --test", 0, ["reached 1, not reached 0\n", "successfully sent"], 1),
        ("send --tags Nobody Now --test", 1, ["reached 0", "no device has registered"], 0),
        ("send --user anna Now --platform apple --wait", 0, ["APNs  1  Success"], 1),
        (
            "send --user anna Now --platform apple --dry-run", 0,
            ["  APNs  ", "Format: apple", #"{"aps":{"alert":"Now"}"#], 0
        ),
        (
            "send World Now --at 2h --dry-run --format curl", 0,
            ["/schedulednotifications?api-version", "ScheduleTime: 2026-11-30T12:00:00Z"], 0
        ),
        ("send --everyone Now --test --dry-run", 0, ["as a test, to ten devices", "&test"], 0),
    ]

    @Test func messagesAreTriedAndFollowedAndReachOnePlatformOrOneUser() async throws {
        for (line, code, says, phones) in Self.sends {
            let iPhone = DeviceSetup(name: "Anna's", platform: .apns, handle: Self.token, tags: ["username:anna"])
            try await Desk.open(devices: line.contains("apple") ? [] : Desk.phones + [iPhone]) { desk in
                if line.contains("apple") {
                    // A native notification is for devices without a template; an installation is that too.
                    let made = "devices subscribe --platform apns --token \(Self.token) --categories World --user anna"
                    #expect(try await desk.run(made).code == 0)
                }
                let outcome = try await desk.run(line)
                #expect(outcome.code == code, "\(line): \(outcome.errorText)")
                for part in says {
                    #expect((outcome.outputText + outcome.errorText).contains(part), "\(line): \(outcome.outputText)")
                }
                let shown = desk.hub.devices().flatMap(\.lockScreen)
                #expect(shown.count == phones && shown.allSatisfy { $0.text.hasSuffix("Now") }, "\(line): \(shown)")
                // A test is no news: there is not even a ledger of it, and the same may go out at once.
                guard line.contains("World Now --test") else { return }
                #expect(try await desk.run("history", at: "10:01").code == 65)
                #expect(try await desk.run("send World Now").code == 0)
            }
        }
    }
}

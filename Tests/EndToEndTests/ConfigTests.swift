import Glibc
import JSON
import TestSupport
import Testing

/// What the program says about its own settings, and how others are told to start it.
@Suite struct ConfigTests {
    @Test func everySettingIsShownWithItsPlaceAndNoSecretIs() async throws {
        try await Desk.open { desk in
            let key = "b25seSBhIHRlc3Q"
            try desk.folder.write(
                "c.json",
                #"""
                {   // the newsroom's
                    "feeds": ["https://desk:\#(key)@news.example/rss", "list.opml"],
                    "hub\u0046ile": "hub",
                    "messages": {
                        "default": "{headline}",
                        "Sports": "Goal: {headline}"
                    },
                    "quiet": {"zone": "UTC", "from": "22:00", "to": "6:00"},
                    "feedSettings": {"wire.example": {"header": "X-Key: \#(key)", "passwordFile": "/etc/wire"}},
                }
                """#)
            try desk.folder.write(
                "hub", "Endpoint=sb://x.example/;SharedAccessKeyName=k;SharedAccessKey=\(key)\n", mode: 0o600)
            var program = desk.program
            program.environment["BULLETIN_HUB_NAME"] = "newsroom"
            program.environment["BULLETIN_HUB_CONNECTION_STRING"] = nil
            program.environment["BULLETIN_HUB_MANAGE_CONNECTION_STRING"] = "SharedAccessKey=\(key)"
            let arguments = words("config --config c.json --max-age 2h --property url={link}")
            let text = try await program.run(arguments)
            let json = try await program.run(arguments + ["--format", "json"])
            #expect(text.code == 0 && text.errors.isEmpty && json.code == 0, "\(text.errorText)")
            #expect(!text.outputText.contains(key) && !json.outputText.contains(key))
            let document = try JSONValue(parsing: json.output)
            let rows = document["settings"]?.array ?? []
            let expected: [(key: String, value: String, place: String)] = [
                ("feeds", #"["https://news.example/rss","list.opml"]"#, "c.json:2"),
                ("hubFile", #""hub""#, "c.json:3"), ("messages.Sports", #""Goal: {headline}""#, "c.json:6"),
                ("quiet", #"{"zone":"UTC","from":"22:00","to":"06:00"}"#, "c.json:8"),
                (
                    "feedSettings", #"{"wire.example":{"header":"X-Key: <hidden>","passwordFile":"/etc/wire"}}"#,
                    "c.json:9"
                ),
                ("hub", #""newsroom""#, "BULLETIN_HUB_NAME"), ("maxAge", #""2h""#, "--max-age"),
                ("properties.url", #""{link}""#, "--property"), ("messageBytes", "1000", "default"),
                ("contact", "null", "not set"), ("ledger", #""\#(desk.folder.path)/bulletin/ledger.db""#, "default"),
            ]
            for (key, value, place) in expected {
                let row = rows.first { $0["key"]?.string == key }
                #expect(
                    row?["value"]?.text() == value && row?["place"]?.string == place, "\(key): \(row?.text() ?? "none")"
                )
            }
            #expect(rows.first { $0["key"]?.string == "hub" }?["source"]?.string == "environment")
            let places = document["secrets"]?.array?.map { $0["place"]?.string }
            #expect(places == ["hub", nil, "BULLETIN_HUB_MANAGE_CONNECTION_STRING"])
            #expect(
                text.outputText.split(separator: "\n").contains {
                    $0.split(separator: " ").starts(with: ["maxAge", "--max-age"])
                })

            chmod(desk.folder.path("hub"), 0o644)
            let open = try await program.run(arguments)
            #expect(open.code == 78 && open.errorText.contains("others may read it"))

            // Where there is no configuration yet, or a broken one, the example can be had all the same.
            program.environment["BULLETIN_CONFIG"] = "nowhere.json"
            let example = try await program.run(words("config --print-default"))
            #expect(example.code == 0)
            #expect(example.output == readFile(HubFixtures.path("../../feeds/bulletin.json", beside: #filePath)))
        }
    }

    /// Wishes that cannot be had.
    private static let mistakes: [(line: String, code: Int32, says: String)] = [
        ("schedule", 64, "schedule needs cron or systemd"), ("schedule crn", 64, "did you mean cron?"),
        ("schedule systemd tmer", 64, "did you mean timer?"), ("schedule cron timer", 64, "unexpected \"timer\""),
        ("schedule cron --every 7m", 64, "a part of an hour"), ("schedule systemd --every 5h", 64, "a part of an hour"),
        ("completions csh", 64, "is none of bash, zsh, fish"), ("help send --man", 64, "leave the name out"),
        ("check --dry-run", 64, "check has no option --dry-run; it belongs to broadcast, send"),
        ("config --max-agee 2h", 64, "did you mean --max-age?"),
    ]

    @Test func whatScheduleSaysIsTakenByCronsShellAndBySystemd() async throws {
        try await Desk.open { desk in
            for (line, code, says) in Self.mistakes {
                let outcome = try await desk.run(line)
                #expect(outcome.code == code && outcome.errorText.contains(says), "\(line): \(outcome.errorText)")
            }
            let name = "desk's 100 % \"news\" $x;y"
            let folder = desk.folder.path(name)
            try #require(mkdir(folder, 0o755) == 0)
            try desk.folder.write("\(name)/a.xml", rss("a", ["Sea ice"]))
            try desk.folder.write("\(name)/hub", desk.hub.connectionString, mode: 0o600)
            try desk.folder.write("\(name)/c.json", #"{"feeds": "a.xml", "hubFile": "hub", "ledger": "l.db"}"#)
            let config = ["--config", "c.json"]
            var inside = desk.program
            inside.workingFolder = folder
            let warned = try await inside.run(words("schedule cron") + config)
            #expect(warned.code == 0 && warned.errorText.contains("which cron does not pass on"), "\(warned.errorText)")
            inside.environment["BULLETIN_HUB_CONNECTION_STRING"] = nil

            // As cron starts it: another folder, next to no environment, percent signs taken back.
            let crontab = try await inside.run(words("schedule cron --every 2h --user desk") + config)
            #expect(crontab.code == 0 && crontab.errors.isEmpty)
            let line = try #require(crontab.outputText.split(separator: "\n").last)
            #expect(line.hasPrefix("0 */2 * * *  /"))
            let command = String(line.dropFirst("0 */2 * * *  ".count)).replacing("\\%", with: "%")
            let shell = Program(
                at: "/bin/sh", environment: ["HOME": "/nowhere", "PATH": "/usr/bin:/bin"], workingFolder: "/")
            let run = try await shell.run(["-c", command])
            #expect(run.code == 0, "\(run.errorText)")
            #expect(desk.folder.read("\(name)/l.db") != nil)

            for (every, calendar) in [
                ("1m", "*:*"), ("5m", "*:0/5"), ("1h", "hourly"), ("6h", "0/6:00"), ("1d", "daily"),
            ] {
                for form in ["service", "timer"] {
                    let unit = try await inside.run(words("schedule systemd \(form) --every \(every)") + config)
                    #expect(unit.code == 0 && unit.errors.isEmpty, "\(unit.errorText)")
                    try desk.folder.write("bulletin.\(form)", unit.output)
                    if form == "timer" { #expect(unit.outputText.contains("OnCalendar=\(calendar)\n")) }
                }
            }
            let service = String(decoding: try #require(desk.folder.read("bulletin.service")), as: UTF8.self)
            for part in [
                "SuccessExitStatus=1 4\n", "LoadCredential=hub-connection-string:", "ProtectSystem=strict\n",
                "TimeoutStartSec=",
                "User=bulletin\n",
            ] where !(part == "User=bulletin\n" && geteuid() != 0) {
                #expect(service.contains(part), "\(part)")
            }
            guard access("/usr/bin/systemd-analyze", X_OK) == 0 else {
                return print("not verified: there is no systemd-analyze")
            }
            let systemd = Program(at: "/usr/bin/systemd-analyze", environment: ["PATH": "/usr/bin:/bin"])
            let units = ["service", "timer"].map { desk.folder.path("bulletin.\($0)") }
            let verified = try await systemd.run(["verify", "--man=no"] + units)
            #expect(verified.code == 0 && !verified.errorText.contains("bulletin"), "\(verified.errorText)\(service)")
        }
    }
}

import JSON
import News
import Testing

@testable import Settings

/// A world of variables and files.
private struct World {
    var variables: [String: String] = ["HOME": "/home/desk"]
    var files: [String: String] = [:]
    var statuses: [String: FileStatus] = [:]

    var surroundings: Surroundings {
        Surroundings(
            variable: { variables[$0] },
            read: { path in
                guard let text = files[path] else {
                    return .failure(FileFault(isMissing: true, reason: "No such file or directory"))
                }
                let status = statuses[path] ?? FileStatus(isRegular: true, owner: 1_000, permissions: 0o600)
                return .success((status, Array(text.utf8)))
            }, user: 1_000)
    }

    func settings(_ arguments: String...) throws -> ResolvedSettings {
        let commands = [CommandTable.broadcast, CommandTable.send, CommandTable.items]
        guard case .run(let command) = try Request(arguments, commands: commands) else { throw CancellationError() }
        return try ResolvedSettings(command, surroundings)
    }
}

@Suite struct ConfigurationTests {
    @Test func theExampleIsRead() throws {
        let world = World(files: [
            "/etc/bulletin/bulletin.json": """
            // The newsroom's own.
            {
                "feeds": ["newsroom.opml", "~/extra.opml", "https://news.example/rss"], /* three */
                "ledger": "/var/lib/bulletin/ledger.db",
                "hub": "newsroom",
                "categories": ["Sports", "World,Science"],
                "tags": {"World": "news-world"},
                "messages": {"default": "{headline}", "Sports": "Goal: {headline}",},
                "properties": {"url": "{link}"},
                "maxAge": "2h", "messageBytes": 500, "maxFeedSize": 1048576, "transfers": 8, "timeout": "10s",
                "contact": "desk@news.example",
            }
            """
        ])
        let settings = try world.settings("broadcast")
        #expect(settings.configurationPath == "/etc/bulletin/bulletin.json")
        #expect(settings.feeds == ["/etc/bulletin/newsroom.opml", "/home/desk/extra.opml", "https://news.example/rss"])
        #expect(try settings.ledgerPath() == "/var/lib/bulletin/ledger.db")
        #expect(settings.hub == .named("newsroom"))
        #expect(settings.categories == [.sports, .world, .science])
        #expect(settings.tags[.world] == "news-world" && settings.tags[.sports] == "Sports")
        #expect(settings.messageTemplates[.sports] == "Goal: {headline}")
        #expect(settings.messageTemplates[.world] == "{headline}")
        #expect(settings.properties.map(\.name) == ["url"])
        #expect(settings.maxAge == 7_200 && settings.messageBytes == 500 && settings.maxFeedSize == 1 << 20)
        #expect(settings.transfers == 8 && settings.timeout == 10 && settings.contact == "desk@news.example")
        #expect(settings.source(of: .maxAge) == .file("/etc/bulletin/bulletin.json"))
    }

    @Test func optionsWinOverTheEnvironmentThatOverTheFileThatOverDefaults() throws {
        var world = World(files: ["c.json": #"{"hub": "file", "maxAge": "2h", "properties": {"a": "1", "b": "2"}}"#])
        #expect(try world.settings("broadcast").hub == .fromConnectionString)
        #expect(try world.settings("broadcast").maxAge == 21_600)
        world.variables["BULLETIN_CONFIG"] = "c.json"
        #expect(try world.settings("broadcast").hub == .named("file"))
        world.variables["BULLETIN_HUB_NAME"] = "environment"
        #expect(try world.settings("broadcast").source(of: .hub) == .environment("BULLETIN_HUB_NAME"))
        let settings = try world.settings("broadcast", "--hub", "local", "--max-age", "1h", "--property", "b=3")
        #expect(settings.hub == .local && settings.maxAge == 3_600)
        #expect(settings.properties.map { "\($0.name)=\($0.value)" } == ["a=1", "b=3"])
        #expect(settings.messageTemplates[.world]?.contains("{headline}") == true)
    }

    @Test(arguments: [
        (#"{"fees": []}"#, "c.json: fees: no such setting; did you mean feeds?"),
        (#"{"maxage": "6h"}"#, "c.json: maxage: no such setting; did you mean maxAge?"),
        (#"{"maxAge": 6}"#, #"c.json: maxAge: must be a duration such as "30m" or "6h""#),
        (#"{"maxAge": "6"}"#, #"c.json: maxAge: "6" is not a duration such as 45s, 30m, 6h or 2d"#),
        (#"{"transfers": "8"}"#, "c.json: transfers: must be a whole number from 1 to 1000"),
        (#"{"transfers": 0}"#, #"c.json: transfers: "0" is not a whole number from 1 to 1000"#),
        (#"{"feeds": [1]}"#, "c.json: feeds[0]: must be a text in quotes"),
        (#"{"feeds": {}}"#, "c.json: feeds: must be a text in quotes, or an array [ … ] of such"),
        (
            #"{"tags": {"Sport": "x"}}"#,
            #"c.json: tags.Sport: "Sport" is not a category (World, Politics, Business, Technology, Science, Sports); "#
                + "did you mean Sports?"
        ),
        (#"{"tags": {"Sports": 1}}"#, "c.json: tags.Sports: must be a text in quotes"),
        (#"{"tags": "x"}"#, "c.json: tags: must be an object of names and texts (CATEGORY=TAG)"),
        ("{\n  \"hub\": \"a\",\n  \"hub\": \"b\"\n}", "c.json:3:7: not JSON: duplicate object key near '\"hub\"'"),
        ("{\"maxAge\": // ü\n \"6h\" \"x\"}", "c.json:2:9: not JSON: '}' expected near '\"x\"'"),
        ("{} /* open", "c.json:1:1: not JSON: a comment begins here and never ends"),
        ("[]", "c.json:1:1: not JSON: the file must hold one object { … }"),
        (
            #"{"hub": "Endpoint=sb://x/;SharedAccessKey=c2VjcmV0"}"#,
            "c.json: hub: holds a connection string, a secret that others could read here: put it into "
                + "BULLETIN_HUB_CONNECTION_STRING, a file named by --hub-file, or a systemd credential"
        ),
        (
            #"{"hubConnectionString": "c2VjcmV0"}"#,
            "c.json: hubConnectionString: the connection string is a secret and has no place in the configuration: put "
                + "it into BULLETIN_HUB_CONNECTION_STRING, a file named by hubFile, or a systemd credential"
        ),
        (#"["" "sig=c2VjcmV0"]"#, "c.json:1:18: not JSON: a quoted text is wrong"),
    ])
    func mistakesAreNamed(text: String, message: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try World(files: ["c.json": text]).settings("broadcast", "--config", "c.json")
        }
        #expect(error?.message == message)
    }

    @Test(arguments: [
        ("{\"a\":1,}", "{\"a\":1 }"), ("[1,2, ]", "[1,2  ]"), ("[1,/* x */\n]", "[1        \n]"),
        ("[\"//,]\\\"\",]", "[\"//,]\\\"\" ]"), ("// é\n[]", "    \n[]"), ("\u{feff}[]", "[]"),
        ("[,]", "[,]"), ("[1,,]", "[1,,]"), ("{\"a\":,}", "{\"a\":,}"), ("[1] //", "[1]   "), ("[1/2]", "[1/2]"),
    ])
    func commentsAndTrailingCommasBecomeBlanks(text: String, blanked: String) {
        #expect(String(decoding: JSONWithComments(Array(text.utf8)).blanked, as: UTF8.self) == blanked)
    }

    @Test(
        arguments: [
            (0o600, 1_000, nil), (0o400, 0, nil), (0o640, 0, nil),
            (0o640, 1_000, "k: the group may reach the key (mode 640); run: chmod 600 k"),
            (0o660, 0, "k: the group may reach the key (mode 660); run: chmod 600 k"),
            (0o644, 1_000, "k: others may read the key (mode 644); run: chmod 600 k"),
            (0o600, 1_001, "k: belongs to another user; it must belong to the one who runs bulletin, or to root"),
        ] as [(UInt32, UInt32, String?)])
    func keysMustBeProtected(mode: UInt32, owner: UInt32, message: String?) throws {
        var world = World(files: ["k": "\n Endpoint=1 \r\nEndpoint=2\n"])
        world.statuses["k"] = FileStatus(isRegular: true, owner: owner, permissions: mode)
        let settings = try world.settings("broadcast", "--hub-file", "k")
        guard let message else {
            let secret = try settings.hubSecret()
            #expect(secret?.primary.revealed == "Endpoint=1" && secret?.secondary?.revealed == "Endpoint=2")
            return
        }
        let error = #expect(throws: ConfigurationError.self) { try settings.hubSecret() }
        #expect(error?.message == message)
    }

    @Test func secretsComeFromTheFirstPlaceThatHasOneAndAreNeverPrinted() throws {
        var world = World(files: ["c.json": #"{"hubFile": "configured"}"#, "configured": "four", "named": "one"])
        world.variables["BULLETIN_CONFIG"] = "c.json"
        #expect(try world.settings("broadcast").hubSecret()?.primary.revealed == "four")
        world.variables["CREDENTIALS_DIRECTORY"] = "/run/c"
        #expect(try world.settings("broadcast").hubSecret()?.primary.revealed == "four")
        world.files["/run/c/hub-connection-string"] = "three"
        #expect(try world.settings("broadcast").hubSecret()?.primary.revealed == "three")
        world.variables["BULLETIN_HUB_CONNECTION_STRING"] = "two"
        #expect(try world.settings("broadcast").hubSecret()?.primary.revealed == "two")
        let secret = try world.settings("broadcast", "--hub-file", "named").hubSecret()
        #expect(secret?.primary.revealed == "one" && secret?.source == "named")
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!(dumped + "\(String(describing: secret)) \(String(reflecting: secret))").contains("one\""))
        #expect("\(Secret("abc"))" == "<hidden>")
    }

    @Test(
        arguments: [
            (["HOME": "/h"], "/h/.local/state/bulletin/ledger.db"),
            (["HOME": "/h", "XDG_STATE_HOME": "/s"], "/s/bulletin/ledger.db"),
            (["HOME": "/h", "XDG_STATE_HOME": "relative"], "/h/.local/state/bulletin/ledger.db"),
            (["STATE_DIRECTORY": "/var/lib/b:/var/lib/c"], "/var/lib/b/ledger.db"),
            (["HOME": ""], nil),
        ] as [([String: String], String?)])
    func theLedgerStandsWhereStateBelongs(variables: [String: String], path: String?) {
        let found = try? World(variables: variables).settings("broadcast").ledgerPath()
        #expect(found == path)
    }

    @Test func theExitCodeTellsWhatNeedsSomebodySoonest() {
        let order: [ExitCode] = [
            .outcomeUnknown, .refused, .cannotWrite, .hubUnavailable, .noFeedRead, .partlyDone, .done,
        ]
        for (position, code) in order.enumerated() {
            #expect(ExitCode.combining(order[position...].reversed()) == code)
        }
        #expect(ExitCode.combining([]) == .done)
    }
}

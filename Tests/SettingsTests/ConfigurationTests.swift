import JSON
import News
import TestSupport
import Testing
import TimeZones

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
                let status = statuses[path] ?? FileStatus(owner: 1_000, permissions: 0o600)
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
    /// feeds/bulletin.json names every key, and what it states is what holds without it, but where everybody's own choice
    /// stands.
    private func checkTheExampleOfTheRepository() throws {
        let path = HubFixtures.path("../../feeds/bulletin.json", beside: #filePath)
        let text = String(decoding: try #require(readFile(path)), as: UTF8.self)
        let example = try World(files: ["b.json": text]).settings("broadcast", "--config", "b.json")
        let file = try ConfigurationFile(Array(text.utf8), path: "b.json", home: nil)
        #expect(Set(file.values.keys) == Set(OptionTable.configurable.map(\.name)))
        let plain = try World().settings("broadcast")
        let own: Set<OptionName> = [
            .feeds, .contact, .hub, .hubFile, .ledger, .property, .breaking, .quietHours, .languages, .language,
            .languageProperty, .feedSettings, .rules, .metrics, .ping, .users, .userTags, .mayNotify,
        ]
        for row in OptionTable.configurable where !own.contains(row.name) {
            switch row.name {
            case .categoryTag: #expect(example.tags == plain.tags)
            case .category: #expect(example.categories == Category.allCases)
            case .caps:
                #expect(
                    example.caps?[.world]?.map { [Int64($0.bulletins), $0.seconds] } == [[2, 3_600], [12, 86_400]])
            case _ where row.kind == .flag: #expect(!example.isSet(row.name), "\(row.typed)")
            default: #expect(example.values(row.name) == plain.values(row.name), "\(row.typed)")
            }
        }
        let (world, sports) = (try #require(example.breaking?[.world]), try #require(example.breaking?[.sports]))
        #expect(world.minFeeds == 2 && world.rules.titles == nil && world.urgentMinFeeds == 4)
        #expect(sports.minFeeds == 1 && sports.rules.titles == ["final", "world record"])
        #expect(sports.urgentRules == world.urgentRules && sports.hasNoUrgent == nil)
        let rules = try #require(example.rules).rules
        #expect(rules.count == 5 && rules[0].titles == ["world cup", "grand prix"])
        #expect(rules.map(\.verdict).prefix(4) == [.category(.sports), .never, .category(.world), .none])
        let quiet = try #require(example.quiet)
        #expect(
            quiet.from == 22 * 60 && quiet.to == 6 * 60 && quiet.categories?.count == 4 && quiet.maxAge == 9 * 3_600)
    }

    @Test func aConfigurationIsReadAndTheExampleOfTheRepositoryHasEveryKey() throws {
        try checkTheExampleOfTheRepository()
        let world = World(files: [
            "/etc/bulletin/bulletin.json": """
            // The newsroom's own.
            {
                "feeds": ["newsroom.opml", "~/extra.opml", "https://news.example/rss"], /* three */
                "ledger": "/var/lib/bulletin/ledger.db",
                "hub": "newsroom",
                "categories": ["Sports", "World,Science"],
                "tags": {"World": "news-world"},
                "messages": {"default": "{headline}", "sports.FR": "But : {headline}", "Sports": "Goal: {headline}",},
                "languages": ["en_gb", "fr,en-GB"], "language": {"default": "fr", "sports": "en", "newsroom.opml": "sv"},
                "feedSettings": {"wire.example:80": {"pollAlways": true, "userAgent": "x"}},
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
        #expect(settings.messageTemplates.map(\.source) == ["{headline}", "Goal: {headline}", "But : {headline}"])
        #expect(settings.messageTemplates.map(\.category) == [nil, .sports, .sports])
        #expect(settings.messageTemplates.map { $0.language?.text } == [nil, nil, "fr"])
        #expect(settings.messageTemplates[1].place == "/etc/bulletin/bulletin.json:8:76: messages.Sports")
        #expect(settings.languages.map(\.text) == ["en-GB", "fr"])
        #expect(
            settings.languagesOfUnnamed.map { "\($0.name)=\($0.source)" } == [
                "default=fr", "Sports=en", "/etc/bulletin/newsroom.opml=sv",
            ])
        #expect(settings.feedSettings?.entries.map(\.place) == ["wire.example:80"])
        #expect(settings.feedSettings?.entries.first?.settings.map(\.value) == ["true", "x"])
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
        #expect(settings.placedProperties.map(\.place) == ["c.json:1:48: properties.a", "--property b=…"])
        #expect(settings.messageTemplates.first?.source.contains("{headline}") == true)
    }

    @Test(arguments: [
        (#"{"fees": []}"#, "c.json:1:2: fees: no such setting; did you mean feeds?"),
        (#"{"maxage": "6h"}"#, "c.json:1:2: maxage: no such setting; did you mean maxAge?"),
        (#"{"category": "World"}"#, "c.json:1:2: category: no such setting; did you mean categories?"),
        (#"{"messageTemplate": "x"}"#, "c.json:1:2: messageTemplate: no such setting; did you mean messages?"),
        (#"{"category-tag": {}}"#, "c.json:1:2: category-tag: no such setting; did you mean tags?"),
        (
            #"{"properties": {"messageParam": "x"}}"#,
            #"c.json:1:17: properties.messageParam: "messageParam" names the message itself, which the message template words "#
                + "and no property replaces"
        ),
        (#"{"messages": " "}"#, #"c.json:1:2: messages: " " is an empty message: phones would show a blank"#),
        (
            #"{"messages": {"Sports": ""}}"#,
            #"c.json:1:15: messages.Sports: "" is an empty message: phones would show a blank"#
        ),
        (
            #"{"messages": {"Sprots": "x"}}"#,
            #"c.json:1:15: messages.Sprots: "Sprots" begins with no category (World, Politics, Business, Technology, Science, "#
                + "Sports, default); did you mean Sports?"
        ),
        (#"{"maxAge": 6}"#, #"c.json:1:2: maxAge: must be a duration such as "30m" or "6h""#),
        (#"{"maxAge": "6"}"#, #"c.json:1:2: maxAge: "6" is not a duration such as 45s, 30m, 6h or 2d"#),
        (
            "{\n  /* ü */ \"contact\": \"é\", \"maxAge\": 6}",
            #"c.json:2:27: maxAge: must be a duration such as "30m" or "6h""#
        ),
        (#"{"transfers": "8"}"#, "c.json:1:2: transfers: must be a whole number from 1 to 1000"),
        (#"{"transfers": 0}"#, #"c.json:1:2: transfers: "0" is not a whole number from 1 to 1000"#),
        (#"{"feeds": [1]}"#, "c.json:1:12: feeds[0]: must be a text in quotes"),
        (#"{"feeds": {}}"#, "c.json:1:2: feeds: must be a text in quotes, or an array [ … ] of such"),
        (
            #"{"tags": {"Sport": "x"}}"#,
            #"c.json:1:11: tags.Sport: "Sport" is not a category (World, Politics, Business, Technology, Science, Sports); "#
                + "did you mean Sports?"
        ),
        (#"{"tags": {"Sports": 1}}"#, "c.json:1:11: tags.Sports: must be a text in quotes"),
        (#"{"tags": "x"}"#, "c.json:1:2: tags: must be an object of names and texts (CATEGORY=TAG)"),
        ("{\n  \"hub\": \"a\",\n  \"hub\": \"b\"\n}", "c.json:3:7: not JSON: duplicate object key near '\"hub\"'"),
        ("{\"maxAge\": // ü\n \"6h\" \"x\"}", "c.json:2:9: not JSON: '}' expected near '\"x\"'"),
        ("{} /* open", "c.json:1:1: not JSON: a comment begins here and never ends"),
        ("[]", "c.json:1:1: not JSON: the file must hold one object { … }"),
        (
            #"{"hub": "Endpoint=sb://x/;SharedAccessKey=c2VjcmV0"}"#,
            "c.json:1:2: hub: holds a connection string, a secret that others could read here: put it into "
                + "BULLETIN_HUB_CONNECTION_STRING, a file named by --hub-file, or a systemd credential"
        ),
        (
            #"{"hubConnectionString": "c2VjcmV0"}"#,
            "c.json:1:2: hubConnectionString: the connection string is a secret and has no place in the configuration: put "
                + "it into BULLETIN_HUB_CONNECTION_STRING, a file named by hubFile, or a systemd credential"
        ),
        (#"{"quiet": "22-6"}"#, "c.json:1:2: quiet: must be an object { … }"),
        (
            #"{"quiet": {"zome": "UTC"}}"#, "c.json:1:12: quiet.zome: no such setting; did you mean zone?"
        ),
        (
            #"{"quiet": {"from": "22:00", "to": "6:00"}}"#,
            "c.json:1:2: quiet.zone: is missing: a time zone such as Europe/Paris"
        ),
        (
            #"{"quiet": {"zone": "Europe/Pariss", "from": "22:00", "to": "6:00"}}"#,
            #"c.json:1:12: quiet.zone: "Europe/Pariss" is not a time zone of this system; did you mean Europe/Paris?"#
        ),
        (
            #"{"quiet": {"zone": "UTC", "from": "24:00", "to": "06:00"}}"#,
            #"c.json:1:27: quiet.from: "24:00" is not a time of day such as 22:00"#
        ),
        (
            #"{"quiet": {"zone": "UTC", "from": "22:00", "to": 6}}"#,
            #"c.json:1:44: quiet.to: must be a time of day such as "22:00""#
        ),
        (
            #"{"quiet": {"zone": "UTC", "from": "6:00", "to": "06:00"}}"#,
            "c.json:1:43: quiet.to: is the same as from: the hours would never end"
        ),
        (
            #"{"quiet": {"zone": "UTC", "from": "22:00", "to": "6:00", "categories": ["World", "Sport"]}}"#,
            #"c.json:1:82: quiet.categories[1]: "Sport" is not a category (World, Politics, Business, Technology, Science, "#
                + "Sports); did you mean Sports?"
        ),
        (
            #"{"rules": [{"titles": ["x"], "category": "Sport"}]}"#,
            #"c.json:1:30: rules[0].category: "Sport" is not a category (World, Politics, Business, Technology, Science, "#
                + "Sports); did you mean Sports?"
        ),
        (
            #"{"rules": [{"titles": ["x"], "category": "none"}, {"category": "World"}]}"#,
            "c.json:1:51: rules[1]: has no condition: one of feeds, hosts, addresses, labels, titles"
        ),
        (
            #"{"rules": [{"title": "x", "category": "World"}]}"#,
            "c.json:1:13: rules[0].title: no such setting; did you mean titles?"
        ),
        (
            #"{"rules": [{"titles": "x"}]}"#,
            #"c.json:1:12: rules[0].category: must be one of the six categories, "none" or "never""#
        ),
        (
            #"{"rules": {"titles": "x"}}"#,
            #"c.json:1:2: rules: must be an array of rules [{"titles": […], "category": …}, …]"#
        ),
        (
            #"{"breaking": {"Sport": {}}}"#,
            #"c.json:1:15: breaking.Sport: "Sport" is not a category (World, Politics, Business, Technology, Science, "#
                + "Sports); did you mean Sports?"
        ),
        (#"{"breaking": {"World": {}, "world": {}}}"#, "c.json:1:28: breaking.world: is given twice"),
        (
            #"{"breaking": {"default": {"title": ["x"]}}}"#,
            "c.json:1:27: breaking.default.title: no such setting; did you mean titles?"
        ),
        (
            #"{"breaking": {"World": {"urgent": {"minFeeds": 0}}}}"#,
            #"c.json:1:36: breaking.World.urgent.minFeeds: "0" is not a whole number from 1 to 1000"#
        ),
        (
            #"{"breaking": {"World": {"urgent": true}}}"#,
            "c.json:1:25: breaking.World.urgent: must be an object { … }, or false for nothing"
        ),
        (
            #"{"breaking": {"World": {"labels": ["x", ""]}}}"#, #"c.json:1:41: breaking.World.labels[1]: "" is empty"#
        ),
        (
            #"{"caps": [{"bulletins": 2, "per": 60}]}"#,
            #"c.json:1:28: caps[0].per: must be a duration such as "30m" or "6h""#
        ),
        (
            #"{"caps": {"Sports": {"bulletins": 2}}}"#,
            #"c.json:1:11: caps.Sports: must be an array such as [{"bulletins": 2, "per": "60m"}]; [] for no cap"#
        ),
        (
            #"{"caps": {"Sports": [{"per": "60m"}]}}"#,
            "c.json:1:22: caps.Sports[0]: has no bulletins: how many are allowed"
        ),
        (
            #"{"languages": ["en", "English"]}"#,
            #"c.json:1:22: languages[1]: "English" is not the tag of a language such as en, fr-CA or zh-Hant"#
        ),
        (
            #"{"language": {"World": "wörld"}}"#,
            #"c.json:1:15: language.World: "wörld" is not the tag of a language such as en, fr-CA or zh-Hant"#
        ),
        (
            #"{"languageProperties": {"french": "News_French"}}"#,
            #"c.json:1:25: languageProperties.french: "french" is not the tag of a language such as en, fr-CA or zh-Hant"#
        ),
        (
            #"{"languageAddressing": "tag"}"#,
            #"c.json:1:2: languageAddressing: "tag" is not one of properties, tags; did you mean tags?"#
        ),
        (
            #"{"feedSettings": {"wire.example/rss": {}}}"#,
            #"c.json:1:2: feedSettings: "wire.example/rss" is neither the address of a feed nor a host"#
        ),
        (
            #"{"feedSettings": {"wire.example": {"timeout": 5}}}"#,
            "c.json:1:36: feedSettings.wire.example.timeout: must be a text in quotes, or true or false"
        ),
        (#"["" "sig=c2VjcmV0"]"#, "c.json:1:18: not JSON: a quoted text is wrong"),
    ])
    func mistakesAreNamed(text: String, message: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            let settings = try World(files: ["c.json": text, "/usr/share/zoneinfo/tzdata.zi": "Z Europe/Paris 1 F C"])
                .settings("broadcast", "--config", "c.json")
            _ = try settings.quietZone()
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
            (0o644, 1_000, "k: others may read it (mode 644); run: chmod 600 k"),
            (0o600, 1_001, "k: belongs to another user; it must belong to the one who runs bulletin, or to root"),
        ] as [(UInt32, UInt32, String?)])
    func keysMustBeProtected(mode: UInt32, owner: UInt32, message: String?) throws {
        var world = World(files: ["k": "\n Endpoint=1 \r\nEndpoint=2\n"])
        world.statuses["k"] = FileStatus(owner: owner, permissions: mode)
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

    /// S84.
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

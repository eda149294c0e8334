import HubEmulator
import HubLanguage
import JSON
import News
import TestSupport
import Testing

@Suite struct LanguagesTests {
    private static let phones = [
        ("English", "World", "messageParam"), ("French", "World", "News_French"), ("Arabic", "World", "News_Arabic"),
        ("Tag", "World_fr", "messageParam"), ("Other tag", "World_ar", "messageParam"),
    ].map { name, tag, property in
        DeviceSetup(
            name: name, platform: .fcmV1, handle: "phone-\(name)", tags: [tag],
            template: #"{"message":{"notification":{"body":"$(\#(property))"}}}"#)
    }

    /// What the configuration says wrongly, or the command line, and what is told of it.
    private static let mistakes: [(configuration: String, line: String, code: Int32, says: String)] = [
        (
            #""messages": {"sv": "{headline}"}"#, "", 78,
            "c.json:1:62: messages.sv: sv is none of the languages that are spoken (en, fr)"
        ),
        (
            #""messages": {"Sports.fr": "{headlin}"}"#, "", 78,
            "c.json:1:62: messages.Sports.fr: unknown placeholder {headlin}"
        ),
        (
            #""language": {"Wrold": "fr"}"#, "", 78,
            "c.json:1:62: language.Wrold: neither a category nor one of the feed lists"
        ),
        (
            #""languageProperties": {"fr": "Le Monde"}"#, "", 78,
            "languageProperties.fr: “Le Monde” is no name of a property"
        ),
        (
            #""properties": {"news_french": "x"}"#, "", 78,
            "c.json:1:64: properties.news_french: two properties would be called news_french"
        ),
        (
            #""languageAddressing": "tags", "languageTag": "{category} {language}""#, "", 78,
            "c.json:1:79: languageTag: the tag of World in en: "
        ),
        (
            #""languageAddressing": "tags", "tags": {"World": "A && B"}"#, "", 78,
            "c.json:1:88: tags.World: the tag of World in en: "
        ),
        (
            #""feedSettings": {"paper.example": {"timout": "5s"}}"#, "", 78,
            "c.json:1:84: feedSettings.paper.example.timout: is not known; did you mean timeout?"
        ),
        (#""feedSettings": {"paper.example": {"username": "x"}}"#, "", 78, "needs a passwordVariable or passwordFile"),
        (
            "", #"--feed-settings {"https://u:geheim@a.example/x":{"proxy":"u:p@b"}}"#, 64,
            "--feed-settings.https://a.example/x.proxy: must hold no credentials"
        ),
        ("", "--language e.xml=fr --message-template sv=x", 64, "--message-template sv=…: sv is none of the languages"),
    ]

    private func checkMistakes(_ desk: Desk) async throws {
        try desk.write("e.xml", "Bridge opens")
        for (configuration, line, code, says) in Self.mistakes {
            try desk.folder.write(
                "c.json", "{\"feeds\": [\"e.xml\"], \"languages\": [\"en\", \"fr\"], \(configuration)}")
            let outcome = try await desk.run("broadcast --dry-run --config c.json \(line)")
            #expect(outcome.code == code && outcome.errorText.contains(says), "\(outcome.errorText)")
            #expect(!outcome.errorText.contains("geheim"))
        }
        // A story without a title is told, and so is what counts as one language although it is in several.
        try desk.write("e.xml", "")
        try desk.folder.write(
            "s.xml", rss("s", ["Regn"]).replacing("<title>s<", with: "<language>sv</language><title>s<"))
        try desk.writeList((.world, "e.xml"), (.sports, "s.xml"))
        let odd = try await desk.run("broadcast --dry-run --announce-first 9 --feeds list.opml --languages en,sv")
        #expect(
            odd.errorText == "bulletin: World: the lead story in en has no title: phones show “Breaking World News!”\n")
        try desk.folder.write(
            "e.xml", rss("e", ["Rain"]).replacing("<title>e<", with: "<language>en</language><title>e<"))
        let mixed = try await desk.run("broadcast --dry-run --announce-first 9 --feeds list.opml")
        #expect(mixed.errorText.contains("in several languages (en, sv) and counts as one"))
        let bare = try await desk.run("broadcast --dry-run --feeds list.opml --languages en,nl")
        #expect(bare.errorText.contains("messages.nl is not set, and there are no words for nl"))
        let sent = try await desk.run("send World x --language sv --config c.json")
        #expect(sent.code == 64 && sent.errorText.contains("--language: sv is none of the languages"))
    }

    @Test func phonesReadTheirLanguageThroughPropertiesOrTags() async throws {
        // A feed that says it is English and is not, behind a password.
        let server = try #require(
            CannedServer { request in
                guard request.header("Authorization") == "Basic ZGVzazpnZWhlaW0=" else { return .answer(401, [], "") }
                return .answer(
                    200, [],
                    rss("f", ["Le pont ouvre"]).replacing("<title>f<", with: "<language>en</language><title>f<"))
            })
        defer { server.stop() }
        try await Desk.open(devices: Self.phones) { desk in
            try await checkMistakes(desk)
            try desk.folder.write("key", "geheim", mode: 0o600)
            try desk.write("e.xml", "Bridge opens", "Ferry back")
            try desk.write("a.xml", "افتتاح الجسر")
            try desk.folder.write(
                "a.opml", "<opml><body><outline category='/World' xmlUrl='a.xml'/></body></opml>")
            let french = "\(server.address)/rss"
            try desk.writeList((.world, "e.xml"), (.world, french))
            func configure(_ more: String) throws {
                let host = server.address.dropFirst("http://".count)
                try desk.folder.write(
                    "c.json",
                    """
                    {"feeds": ["list.opml", "a.opml"], "languages": ["en", "fr", "ar"],
                     "language": {"a.opml": "ar"}, "properties": {"url": "{link}", "at": "{time}"}, \(more)
                     "feedSettings": {"\(host)": {"username": "desk", "passwordFile": "key"},
                                      "\(french)": {"language": "fr"}}}
                    """)
            }
            try configure("")
            let first = try await desk.run("broadcast --config c.json --announce-first 9")
            #expect(first.code == 0 && first.errors.isEmpty, "\(first.errorText)")
            #expect(desk.hub.requests().count == 1)
            #expect(desk.screen("English") == ["Breaking World News : Bridge opens (+1 more)"])
            #expect(desk.screen("French") == ["Flash Monde : Le pont ouvre"])
            #expect(desk.screen("Arabic") == ["عاجل – العالم: افتتاح الجسر"])
            #expect(desk.screen("Tag").isEmpty)

            // Only Arabic news: no phone shows a blank.
            try desk.write("a.xml", "إغلاق الميناء", "افتتاح الجسر")
            #expect(try await desk.run("broadcast --config c.json", at: "10:05").errors.isEmpty)
            #expect(
                Set(["English", "French", "Arabic"].map { desk.screen($0).last }) == ["عاجل – العالم: إغلاق الميناء"])

            try configure("\"languageAddressing\": \"tags\",")
            try desk.write("a.xml", "خبر ثالث", "إغلاق الميناء", "افتتاح الجسر")
            try desk.write("e.xml", "Rain", "Bridge opens", "Ferry back")
            let shown = try await desk.run("broadcast --config c.json --dry-run --format json", at: "12:00")
            let preview = try JSONValue(parsing: shown.output)
            #expect(
                preview["notifications"]?.array?.map { $0["target"]?.string } == ["World_en", "World_ar"],
                "\(shown.outputText)")
            #expect(preview["notifications"]?.array?.first?["properties"]?["at"]?.string == "09:13")
            #expect(try await desk.run("broadcast --config c.json", at: "12:00").errors.isEmpty)
            #expect(desk.screen("Other tag") == ["عاجل – العالم: خبر ثالث"])
            #expect(
                try await desk.run("send World", "Pluie", "--language", "fr-CA", "--config", "c.json", at: "12:05").code
                    == 0)
            #expect(desk.screen("Tag") == ["Flash Monde : Pluie"] && desk.screen("Other tag").count == 1)
            #expect(try await desk.run("send World", "Rain", "--config", "c.json", at: "12:06").code == 0)
            #expect(desk.screen("Tag").last == "Breaking World News : Rain")
            let history = try JSONValue(
                parsing: try await desk.run("history --config c.json --format json", at: "12:10").output)
            #expect(
                history["notifications"]?.array?.map { $0["language"]?.string } == [nil, nil, "en", "ar", "fr", nil])
        }
    }
}

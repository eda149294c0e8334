import News
import Testing

@testable import Bulletins

@Suite struct LanguageTests {
    private static let fsi = "\u{2068}"
    private static let rli = "\u{2067}"
    private static let pdi = "\u{2069}"

    /// A language, headlines, the message for the world.
    private static let messages: [(language: String?, headlines: [String], message: String)] = [
        (nil, ["Rain", "B"], "Breaking World News : Rain (+1 more)"),
        ("en-GB", ["Rain", "B"], "Breaking World News : Rain (+1 more)"),
        ("sv", ["Regn", "B", "C"], "Senaste nytt Världen: Regn (+2 till)"),
        ("tr", ["Yağmur", "B"], "Son Dakika Dünya: Yağmur (+1 haber daha)"),
        ("id", ["Hujan", "B"], "Berita Terkini Dunia: Hujan (+1 lainnya)"),
        ("es-MX", ["Lluvia", "B"], "Última hora Mundo: Lluvia (+1 más)"),
        ("fr", ["Pluie", "B"], "Flash Monde : Pluie (+1 autre)"),
        ("fr", ["Pluie", "B", "C"], "Flash Monde : Pluie (+2 autres)"),
        ("fr", [""], "Flash Monde !"),
        ("de", ["Regen", "B", "C"], "Eilmeldung Welt: Regen (+2 weitere)"),
        ("zh", ["雨", "B"], "国际快讯：雨（另有1条）"),
        ("zh-TW", ["雨", "B"], "國際快訊：雨（另有1則）"),
        ("ar", ["مطر"], "عاجل – العالم: مطر"),
        // No words are better than those of another language.
        ("nl", ["Regen", "B"], "Regen (+1)"),
        // What is written the other way is kept from reordering the rest.
        (nil, ["مطر", "B"], "Breaking World News : \(fsi)مطر\(pdi) (+1 more)"),
        (nil, ["The word שלום"], "Breaking World News : \(fsi)The word שלום\(pdi)"),
        (nil, ["The שלום sign"], "Breaking World News : The שלום sign"),
        ("ar", ["iPhone جديد"], "عاجل – العالم: \(rli)iPhone جديد\(pdi)"),
        ("ar", ["Reuters"], "عاجل – العالم: \(fsi)Reuters\(pdi)"),
        ("he", ["Reuters", "B"], "\u{200F}\(fsi)Reuters\(pdi) (+1)"),
    ]

    @Test func eachLanguageHasItsOwnWordsPluralsAndMarksAndNoneIsBlank() throws {
        try checkOneNotificationForAllLanguages()
        for (language, headlines, message) in Self.messages {
            let bulletin = BulletinComposer(style: BulletinStyle()).bulletin(
                category: .world, stories: headlines.map { BulletinStory(headline: $0) },
                language: language.flatMap { LanguageTag($0) })
            #expect(bulletin.message == message, "\(language ?? "")")
        }
        let cut = BulletinComposer(style: BulletinStyle(maximumMessageBytes: 60)).bulletin(
            category: .world,
            stories: [String(repeating: "مطر ", count: 20), "B"].map { BulletinStory(headline: $0) })
        #expect(cut.message.utf8.count <= 60 && cut.message.hasSuffix("…\(Self.pdi) (+1 more)"), "\(cut.message)")
        for (tag, row) in LanguageWords.rows {
            #expect(throws: Never.self, "\(tag)") { try MessageTemplate(row.message) }
            #expect(Set(row.categories).count == 6, "\(tag)")
        }
        // The six forms of Arabic, and what has no form of its own.
        let arabic = try #require(LanguageTag("ar"))
        let template = try MessageTemplate(
            "{count, plural, =7 {seven} zero {zero} one {one} two {two} few {few # } many {many #} other {[{more}|other]}}"
        )
        let forms = [0, 1, 2, 3, 7, 10, 11, 99, 100, 102, 103, 111, 1_000_000].map { number in
            template.filled(in: arabic) { $0 == .count ? "\(number)" : "" }
        }
        #expect(
            forms == [
                "zero", "one", "two", "few 3 ", "seven", "few 10 ", "many 11", "many 99", "other", "other", "few 103 ",
                "many 111", "other",
            ])
        for (tag, numbers) in [
            ("fr", [0: "one", 1: "one", 2: "other", 1_000_000: "many"]), ("es", [0: "other", 2_000_000: "many"]),
            ("tr", [1: "one", 2: "other"]), ("id", [1: "other"]), ("xx", [1: "other"]),
        ] {
            for (number, form) in numbers {
                #expect(PluralCategory(of: number, in: LanguageTag(tag)).rawValue == form, "\(tag) \(number)")
            }
        }
    }

    private func checkOneNotificationForAllLanguages() throws {
        let tags = ["en", "fr", "zh-Hans", "zh-Hant"].compactMap { LanguageTag($0) }
        var style = BulletinStyle(
            messagesByLanguage: [tags[2]: try MessageTemplate("{headline}")],
            messagesInLanguages: [.world: [tags[1]: try MessageTemplate("Monde, {time} : {headline}")]],
            properties: [("url", try MessageTemplate("{link}"))],
            together: LanguageProperties(tags, named: [tags[3]: "Taiwan"]))
        func properties(_ stories: [(Int, String)]) -> [String] {
            BulletinComposer(style: style).bulletin(
                category: .world,
                stories: stories.map { place, headline in
                    (tags[place], BulletinStory(headline: headline, link: headline.lowercased(), time: "9:05"))
                }
            ).properties.map { "\($0.name)=\($0.value)" }
        }
        #expect(
            properties([(0, "Rain"), (0, "Hail"), (1, "Pluie"), (2, "雨")]) == [
                "messageParam=Breaking World News : Rain (+1 more)", "News_French=Monde, 9:05 : Pluie",
                "News_Chinese_Hans=雨", "Taiwan=Breaking World News : Rain (+1 more)", "url=rain", "url_French=pluie",
                "url_Chinese_Hans=雨", "url_Chinese_Hant=rain",
            ])
        // Without news in the first one, the next that has some stands for it.
        style.properties = []
        #expect(
            properties([(3, "雨")]) == [
                "messageParam=國際快訊：雨", "News_French=國際快訊：雨", "News_Chinese_Hans=國際快訊：雨", "Taiwan=國際快訊：雨",
            ])
        style.together = LanguageProperties(Array(tags.prefix(2)), named: [tags[0]: "News_English"])
        #expect(
            properties([(1, "Pluie")]) == [
                "messageParam=Monde, 9:05 : Pluie", "News_English=Monde, 9:05 : Pluie",
                "News_French=Monde, 9:05 : Pluie",
            ])
        #expect(!style.uses(.summary) && style.uses(.time))
    }
}

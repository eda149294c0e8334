import Categories
import News
import PlainText
import TestSupport
import Testing

struct SectionTableTests {
    /// A name, the language of its feed, and what is expected; weight 0 stands for "not known".
    struct Case: Sendable {
        var name: String
        var language: String?
        var category: Category?
        var weight: Int

        init(_ name: String, _ language: String?, _ category: Category?, _ weight: Int) {
            (self.name, self.language, self.category, self.weight) = (name, language, category, weight)
        }
    }

    @Test func namesAndAgenciesCodesMeanWhatTheirPublishersMeanByThem() {
        let cases: [Case] = [
            Case("World News", "en", .world, 3), Case("Deportes", "es", .sports, 3),
            Case("Économie", "fr", .business, 3), Case("Wissenschaft", "de", .science, 3),
            Case("Esteri", "it", .world, 3), Case("Política", "pt", .politics, 3),
            Case("Buitenland", "nl", .world, 3), Case("Utrikes", "sv", .world, 3),
            Case("Ekonomi", "tr", .business, 3), Case("Экономика", "ru", .business, 3),
            Case("رياضة", "ar", .sports, 3), Case("体育", "zh", .sports, 3), Case("スポーツ", "ja", .sports, 3),
            Case("정치", "ko", .politics, 3), Case("Olahraga", "id", .sports, 3),
            // Other countries' tags of the same language, and spellings that publishers vary.
            Case("DEPORTES", "es-MX", .sports, 3), Case("  economie ", "fr-BE", .business, 3),
            Case("uutiset", "fi", nil, 0), Case("Ｗｏｒｌｄ　Ｎｅｗｓ", "en", .world, 3),
            Case("中国・台湾", "ja", .world, 2), Case("DIŞ HABERLER", "tr", .world, 3),
        ]
        for expected in cases + acrossLanguages { expect(expected) }
        for (term, scheme, category, isKnown) in Self.codes {
            let meaning = NewsCodes.meaning(of: term, scheme: scheme)
            #expect((meaning != nil) == isKnown && meaning?.category == category, "\(term) of \(scheme ?? "no scheme")")
        }
    }

    /// Languages are asked in order.
    private var acrossLanguages: [Case] {
        [
            // The feed's own language first: a football league in Italian, a French word for abroad, domestic in German.
            Case("sci", "it", .sports, 2), Case("sci", "en", .science, 2), Case("france", "fr", nil, 3),
            // Then English, then the abbreviations of no language.
            Case("technology", "ja", .technology, 3), Case("biz", "ko", .business, 2),
            Case("technology", nil, .technology, 3),
            // Then other languages, where they agree, a step lower.
            Case("deportes", "sv", .sports, 2), Case("deportes", nil, .sports, 2),
            Case("bundestag", "fr", .politics, 2),
            Case("mobil", "en", nil, 0),
            // Languages the table does not know at all.
            Case("sport", "uk", .sports, 3), Case("спорт", "uk", .sports, 2),
        ]
    }

    /// Codes of the news agencies; nil where they stand for none of the six.
    static let codes: [(term: String, scheme: String?, category: Category?, isKnown: Bool)] = [
        ("medtop:15000000", nil, .sports, true), ("subj:04000000", nil, .business, true),
        ("04000000", nil, .business, true), ("medtop:01000000", nil, nil, true),
        ("http://cv.iptc.org/newscodes/mediatopic/11000000", nil, .politics, true),
        ("http://cv.iptc.org/newscodes/subjectcode/11000000/", nil, .politics, true),
        ("20000153", "http://cv.iptc.org/newscodes/mediatopic/", .world, true),
        ("20000153", "medtop", .world, true),
        // Dates and other numbers are no codes.
        ("20000153", nil, nil, false), ("20000153", "https://news.example/dates", nil, false),
        ("01021999", nil, nil, false), ("medtop:99999999", nil, nil, false), ("medtop:1500000", nil, nil, false),
        ("", nil, nil, false), ("item-15000000", nil, nil, false),
    ]

    /// Runs where the facts that the tables were packed from are at hand.
    @Test(.enabled(if: environment("BULLETIN_SHARED") != nil))
    func everyRowOfTheFactsResolvesAsItSays() throws {
        let folder = try #require(environment("BULLETIN_SHARED")) + "/categories/"
        #expect(SectionTable.embedded?.sourceDigest == stableHash(fileBytes(at: folder + "section-aliases.tsv")))
        #expect(CodeTable.embedded?.sourceDigest == stableHash(fileBytes(at: folder + "iptc-map.tsv")))
        let names = tabSeparatedRows(at: folder + "section-aliases.tsv")
        #expect(names.count > 3_000)
        for row in names {
            let language = row["lang"] == "any" ? "x-none" : row["lang"]
            let meaning = SectionNames.meaning(of: row["alias"] ?? "", language: language)
            #expect(
                meaning?.category?.rawValue ?? "None" == row["category"]
                    && meaning.map { String($0.weight) } == row["weight"],
                "\(row)")
        }
        let codes = tabSeparatedRows(at: folder + "iptc-map.tsv")
        #expect(codes.count > 1_500)
        for row in codes {
            for term in [row["medtop"], row["subjectcode"]].compactMap(\.self) where !term.isEmpty {
                let meaning = NewsCodes.meaning(of: term)
                #expect(meaning != nil && meaning?.category?.rawValue ?? "None" == row["category"], "\(row)")
            }
        }
    }

    @Test func damagedTablesAreRefused() {
        let whole = [UInt8]("blt-sect".utf8) + [1, 0, 0, 0, 1, 0, 0, 0, 12, 0, 0, 0] + [UInt8](repeating: 0, count: 24)
        func opens(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { SectionTable($0) != nil } }
        #expect(opens(whole))
        for length in 0..<whole.count { #expect(!opens([UInt8](whole[..<length]))) }
        for changed in [0, 8, 12, 16] {
            var bytes = whole
            bytes[changed] += 1
            #expect(!opens(bytes))
        }
        #expect((SectionTable.embedded?.count ?? 0) > 3_000)
        #expect((CodeTable.embedded?.count ?? 0) > 2_000)
    }

    /// Two ways lead to a key: without a string for ASCII, through the folding for the rest.
    @Test func bothWaysToAKeyAgree() {
        var generator = Lottery(seed: 1)
        let alphabet = Array("aZ09-_ /é.&")
        for _ in 0..<2_000 {
            let name = String(
                (0..<generator.number(below: 12)).map { _ in alphabet[generator.number(below: alphabet.count)] })
            let folded = PlainText.sectionKey(name)
            #expect(SectionKey(name[...])?.hash == (folded.isEmpty ? nil : stableHash(folded.utf8)), "\(name)")
        }
    }

    private func expect(_ expected: Case) {
        let meaning = SectionNames.meaning(of: expected.name, language: expected.language)
        let wanted = expected.weight == 0 ? nil : SectionMeaning(category: expected.category, weight: expected.weight)
        #expect(meaning == wanted, "\(expected.name) in \(expected.language ?? "no language")")
    }
}

/// The same numbers in every run.
struct Lottery {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func number(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}

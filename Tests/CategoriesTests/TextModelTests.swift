import Categories
import News
import TestSupport
import Testing

/// The words of items: what the model knows of them, in every language it was taught, and where it holds its tongue.
struct TextModelTests {
    private let mapper = CategoryMapper(preset: .normal)

    private func decide(_ title: String, _ summary: String = "", language: String? = nil) -> CategoryDecision {
        let item = Item(title: title, summary: Markup(summary, form: .html))
        return mapper.decide(
            item, in: FeedSections(of: Feed(location: .file("a.xml")), language: language), withWords: true)
    }

    /// Invented headlines; a word that must be among those that counted.
    static let headlines: [(language: String, title: String, best: Category?, word: String)] = [
        ("en", "Striker scores twice as Rovers win the cup final after extra time", .sports, "cup"),
        ("en", "Central bank raises interest rates as inflation worries investors", .business, "bank"),
        ("en", "Astronomers discover a distant planet with the new space telescope", .science, "telescope"),
        ("fr", "Le championnat de football reprend samedi, le club enchaîne les victoires", .sports, "football"),
        ("fr", "La banque centrale relève ses taux, la Bourse recule", .business, "bourse"),
        ("de", "Bundesliga: Stürmer trifft doppelt, Trainer lobt die Mannschaft", .sports, "bundesliga"),
        ("de", "Inflation und Aktien: Die Börse reagiert auf die Notenbank", .business, "börse"),
        ("it", "Serie A, il gol decisivo arriva nel recupero: vittoria della squadra", .sports, "gol"),
        ("nl", "Voetbal: spits scoort twee keer in de finale van de beker", .sports, "voetbal"),
        ("es", "El equipo gana el partido de fútbol con dos goles en la final de la Liga", .sports, "fútbol"),
        ("pt", "Time vence jogo de futebol com dois gols na final do campeonato", .sports, "futebol"),
        ("tr", "Futbol takımı maçı iki golle kazandı, teknik direktör konuştu", .sports, "futbol"),
        ("id", "Timnas menang dalam laga sepak bola dengan dua gol di final", .sports, "bola"),
        ("ru", "Футбольный клуб выиграл матч чемпионата, нападающий забил два гола", .sports, "матч"),
        ("ar", "فريق كرة القدم يفوز في المباراة النهائية بهدفين", .sports, "القدم"),
        ("zh", "足球比赛：主队两球取胜夺得联赛冠军", .sports, "球"),
        ("ja", "サッカーの試合で代表が2得点し優勝した", .sports, "試合"),
        ("ko", "축구 대표팀, 결승전에서 두 골을 넣어 우승", .sports, "축구"),
        ("hi", "क्रिकेट मैच में भारतीय टीम ने जीत दर्ज की", .sports, "क्रिकेट"),
    ]

    @Test func wordsOfEveryTaughtLanguageAreUnderstoodAndNamed() {
        for (language, title, best, word) in Self.headlines {
            for declared in [language, nil] {
                let decision = decide(title, language: declared)
                #expect(decision.best == best, "\(language): \(title)")
                let reason = decision.because.last
                #expect(reason?.kind == .text && reason?.category == best && (reason?.weight ?? 0) > 0, "\(title)")
                #expect(reason?.words.contains { $0.text.contains(word) } == true, "\(title): \(reason?.text ?? "")")
                #expect(decision.runnerUp != nil && decision.runnerUp?.category != best, "\(title)")
            }
        }
    }

    @Test func languagesNobodyTaughtAndTextsThatSayNothingAreNotGuessedAt() {
        let silent: [(language: String?, title: String)] = [
            // Finnish, Hungarian, Greek, Thai, Georgian, Vietnamese, Swahili, Hebrew, Tamil: sport and money in all of them.
            ("fi", "Jalkapallojoukkue voitti ottelun kahdella maalilla loppuottelussa"),
            (nil, "Jalkapallojoukkue voitti ottelun kahdella maalilla loppuottelussa"),
            ("hu", "A labdarúgócsapat két góllal nyerte meg a döntőt a bajnokságban"),
            ("el", "Η ομάδα ποδοσφαίρου κέρδισε τον τελικό με δύο γκολ"),
            (nil, "Η ομάδα ποδοσφαίρου κέρδισε τον τελικό με δύο γκολ"),
            (nil, "ทีมฟุตบอลชนะการแข่งขันรอบชิงชนะเลิศด้วยสองประตู"),
            (nil, "საფეხბურთო გუნდმა ფინალი ორი გოლით მოიგო"),
            ("vi", "Đội bóng đá thắng trận chung kết với hai bàn thắng"),
            ("sw", "Timu ya soka yashinda fainali kwa mabao mawili"),
            ("he", "קבוצת הכדורגל ניצחה בגמר בשני שערים"),
            (nil, "கால்பந்து அணி இறுதிப் போட்டியில் வென்றது"),
            // Nothing to go by.
            ("en", ""), ("en", "Live"), ("en", "What we know so far"), ("de", "Newsticker"), (nil, "1234 5678 – 90"),
            ("en", "🚀🚀🚀"), ("en", "The the the the the the the"),
        ]
        for (language, title) in silent {
            let decision = decide(title, language: language)
            #expect(decision.category == nil, "\(title): \(String(describing: decision.category))")
            #expect(decision.doubt != nil, "\(title)")
        }
        // A section still speaks there.
        let item = Item(
            title: "Jalkapallojoukkue voitti ottelun kahdella maalilla", link: "https://news.example/sport/a-1")
        let feed = FeedSections(of: Feed(location: .file("a.xml")), language: "fi")
        #expect(CategoryMapper().decide(item, in: feed).category == .sports)
    }

    @Test func whatDoesNotMatterDoesNotMatterAndEvidenceNeverHurtsItsCategory() {
        let sections: [(Category, [ItemCategory])] = [
            (.world, ["World", "Europe"]), (.politics, ["Politics"]), (.business, ["Business", "medtop:04000000"]),
            (.technology, ["Technology"]), (.science, ["Science", "Space"]), (.sports, ["Sport", "Football"]),
        ].map { ($0, $1.map { ItemCategory(term: $0) }) }
        let feed = FeedSections(of: Feed(location: .file("a.xml")))
        for preset in MappingPreset.allCases {
            let mapper = CategoryMapper(preset: preset)
            for (_, title, _, _) in Self.headlines {
                let plain = mapper.decide(Item(title: title), in: feed)
                for other in [title.uppercased(), "  " + title.replacing(" ", with: " \u{a0}\t") + " ", title + " !?"] {
                    // Upper case has no dotless i to come back from.
                    guard !other.contains("I") || !title.contains("ı") else { continue }
                    let dressed = mapper.decide(Item(title: other), in: feed)
                    #expect(dressed.best == plain.best && abs(dressed.confidence - plain.confidence) < 1e-9, "\(other)")
                }
                for (category, labels) in sections {
                    var before = plain
                    for count in 1...labels.count {
                        let item = Item(title: title, categories: Array(labels.prefix(count)))
                        let after = mapper.decide(item, in: feed)
                        let reversed = mapper.decide(
                            Item(title: title, categories: labels.prefix(count).reversed()), in: feed)
                        #expect(reversed.best == after.best && abs(reversed.confidence - after.confidence) < 1e-9)
                        guard before.best == category else { continue }
                        #expect(
                            after.best == category && after.confidence >= before.confidence - 1e-9,
                            "\(title), \(category)")
                        #expect(before.category == nil || after.category == category, "\(title), \(category)")
                        before = after
                    }
                }
            }
        }
    }

    /// What is longer than any run is one feature more, wherever it stands, and only as a whole.
    @Test func aWordInKatakanaIsAFeature() throws {
        let word = try #require(TextFeatures(title: "ミサイル", summary: "").hashes.last)
        let cases: [(title: String, hasIt: Bool)] = [
            ("ﾐｻｲﾙ", true), ("北のミサイルを確認", true), ("「ミサイル」発射", true), ("ミサイ", false), ("ミサイルズ", false),
            ("対ミサイル・ミサイ", true), ("みさいる", false),
        ]
        for (title, hasIt) in cases {
            #expect(TextFeatures(title: title, summary: "").hashes.contains(word) == hasIt, "\(title)")
        }
    }

    /// Levels of whole texts are added up in 16 bits, which hold but a few of the largest.
    @Test(arguments: [1, 8, 9, 500, 1_536])
    func noSumOfLevelsRunsOver(features: Int) {
        let levels = (0..<Codebooks.size).map { place -> Int8 in
            let (codeword, number) = (place / Codebooks.width % Codebooks.codewords, place % Codebooks.width)
            return codeword == 7 ? [127, -127, Int8(number - 16)][number % 3] : 0
        }
        levels.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            let weights: [Int16] = (0..<features).map { $0 % 5 == 0 ? 3 : 8 }
            let codes = FeatureCodes(bits: 0x0707_0707)
            let sums = VectorSums(of: features, in: Codebooks(start)) { (codes, weights[$0]) }
            let weight = weights.reduce(0 as Int32) { $0 + Int32($1) }
            for number in 0..<Codebooks.width {
                let level = Int32(levels[7 * Codebooks.width + number])
                #expect(sums[number] == 4 * level * weight, "number \(number)")
            }
        }
    }

    /// Each number of a sum comes from its own place, and each codebook has its own codewords.
    @Test func sumsAreThoseOfTheCodewordsNamed() {
        let levels = (0..<Codebooks.size).map { Int8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 13) / 2 }
        levels.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            let bits: [UInt32] = [0x0403_0201, 0xff7f_0080]
            let sums = VectorSums(of: 2, in: Codebooks(start)) { (FeatureCodes(bits: bits[$0]), 2) }
            for number in 0..<Codebooks.width {
                let codewords = [
                    (0, 1), (1, 2), (2, 3), (3, 4), (0, 128), (1, 0), (2, 127), (3, 255),
                ]
                let expected = codewords.reduce(0) { sum, codeword in
                    let (book, code) = codeword
                    return sum + 2 * Int(levels[(book * Codebooks.codewords + code) * Codebooks.width + number])
                }
                #expect(sums[number] == Int32(expected), "number \(number)")
            }
        }
    }

    /// A table with one bucket, in which features stand that all hashes name.
    @Test func aBucketKnowsItsFeaturesAndNoOthers() throws {
        let marks: [UInt16] = [0x200, 0x001, 0x3ff]
        let before = TextParameters.size + Codebooks.size + TextNetworks.size + TextModel.padding
        var bytes: [UInt8] = []
        func append(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }
        append(TextModel.magic)
        append(PackedTable.version)
        append(UInt32(before / TextModel.recordSize + 1))
        append(UInt32(TextModel.recordSize))
        append(UInt32(0))
        append(UInt64(0))
        append(TextModel.features.bitPattern)
        bytes += [UInt8](repeating: 0, count: before - 4)
        append(TextModel.bits(of: marks))
        for codes in [0x11, 0x22, 0x33] as [UInt32] { append(codes) }
        try bytes.withUnsafeBytes { bytes in
            let model = try #require(TextModel(bytes))
            #expect(model.slotCount == 3)
            for bits in UInt64(0)...0x3ff {
                // A hash that ends in 0 has the mark 1: 0 marks an empty place.
                let place = marks.firstIndex(of: bits == 0 ? 1 : UInt16(bits))
                let slot = model.knownSlot(of: 0xabcd_ef01_2345_6800 | bits)
                #expect(slot.map { Int(model.codes(in: $0)[0]) } == place.map { 0x11 * ($0 + 1) }, "\(bits)")
            }
        }
    }

    /// Features and scores of fixed texts, recorded when the model was trained. Features may change only together with
    /// the version in the table, as a model of other features would quietly talk nonsense.
    @Test func featuresAndScoresAreThoseOfTheTrainedModel() throws {
        let texts: [(title: String, summary: String)] =
            Self.headlines.map { ($0.title, "") } + [
                ("", ""), ("Straße STRASSE straße", "IŞIK ışık İstanbul"), ("ｶﾀｶﾅ ＦＵＬＬ　ｗｉｄｔｈ", "㎞ ﬁn Ⅳ"),
                ("مُدَرِّسٌ ﷺ لأجل", "क़ ख़ फ़िल्म"), ("Café cafe\u{301} CAFÉ", "12,5 % im Jahr 1999 und 2026"),
                ("Tie-break 6:4, 7:6", "A <b>bold</b> move &amp; more"), ("한국어 2026 경제", "大谷がHRを打った"),
            ]
        let model = try #require(TextModel.embedded)
        let lines = texts.map { title, summary in
            let features = TextFeatures(title: title, summary: summary)
            var hash = StableHash()
            for feature in features.hashes {
                for shift in stride(from: 0, to: 64, by: 8) {
                    hash.combine(UInt8(truncatingIfNeeded: feature >> UInt64(shift)))
                }
            }
            let text = model.scores(title: title, summary: summary)
            let scores = (0..<7).map { String(Int((text.scores[$0] * 1_000).rounded())) }.joined(separator: " ")
            return
                "\(features.hashes.count) \(features.inTitle) \(String(hash.value, radix: 16)) | \(scores) | \(title)"
        }
        let header = "model of \(String(model.sourceDigest, radix: 16)), \(model.slotCount) slots"
        #expect(Snapshots().difference("text-model.txt", ([header] + lines).joined(separator: "\n") + "\n") == nil)
    }
}

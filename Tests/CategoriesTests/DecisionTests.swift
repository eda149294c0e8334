import Categories
import News
import Testing

struct DecisionTests {
    private let mapper = CategoryMapper()

    /// What an item carries and what is made of it. Labels are `term`, `term@scheme` or `term=label`.
    struct Case: Sendable {
        var language: String?
        var labels: [String]
        var link: String?
        var category: Category?
        var doubt: CategoryDoubt?
        var words: [String]

        init(
            _ language: String?, _ labels: [String], at link: String? = nil, _ category: Category?,
            _ doubt: CategoryDoubt? = nil, because words: [String]
        ) {
            (self.language, self.labels, self.link) = (language, labels, link)
            (self.category, self.doubt, self.words) = (category, doubt, words)
        }
    }

    @Test func itemsAreFiledWhereTheirPublishersFileThem() {
        let cases: [Case] = [
            // One label in each language that has names of its own.
            Case("en", ["Politics"], .politics, because: ["Politics"]),
            Case("es", ["Ciencia"], .science, because: ["Ciencia"]),
            Case("fr", ["Sports"], .sports, because: ["Sports"]),
            Case("de", ["Wirtschaft"], .business, because: ["Wirtschaft"]),
            Case("it", ["Esteri"], .world, because: ["Esteri"]),
            Case("pt", ["Mundo"], .world, because: ["Mundo"]),
            Case("nl", ["Wetenschap"], .science, because: ["Wetenschap"]),
            Case("sv", ["Ekonomi"], .business, because: ["Ekonomi"]),
            Case("tr", ["Dünya"], .world, because: ["Dünya"]),
            Case("ru", ["Наука"], .science, because: ["Наука"]),
            Case("ar", ["سياسة"], .politics, because: ["سياسة"]),
            Case("zh", ["科技"], .technology, because: ["科技"]),
            Case("ja", ["経済"], .business, because: ["経済"]),
            Case("ko", ["스포츠"], .sports, because: ["스포츠"]),
            Case("id", ["Teknologi"], .technology, because: ["Teknologi"]),
            // The section stands among tags for people, places and forms.
            Case(
                "en", ["Ada Example", "Video", "Middle East", "Politics"], .politics,
                because: ["Politics", "Video", "Middle East"]),
            Case("en", ["Cricket", "Sport"], .sports, because: ["Sport", "Cricket"]),
            Case("en", ["News/World"], .world, because: ["News/World"]),
            Case("en", ["Harbour/World"], .world, because: ["World"]),
            Case("en", ["Business > Industries > Steel"], .business, because: ["Business"]),
            Case("en", ["Ferry, Harbour, Football"], .sports, because: ["Football"]),
            Case("ar", ["الأخبار، رياضة"], .sports, because: ["رياضة"]),
            Case(
                "en", ["Parliament", "Talks"], at: "https://news.example/world/talks", .world,
                because: ["world", "Parliament"]),
            // Labels and schemes.
            Case("en", ["c7=Science"], .science, because: ["Science"]),
            Case("en", ["Someland@https://news.example/world/someland"], .world, because: ["world"]),
            Case("en", ["https://news.example/technology"], .technology, because: ["technology"]),
            Case("en", ["medtop:15000000"], .sports, because: ["medtop:15000000"]),
            Case("en", ["20000153@http://cv.iptc.org/newscodes/mediatopic/"], .world, because: ["20000153"]),
            // Label and link: the same word counts once, two words support each other.
            Case("en", ["Sport"], at: "https://news.example/sport/final", .sports, because: ["Sport"]),
            Case("en", ["Football"], at: "https://news.example/sport/final", .sports, because: ["sport", "Football"]),
            // Nothing, none of the six, hints and contradictions: shown, not sent.
            Case("en", [], nil, .nothingSaid, because: []),
            Case("en", ["Ada Example"], at: "https://news.example/a/b", nil, .nothingSaid, because: []),
            Case(
                "en", ["Recipes"], at: "https://news.example/food/soup", nil, .noneOfTheSix,
                because: ["food", "Recipes"]),
            Case("en", ["Japan"], nil, .tooWeak, because: ["Japan"]),
            Case("en", ["Banks"], nil, .tooWeak, because: ["Banks"]),
            Case(
                "en", ["Business", "Technology"], nil, .tooClose(to: .technology), because: ["Business", "Technology"]),
            Case(
                "en", ["World"], at: "https://news.example/politics/vote", nil, .tooClose(to: .politics),
                because: ["World", "politics"]),
            Case(
                "de", ["Politik"], at: "https://news.example/ausland/wahl", nil, .tooClose(to: .politics),
                because: ["Politik", "ausland"]),
        ]
        for expected in cases { expect(expected) }

        for (labels, link, setting, preset, fitting) in DecisionTests.several {
            let feed = FeedSections(of: Feed(location: .file("feed.xml"), category: setting), language: "en")
            let item = Item(title: "Something", link: link, categories: labels.map { ItemCategory(term: $0) })
            let decision = CategoryMapper(preset: preset, allCategories: true).decide(item, in: feed)
            #expect(decision.categories == fitting, "\(labels)")
            #expect(decision.category == fitting.first && (decision.doubt == nil) == !fitting.isEmpty, "\(labels)")
            #expect(Set(decision.because.compactMap(\.category)).isSuperset(of: fitting), "\(labels)")
            let one = CategoryMapper(preset: preset).decide(item, in: feed)
            #expect(one.categories == (one.category.map { [$0] } ?? []), "\(labels)")
            #expect(one.category == nil || one.category == fitting.first, "\(labels)")
            let rule = MappingRule(.category(.world), titles: ["something"])
            #expect(CategoryMapper(rules: [rule], allCategories: true).decide(item, in: feed).categories == [.world])
        }
        // What words say besides is no second category.
        let words = Item(
            title: "Central bank raises rates as shares fall and the currency slides",
            categories: [ItemCategory(term: "Sport")])
        let feed = FeedSections(of: Feed(location: .file("feed.xml")), language: "en")
        #expect(!CategoryMapper(allCategories: true).decide(words, in: feed).categories.contains(.business))
    }

    /// Labels, link, the category that the feed list sets, the preset, and every category that the item fits.
    static let several:
        [(labels: [String], link: String?, setting: Category?, preset: MappingPreset, fitting: [Category])] = [
            (["Business", "Technology"], nil, nil, .strict, [.business, .technology]),
            (["Technology", "Business"], nil, nil, .strict, [.business, .technology]),
            (["World"], "https://news.example/politics/vote", nil, .strict, [.world, .politics]),
            (["Business", "medtop:15000000"], nil, nil, .strict, [.sports, .business]),
            (["Business", "Sport", "Football"], nil, nil, .strict, [.sports, .business]),
            (["Business", "Technology", "Science"], nil, nil, .strict, [.business, .technology, .science]),
            // A subject beside the name of another category tells what else is in it, not what it is about.
            (["Politics", "Football"], nil, nil, .normal, [.politics]),
            (["Business"], nil, .sports, .strict, [.sports, .business]),
            (["Sport"], nil, .sports, .strict, [.sports]),
            (["Parliament"], nil, .sports, .strict, [.sports]),
            (["Parliament"], nil, .sports, .normal, [.sports, .politics]),
            (["Japan", "Banks"], nil, .sports, .normal, [.sports]),
            (["Japan"], nil, nil, .normal, []),
            (["Recipes"], nil, nil, .normal, []),
            ([], nil, nil, .normal, []),
        ]

    /// S76.
    @Test func aFeedsNamesAndItsListSpeakForItsItems() {
        let cases:
            [(address: String, title: String, language: String?, folders: [String], best: Category?, words: [String])] =
                [
                    ("https://feeds.news.example/all.xml", "Example News - World", "en", [], .world, ["World"]),
                    ("https://news.example/rss", "Example > Technology", "en", [], .technology, ["Technology"]),
                    ("https://news.example/rss", "Science | The Example", "en", [], .science, ["Science"]),
                    ("https://news.example/rss", "Example Sport", "en", [], .sports, ["Sport"]),
                    ("https://news.example/rss/deportes.xml", "Portada", "es", [], .sports, ["deportes"]),
                    ("https://news.example/rss_politica.xml", "", "it", [], .politics, ["politica"]),
                    ("https://sport.news.example/feed", "", nil, [], .sports, ["sport"]),
                    ("https://news.example/feed", "Example", "de", ["Wirtschaft"], .business, ["Wirtschaft"]),
                    ("https://news.example/world/rss.xml", "World", "en", [], .world, ["World"]),
                    // A newspaper's name is no section.
                    ("https://www.elmundo.example/rss", "El Mundo", "es", [], nil, []),
                    ("https://www.welt.example/feed", "Welt", "de", [], nil, []),
                    // Two sections, a form, a country: nothing is known.
                    ("https://news.example/rss", "World, Business", "en", [], nil, []),
                    ("https://news.example/rss", "Example - Opinion", "en", [], nil, ["Opinion"]),
                    ("https://news.example/rss", "Example - Japan", "en", [], nil, []),
                ]
        for (address, title, language, folders, best, words) in cases {
            let feed = FeedSections(
                of: Feed(location: .address(address)), title: title, language: language, folders: folders)
            let decision = mapper.decide(Item(title: "A"), in: feed)
            #expect(decision.best == best, "\(address) \(title)")
            #expect(decision.because.map(\.text) == words, "\(address) \(title)")
        }

        // The list sets the category; the item its language, before the list and the feed.
        let feed = FeedSections(
            of: Feed(location: .address("https://news.example/sport.xml"), category: .science), title: "Sport")
        let decision = mapper.decide(Item(title: "A", categories: [ItemCategory(term: "Business")]), in: feed)
        #expect(decision.category == .science)
        #expect(decision.confidence == 1)
        #expect(decision.because.map(\.kind) == [.setting])
        let listed = FeedSections(of: Feed(location: .file("a.xml"), language: "en"), language: "it")
        #expect(mapper.decide(Item(title: "A", categories: [ItemCategory(term: "sci")]), in: listed).best == .science)
        let italian = Item(title: "A", categories: [ItemCategory(term: "sci")], language: "it")
        #expect(mapper.decide(italian, in: listed).best == .sports)
    }

    /// Random items from a bag of labels: what holds for all of them.
    @Test func evidenceAddsUp() {
        let bag = [
            "World", "Europe", "Politics", "Elections", "Business", "Banks", "Technology", "Apps", "Science", "Space",
            "Sport", "Football", "Culture", "Video", "Japan", "Ada Example", "medtop:15000000", "subj:04000000",
        ]
        let feed = FeedSections(of: Feed(location: .file("a.xml")), language: "en")
        func decide(_ labels: [String]) -> CategoryDecision {
            mapper.decide(Item(title: "A", categories: labels.map { ItemCategory(term: $0) }), in: feed)
        }
        var lottery = Lottery(seed: 7)
        for _ in 0..<600 {
            let labels = (0...lottery.number(below: 5)).map { _ in bag[lottery.number(below: bag.count)] }
            let before = decide(labels)
            let added = bag[lottery.number(below: bag.count)]
            let after = decide(labels + [added])
            if let spokenFor = decide([added]).best, before.best == spokenFor {
                #expect(after.best == spokenFor && after.confidence >= before.confidence - 1e-9, "\(labels) + \(added)")
                #expect(before.category == nil || after.category == spokenFor, "\(labels) + \(added)")
            }
            let shuffled = decide(labels.reversed())
            #expect(shuffled.best == before.best && abs(shuffled.confidence - before.confidence) < 1e-9, "\(labels)")
            let dressed = decide(labels.map { $0.contains(":") ? $0 : "  \($0.uppercased()) \u{a0}" })
            #expect(dressed.best == before.best && abs(dressed.confidence - before.confidence) < 1e-9, "\(labels)")
            #expect(decide(labels + labels).confidence == before.confidence, "\(labels)")
        }
        #expect(decide(["Économie"]).best == decide(["economie"]).best)
    }

    @Test func hostileItemsCostLittle() {
        let long = String(repeating: "sport/", count: 200_000)
        let items = [
            Item(title: "", link: "https://" + long, categories: [ItemCategory(term: long, scheme: "http://" + long)]),
            Item(title: "", link: "https://news.example/" + String(repeating: "%", count: 50_000)),
            Item(title: "", link: "https://news.google.com/" + String(repeating: "aHR0", count: 100_000)),
            Item(title: "", categories: (0..<5_000).map { ItemCategory(term: "Tag \($0), sport, world") }),
            Item(title: "", categories: [ItemCategory(term: String(repeating: "ﷺ", count: 100_000))]),
            Item(
                title: "",
                categories: [ItemCategory(term: "\u{0}\u{1b}[31m"), ItemCategory(term: ""), ItemCategory(term: ",,;")]),
        ]
        let feed = FeedSections(of: Feed(location: .address(long)), title: long, language: long, folders: [long])
        for item in items { #expect(mapper.decide(item, in: feed).because.count <= 16) }
    }

    private func expect(_ expected: Case) {
        let labels = expected.labels.map { label in
            let byScheme = label.split(separator: "@", maxSplits: 1).map(String.init)
            let byLabel = label.split(separator: "=", maxSplits: 1).map(String.init)
            if byScheme.count == 2 { return ItemCategory(term: byScheme[0], scheme: byScheme[1]) }
            return ItemCategory(term: byLabel[0], label: byLabel.count == 2 ? byLabel[1] : nil)
        }
        let feed = FeedSections(of: Feed(location: .file("feed.xml")), language: expected.language)
        let decision = mapper.decide(Item(title: "Something", link: expected.link, categories: labels), in: feed)
        #expect(decision.category == expected.category, "\(expected.labels)")
        #expect(decision.doubt == expected.doubt, "\(expected.labels)")
        #expect(decision.because.map(\.text) == expected.words, "\(expected.labels)")
    }
}

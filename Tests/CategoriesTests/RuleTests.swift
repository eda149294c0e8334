import Categories
import News
import Testing

struct RuleTests {
    @Test func theNewsroomsRulesComeFirstAndAreCounted() {
        let rules = [
            MappingRule(.never, labels: ["Sponsored"]),
            MappingRule(.category(.sports), titles: ["World Cup", "ＧＲＡＮＤ prix"]),
            MappingRule(.none, hosts: ["https://www.stars.news.example/"]),
            MappingRule(.category(.science), addresses: ["https://news.example/lab/"]),
            MappingRule(.category(.world), feeds: ["Harbour Wire"], titles: ["storm"]),
            MappingRule(.category(.technology), feeds: ["https://tech.example/rss"]),
            MappingRule(.category(.politics), titles: ["never seen anywhere"]),
        ]
        let mapper = CategoryMapper(rules: rules)
        let wire = Feed(location: .address("https://wire.example/rss"), title: "Harbour wire")
        let tech = Feed(location: .address("https://tech.example/rss"), category: .business)
        let other = Feed(location: .file("a.xml"), category: .business)
        let cases: [(feed: Feed, item: Item, category: Category?, doubt: CategoryDoubt?, rule: Int?)] = [
            // The rule's word holds against the feed list's, and the first rule's against later ones'.
            (other, Item(title: "The world cup begins"), .sports, nil, 1),
            (
                other, Item(title: "World Cup tickets", categories: [ItemCategory(term: "x", label: "SPONSORED")]), nil,
                .never, 0
            ),
            (other, Item(title: "A grand  Prix!", link: "https://stars.news.example/a"), .sports, nil, 1),
            (other, Item(title: "A", link: "https://STARS.news.example:443/a"), nil, .ruledOut, 2),
            (other, Item(title: "A", link: "http://de.stars.news.example/a"), nil, .ruledOut, 2),
            (other, Item(title: "A", link: "https://morestars.news.example/a"), .business, nil, nil),
            (other, Item(title: "A", link: "http://www.news.example/lab/1"), .science, nil, 3),
            (other, Item(title: "A", link: "http://news.example/label/1"), .business, nil, nil),
            // Every condition of a rule must hold.
            (wire, Item(title: "Storm warning"), .world, nil, 4),
            (wire, Item(title: "Stormy sea"), nil, .nothingSaid, nil),
            (other, Item(title: "Storm warning"), .business, nil, nil),
            (tech, Item(title: "A"), .technology, nil, 5),
        ]
        var counts = RuleCounts(ruleCount: rules.count)
        for (feed, item, category, doubt, rule) in cases {
            let decision = mapper.decide(item, in: FeedSections(of: feed))
            counts.count(decision)
            #expect(
                decision.category == category && decision.doubt == doubt && decision.rule == rule,
                "\(item.title) \(item.link ?? "")")
            guard let rule else { continue }
            #expect(decision.because.map(\.kind) == [.rule] && decision.because[0].text.hasPrefix("rule \(rule + 1): "))
        }
        #expect(counts.counts == [1, 2, 2, 1, 1, 1, 0] && counts.idle == [6])
        #expect(
            CategoryMapper(rules: [MappingRule(.never)]).decide(Item(title: "A"), in: FeedSections(of: other)).rule
                == nil)
    }

    @Test func aFeedsHabitTipsTheScalesAndDecidesNothing() {
        let feed = Feed(location: .file("a.xml"))
        func habit(_ labels: [String]) -> CategoryDecision {
            var sections = FeedSections(of: feed, language: "en")
            sections.learnHabit(from: labels.map { Item(title: "A", categories: [ItemCategory(term: $0)]) })
            return CategoryMapper().decide(Item(title: "B"), in: sections)
        }
        let sport = habit([
            "Sport", "Football", "Sport", "Sport", "Politics", "Sport", "Tennis", "Sport", "Ada Example",
        ])
        #expect(sport.best == .sports && sport.category == nil && sport.doubt == .tooWeak)
        #expect(sport.because.map(\.kind) == [.habit] && sport.because.map(\.text) == ["7 of 8 items"])
        #expect(sport.because.allSatisfy { $0.weight < 1 })
        for labels in [["Sport", "Sport", "Sport", "Sport"], ["Sport", "Politics", "Sport", "World", "Business"], []] {
            #expect(habit(labels).because.isEmpty, "\(labels)")
        }
    }
}

internal import News
internal import Settings
internal import Stories

/// Which of the newsroom's rules match something of what the feeds hold.
struct RuleCoverage {
    /// A rule that matched nothing yet.
    struct Rule {
        /// Where it stands and what it says.
        var words: String
        var isAboutHeadlines: Bool
        fileprivate var categories: Set<Category>
        fileprivate var rules: ItemRules
    }

    private(set) var unmatched: [Rule] = []

    init(_ settings: BreakingSettings?) {
        guard let settings else { return }
        for category in Category.allCases {
            add(settings[category].rules, "", category)
            add(settings[category].urgentRules, "urgent.", category)
        }
    }

    /// A rule that stands under default is one rule for all categories that take it from there.
    private mutating func add(_ rules: BreakingSettings.Rules, _ prefix: String, _ category: Category) {
        let named: [(name: String, texts: [String]?, make: (String) -> ItemRules)] = [
            ("titles", rules.titles, { ItemRules(titles: [$0]) }),
            ("labels", rules.labels, { ItemRules(labels: [$0]) }),
            ("feeds", rules.feeds, { ItemRules(feeds: [$0]) }),
            ("addresses", rules.addresses, { ItemRules(addresses: [$0]) }),
        ]
        for (name, texts, make) in named {
            for text in texts ?? [] {
                let words = "\(prefix)\(name) “\(withoutCredentials(text))”"
                if let place = unmatched.firstIndex(where: { $0.words == words }) {
                    unmatched[place].categories.insert(category)
                } else {
                    unmatched.append(
                        Rule(
                            words: words, isAboutHeadlines: name == "titles", categories: [category], rules: make(text))
                    )
                }
            }
        }
    }

    /// Takes the rules away that match an item. One that goes nowhere still shows that they are no misspelling.
    mutating func note(_ item: MatchableItem, in category: Category?) {
        unmatched.removeAll { rule in
            category.map(rule.categories.contains) != false && rule.rules.match(item)
        }
    }
}

internal import Categories
internal import News
internal import Settings

/// How a command maps items: the newsroom's rules, the preset, and whether the words that counted are wanted.
struct ItemMapping {
    var mapper: CategoryMapper
    var withWords: Bool

    func decide(_ item: Item, in sections: FeedSections) -> CategoryDecision {
        mapper.decide(item, in: sections, withWords: withWords)
    }
}

extension ResolvedSettings {
    /// The mapper of this newsroom.
    var mapper: CategoryMapper {
        CategoryMapper(
            rules: (rules?.rules ?? []).map { MappingRule($0) },
            preset: text(.preset).flatMap { MappingPreset(rawValue: $0) } ?? .strict,
            allCategories: isSet(.allCategories))
    }
}

extension FeedSections {
    /// What a feed that was read says about its items.
    init(of feed: Feed, _ document: FeedDocument) {
        self.init(of: feed, title: document.title, language: document.language)
        learnHabit(from: document.items)
    }
}

extension MappingRule {
    fileprivate init(_ rule: RuleSettings.Rule) {
        let verdict: Verdict =
            switch rule.verdict {
            case .category(let category): .category(category)
            case .none: .none
            case .never: .never
            }
        self.init(
            verdict, feeds: rule.feeds, hosts: rule.hosts, addresses: rule.addresses, labels: rule.labels,
            titles: rule.titles)
    }
}

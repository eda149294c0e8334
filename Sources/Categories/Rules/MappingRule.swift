public import News
internal import PlainText

/// A rule of the newsroom: the items it is about, and what becomes of them.
public struct MappingRule: Sendable, Hashable {
    /// What becomes of an item.
    public enum Verdict: Sendable, Hashable {
        /// It goes out with that category.
        case category(Category)
        /// It is none of the six.
        case none
        /// It never goes out, whatever it is.
        case never
    }

    /// What becomes of the items that match.
    public let verdict: Verdict
    private let feeds: Set<String>
    private let hosts: [String]
    private let addresses: [String]
    private let labels: Set<String>
    private let titles: [String]

    /// A rule as the newsroom writes it. An item matches when it meets every condition that is given; of the texts of
    /// one condition, one is enough.
    /// - Parameters:
    ///   - feeds: Names of feeds, in the list or their own, or their addresses.
    ///   - hosts: Hosts of articles; `news.example` covers `sport.news.example` too.
    ///   - addresses: How addresses of articles begin; the scheme and `www.` do not count.
    ///   - labels: Whole categories, subjects or keywords of the item.
    ///   - titles: Words and phrases of the headline.
    public init(
        _ verdict: Verdict, feeds: [String] = [], hosts: [String] = [], addresses: [String] = [],
        labels: [String] = [], titles: [String] = []
    ) {
        self.verdict = verdict
        self.feeds = Set(feeds.map { foldedTitle($0) })
        self.hosts = hosts.map { host(of: $0) }
        self.addresses = addresses.map(addressWithoutScheme)
        self.labels = Set(labels.map { foldedTitle($0) })
        self.titles = titles.map { foldedTitle($0) }
    }

    /// The conditions that match an item, in words; nil when one of them does not.
    func matches(_ item: RuledItem) -> String? {
        var words: [String] = []
        func meets(_ isGiven: Bool, _ name: String, _ found: () -> Bool) -> Bool {
            guard isGiven else { return true }
            words.append(name)
            return found()
        }
        guard meets(!feeds.isEmpty, "feed", { !feeds.isDisjoint(with: item.feeds) }),
            meets(!hosts.isEmpty, "host", { hosts.contains { item.host == $0 || item.host.hasSuffix("." + $0) } }),
            meets(!addresses.isEmpty, "address", { addresses.contains { address(item.address, beginsWith: $0) } }),
            meets(!labels.isEmpty, "label", { !labels.isDisjoint(with: item.labels) }),
            meets(!titles.isEmpty, "title", { titles.contains { hasPhrase($0, inFoldedTitle: item.title) } }),
            !words.isEmpty
        else { return nil }
        return words.joined(separator: ", ")
    }
}

/// What rules look at, folded once and only as far as a rule asks.
struct RuledItem {
    let item: Item
    let feeds: Set<String>

    var title: String { foldedTitle(item.title) }
    var address: String { item.link.map(addressWithoutScheme) ?? "" }
    var host: String { Categories.host(of: item.link ?? "") }
    var labels: Set<String> {
        Set(item.categories.flatMap { [$0.term, $0.label].compactMap(\.self) }.map { foldedTitle($0) })
    }
}

/// The names by which rules know a feed, folded.
struct FeedNames: Sendable {
    let all: Set<String>

    init(of feed: Feed, title: String) {
        all = Set([feed.title, title, feed.name].compactMap(\.self).map { foldedTitle($0) }.filter { !$0.isEmpty })
    }
}

/// The host of an address, without `www.`, port and credentials, in lower case.
private func host(of address: String) -> String {
    let authority = addressWithoutScheme(address).prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@").last ?? ""
    return host.prefix { $0 != ":" }.lowercased()
}

extension CategoryMapper {
    /// What the first rule that matches makes of the item; nil when none does.
    func ruled(_ item: Item, _ feed: FeedSections) -> CategoryDecision? {
        guard !rules.isEmpty else { return nil }
        let ruled = RuledItem(item: item, feeds: feed.names.all)
        for (place, rule) in rules.enumerated() {
            guard let words = rule.matches(ruled) else { continue }
            return decision(of: rule.verdict, place, words)
        }
        return nil
    }

    private func decision(of verdict: MappingRule.Verdict, _ place: Int, _ words: String) -> CategoryDecision {
        let (category, doubt): (Category?, CategoryDoubt?) =
            switch verdict {
            case .category(let category): (category, nil)
            case .none: (nil, .ruledOut)
            case .never: (nil, .never)
            }
        let reason = CategoryReason(
            kind: .rule, text: "rule \(place + 1): \(words)", category: category, weight: LogOdds.setting)
        return CategoryDecision(
            category: category, best: category, confidence: 1, because: [reason], doubt: doubt, rule: place)
    }
}

/// How often each rule decided, so that one that never does can be told.
public struct RuleCounts: Sendable, Hashable {
    /// By the place of the rule.
    public private(set) var counts: [Int]

    /// Nothing counted yet.
    public init(ruleCount: Int) {
        counts = [Int](repeating: 0, count: ruleCount)
    }

    /// Counts the rule that made a decision, if one did.
    public mutating func count(_ decision: CategoryDecision) {
        if let rule = decision.rule, counts.indices.contains(rule) { counts[rule] += 1 }
    }

    /// The places of the rules that decided nothing.
    public var idle: [Int] { counts.indices.filter { counts[$0] == 0 } }
}

public import News
internal import PlainText

/// What makes an item breaking or urgent: it matches if one of these does.
public struct ItemRules: Sendable, Hashable {
    /// Words and phrases of the headline, folded: case, accents' forms and punctuation do not count.
    let titles: [String]
    /// Whole labels (categories, subjects, keywords) of the item, folded.
    let labels: Set<String>
    /// Feeds, by their name in the list, their own title, folded, or their address.
    let feeds: Set<String>
    /// How the item's address begins, without scheme and `www.`.
    let addresses: [String]

    /// Rules as the newsroom writes them.
    public init(titles: [String] = [], labels: [String] = [], feeds: [String] = [], addresses: [String] = []) {
        self.titles = titles.map { foldedTitle($0) }.filter { !$0.isEmpty }
        self.labels = Set(labels.map { foldedTitle($0) }.filter { !$0.isEmpty })
        self.feeds = Set(feeds.map { foldedTitle($0) }.filter { !$0.isEmpty })
        self.addresses = addresses.map(addressWithoutScheme).filter { !$0.isEmpty }
    }

    /// Whether there is none.
    public var isEmpty: Bool { titles.isEmpty && labels.isEmpty && feeds.isEmpty && addresses.isEmpty }

    /// Whether an item of a feed matches.
    public func match(_ item: MatchableItem) -> Bool {
        titles.contains { hasPhrase($0, inFoldedTitle: item.title) } || !labels.isDisjoint(with: item.labels)
            || !feeds.isDisjoint(with: item.feeds) || addresses.contains { address(item.address, beginsWith: $0) }
    }

    /// The rules as one text, the same for rules that say the same.
    var canonicalText: String {
        [titles.sorted(), labels.sorted(), feeds.sorted(), addresses.sorted()]
            .map { $0.joined(separator: "\u{1F}") }.joined(separator: "\u{1E}")
    }
}

/// What rules look at, folded once.
public struct MatchableItem {
    let title: String
    let labels: Set<String>
    let feeds: Set<String>
    let address: String

    /// An item of a feed; `source` is the feed's own title, where the list gives none.
    public init(_ item: Item, feed: Feed, source: String) {
        title = foldedTitle(item.title)
        labels = Set(item.categories.flatMap { [$0.term, $0.label].compactMap(\.self) }.map { foldedTitle($0) })
        feeds = Set([feed.title, source, feed.name].compactMap(\.self).map { foldedTitle($0) })
        address = item.link.map(addressWithoutScheme) ?? ""
    }

    /// What the ledger keeps of a story.
    init(_ content: StoryContent) {
        title = foldedTitle(content.title)
        labels = []
        feeds = content.source.isEmpty ? [] : [foldedTitle(content.source)]
        address = content.link.map(addressWithoutScheme) ?? ""
    }
}

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
        self.addresses = addresses.map(withoutScheme).filter { !$0.isEmpty }
    }

    /// Whether there is none.
    public var isEmpty: Bool { titles.isEmpty && labels.isEmpty && feeds.isEmpty && addresses.isEmpty }

    /// Whether an item of a feed matches.
    public func match(_ item: MatchableItem) -> Bool {
        titles.contains { contains($0, in: item.title) } || !labels.isDisjoint(with: item.labels)
            || !feeds.isDisjoint(with: item.feeds) || addresses.contains { begins(item.address, with: $0) }
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
        address = item.link.map(withoutScheme) ?? ""
    }

    /// What the ledger keeps of a story.
    init(_ content: StoryContent) {
        title = foldedTitle(content.title)
        labels = []
        feeds = content.source.isEmpty ? [] : [foldedTitle(content.source)]
        address = content.link.map(withoutScheme) ?? ""
    }
}

/// Whether a folded headline has a folded phrase in it, as whole words; where a writing has no blanks between words, any
/// place will do.
private func contains(_ phrase: String, in title: String) -> Bool {
    let text = Array(title.unicodeScalars)
    let wanted = Array(phrase.unicodeScalars)
    guard let first = wanted.first, let last = wanted.last, wanted.count <= text.count else { return false }
    return text.firstRange(of: wanted, from: 0) { range in
        (range.lowerBound == 0 || text[range.lowerBound - 1] == " " || !isSetApart(first))
            && (range.upperBound == text.count || text[range.upperBound] == " " || !isSetApart(last))
    }
}

extension [Unicode.Scalar] {
    /// Whether one of the places where `wanted` stands is as asked for. Titles are short: no clever search is needed.
    fileprivate func firstRange(
        of wanted: [Unicode.Scalar], from start: Int, where isFitting: (Range<Int>) -> Bool
    ) -> Bool {
        (start...count - wanted.count).contains { place in
            self[place] == wanted[0] && self[place..<place + wanted.count].elementsEqual(wanted)
                && isFitting(place..<place + wanted.count)
        }
    }
}

/// Whether words of that writing are set apart by blanks: not so for Kana, CJK, Thai, Lao, Burmese, Khmer; and Korean
/// words have endings.
private func isSetApart(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7AF,
        0xF900...0xFAFF, 0x20000...0x3FFFF:
        false
    default: true
    }
}

/// Whether an address begins with another one. One that names a host alone means that host and no longer name.
private func begins(_ address: String, with start: String) -> Bool {
    guard address.utf8.starts(with: start.utf8) else { return false }
    guard !start.utf8.contains(UInt8(ascii: "/")) else { return true }
    return address.utf8.dropFirst(start.utf8.count).first.map { "/?#:".utf8.contains($0) } ?? true
}

/// An address without scheme and `www.`, its host in lower case: publishers change those without a new article.
private func withoutScheme(_ address: String) -> String {
    var rest = address[...]
    for scheme in ["https://", "http://"] where rest.prefix(scheme.count).lowercased() == scheme {
        rest = rest.dropFirst(scheme.count)
        break
    }
    if rest.prefix(4).lowercased() == "www." { rest = rest.dropFirst(4) }
    let hostEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    return rest[..<hostEnd].lowercased() + rest[hostEnd...]
}

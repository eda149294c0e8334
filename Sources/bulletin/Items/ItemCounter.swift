internal import Feeds
internal import News
internal import PlainText

/// Counts the items of a feed and makes its number without a string for any field.
final class ItemCounter: ItemVisitor {
    private var items: [FeedDigest] = []
    /// Items that name a language; it counts only where it differs from the feed's, which is known at the end.
    private var languages: [Int: String] = [:]
    private var line: [UInt8] = []

    func take(_ item: ItemFields) {
        var digest = FeedDigest()
        digest.add(item.title)
        digest.add(item.link)
        digest.add(item.id)
        digest.add(item.published)
        digest.add(item.updated)
        digest.add(word: UInt64(item.categories.count))
        for category in item.categories { digest.add(category.term) }
        line.removeAll(keepingCapacity: true)
        appendLine(of: item.summary, form: item.summaryForm == .html ? .html : .plain, to: &line, limit: .max)
        line.withUnsafeBytes { digest.add($0) }
        if !item.language.isEmpty { languages[items.count] = String(decoding: item.language, as: UTF8.self) }
        items.append(digest)
    }

    func startOver() {
        items.removeAll(keepingCapacity: true)
        languages.removeAll()
    }

    func count(feedLanguage: String?) -> FeedCount {
        var feed = FeedDigest()
        for (position, item) in items.enumerated() {
            var item = item
            let language = languages[position]
            item.add(language == feedLanguage ? nil : language)
            feed.add(word: item.value)
        }
        return FeedCount(items: items.count, digest: feed)
    }
}

internal import Glibc
public import News

/// Finds the category of items from what their publishers say about them.
public struct CategoryMapper: Sendable {
    /// A mapper with the built-in tables.
    public init() {}

    /// The category of an item, why, and how sure that is.
    ///
    /// Evidence adds up as log-odds for each of the six and for "none of the six". The item goes out only when the
    /// likeliest is one of the six, something stronger than a hint speaks for it, and no other outcome is close. Ties
    /// go to the category that is listed first.
    public func decide(_ item: Item, in feed: FeedSections) -> CategoryDecision {
        if let setting = feed.setting {
            let reason = CategoryReason(
                kind: .setting, text: setting.rawValue, category: setting, weight: LogOdds.setting)
            return CategoryDecision(category: setting, best: setting, confidence: 1, because: [reason])
        }
        let reader = SectionReader(item.language.map { SectionLanguage(tag: $0) } ?? feed.sectionLanguage)
        let link = item.link.flatMap { reader.section(inLink: $0[...]) }
        let evidence = [link.map { Evidence(.link, $0) }].compactMap(\.self)
        return Tally(feed.evidence + reader.evidence(in: item.categories, beside: link) + evidence).decision
    }
}

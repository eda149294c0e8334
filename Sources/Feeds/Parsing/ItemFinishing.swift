internal import News
internal import PlainText

extension FeedCollector {
    /// Hands the item on that just ended.
    mutating func finishItem() {
        itemDepth = 0
        groupDepth = 0
        itemCount += 1
        line.removeAll(keepingCapacity: true)
        appendLine(
            of: raw[draft.title.piece.range], form: draft.titleForm == .plain ? .plain : .html, to: &line,
            limit: limits.titleSize)
        handedOver.removeAll(keepingCapacity: true)
        for category in draft.categories {
            handedOver.append(
                ItemFields.Category(
                    term: raw[category.term.range], scheme: raw[category.scheme.range],
                    label: raw[category.label.range]))
        }
        line.withUnsafeBytes { title in
            visitor.take(
                ItemFields(
                    title: title, link: raw[draft.link.piece.range], id: raw[draft.id.piece.range],
                    published: draft.published.instant, updated: draft.updated.instant, categories: handedOver,
                    summary: raw[draft.summary.piece.range],
                    summaryForm: draft.summaryForm == .plain ? .plain : .html,
                    language: raw[draft.language.piece.range]))
        }
    }

    /// What the feed said about itself, once all of it was read.
    func finishedFacts() -> FeedFacts {
        var result = facts
        result.title = feed.title
        result.language = feed.language
        result.link = feed.link
        result.suggestedInterval = feed.suggestedInterval
        return result
    }
}

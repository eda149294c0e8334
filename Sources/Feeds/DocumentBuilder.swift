internal import News

/// Makes values of the items a parser hands over.
final class DocumentBuilder: ItemVisitor {
    private var items: [Item] = []

    func take(_ item: ItemFields) {
        items.append(
            Item(
                title: item.title.wellFormedText, link: item.link.textIfAny, id: item.id.textIfAny,
                published: item.published,
                updated: item.updated,
                categories: item.categories.map {
                    ItemCategory(term: $0.term.text, scheme: $0.scheme.textIfAny, label: $0.label.textIfAny)
                },
                summary: item.summary.textIfAny.map { Markup($0, form: item.summaryForm) },
                language: item.language.textIfAny))
    }

    func startOver() {
        items.removeAll()
    }

    /// The document; an item's language is kept where it differs from the feed's.
    func document(_ facts: FeedFacts) -> FeedDocument {
        for position in items.indices where items[position].language == facts.language {
            items[position].language = nil
        }
        return FeedDocument(
            format: facts.format, title: facts.title, language: facts.language, link: facts.link,
            suggestedInterval: facts.suggestedInterval, items: items, isTruncated: facts.isTruncated)
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var textIfAny: String? { isEmpty ? nil : text }
}

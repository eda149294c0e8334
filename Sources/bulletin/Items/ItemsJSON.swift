internal import Categories
internal import JSON
internal import News
internal import PlainText
internal import Stories

extension FeedReport {
    /// The document that `items --format json` prints for one feed.
    func json() -> JSONValue {
        [
            "feed": document.map { .object(FeedReport.members($0)) } ?? ["title": .null, "language": .null],
            "items": .array(document.map(itemsJSON) ?? []),
            "error": JSONValue(reason),
            "status": .string(status.rawValue),
        ]
    }

    /// The same with the feed's name before it, for one of several feeds.
    func namedJSON() -> JSONValue {
        guard let object = json().object else { return .null }
        return .object(JSONObject([("name", .string(feed.name))] + object.members.map { ($0.name, $0.value) }))
    }

    private static func members(_ document: FeedDocument) -> JSONObject {
        JSONObject([
            ("title", .string(document.title)), ("language", JSONValue(document.language)),
            ("link", JSONValue(document.link)), ("format", .string(document.format.rawValue)),
            ("truncated", .boolean(document.isTruncated)),
        ])
    }

    private func itemsJSON(_ document: FeedDocument) -> [JSONValue] {
        let keys = itemKeys(of: document.items)
        let sections = FeedSections(of: feed, title: document.title, language: document.language)
        return document.items.enumerated().map { position, item in
            var object = item.json()
            object["key"] = .string(keys[position])
            for (name, value) in CategoryMapper().decide(item, in: sections).json().members { object[name] = value }
            return .object(object)
        }
    }
}

extension Item {
    /// The summary as one clean line of text; nil when there is none.
    var summaryText: String? {
        summary.map { line(of: $0.source, form: $0.form == .html ? .html : .plain) }
    }

    fileprivate func json() -> JSONObject {
        JSONObject([
            ("title", .string(title)), ("link", JSONValue(link)), ("id", JSONValue(id)),
            ("published", JSONValue(published?.description)), ("updated", JSONValue(updated?.description)),
            ("categories", .array(categories.map { .string($0.term) })), ("summary", JSONValue(summaryText)),
            ("language", JSONValue(language)),
        ])
    }
}

extension CategoryDecision {
    fileprivate func json() -> JSONObject {
        JSONObject([
            ("category", JSONValue(category?.rawValue)), ("best", .string(best?.rawValue ?? "None")),
            ("confidence", .real(rounded(confidence))), ("because", .array(because.map { $0.json() })),
        ])
    }

    /// Three digits say all there is to say, and read better than seventeen.
    private func rounded(_ probability: Double) -> Double {
        (probability * 1_000).rounded() / 1_000
    }
}

extension CategoryReason {
    fileprivate func json() -> JSONValue {
        [
            "kind": .string(kind.rawValue), "text": .string(text), "category": .string(category?.rawValue ?? "None"),
            "weight": .real((weight * 100).rounded() / 100),
        ]
    }
}

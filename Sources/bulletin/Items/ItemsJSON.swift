internal import Categories
internal import Feeds
internal import Fetching
internal import JSON
internal import News
internal import Stories

// Stories has readings of its own, which are past what is printed here.
extension Fetching.FeedReading {
    /// The document that `items --format json` prints for one feed; one of several begins with the feed's name.
    func json(_ layout: JSONValue.Layout, named: Bool, _ mapping: ItemMapping) -> String {
        switch layout {
        case .indented:
            JSONValue.object(
                JSONObject(head(named) + [("items", .array(document.map { itemsJSON($0, mapping) } ?? []))] + foot)
            ).text(
                layout)
        case .compact: compactJSON(named, mapping)
        }
    }

    /// Written item by item: a feed may have half a million of them, and as values they need 20 times the room.
    private func compactJSON(_ named: Bool, _ mapping: ItemMapping) -> String {
        var text = String(JSONValue.object(JSONObject(head(named))).text().dropLast()) + ",\"items\":["
        var separator = ""
        if let document {
            eachItem(document, mapping) { item in
                text += separator + item.text()
                separator = ","
            }
        }
        return text + "]," + JSONValue.object(JSONObject(foot)).text().dropFirst()
    }

    private func head(_ named: Bool) -> [(String, JSONValue)] {
        let members: JSONValue =
            document.map { .object(Fetching.FeedReading.members($0)) } ?? ["title": .null, "language": .null]
        return (named ? [("name", .string(feed.name))] : []) + [("feed", members)]
    }

    private var foot: [(String, JSONValue)] { [("error", JSONValue(trouble)), ("status", .string(status))] }

    /// What was read, if anything was.
    var document: FeedDocument? {
        if case .document(let document) = outcome { document } else { nil }
    }

    /// Why there is nothing: a line that names the feed.
    var trouble: String? {
        switch outcome {
        case .document, .notModified: nil
        case .gone: "\(feed.name): gone for good (410 Gone); take it out of the feed list"
        case .failed(let trouble): trouble.description
        }
    }

    private var status: String {
        switch outcome {
        case .document: "ok"
        case .notModified: "not_modified"
        case .gone: "gone"
        case .failed: "error"
        }
    }

    private static func members(_ document: FeedDocument) -> JSONObject {
        JSONObject([
            ("title", .string(document.title)), ("language", JSONValue(document.language)),
            ("link", JSONValue(document.link)), ("format", .string(document.format.rawValue)),
            ("truncated", .boolean(document.isTruncated)),
        ])
    }

    private func itemsJSON(_ document: FeedDocument, _ mapping: ItemMapping) -> [JSONValue] {
        var items: [JSONValue] = []
        eachItem(document, mapping) { items.append($0) }
        return items
    }

    private func eachItem(_ document: FeedDocument, _ mapping: ItemMapping, _ body: (JSONValue) -> Void) {
        let keys = itemKeys(of: document.items)
        let sections = FeedSections(of: feed, document)
        for (position, item) in document.items.enumerated() {
            var object = item.json()
            object["key"] = .string(keys[position])
            for (name, value) in mapping.decide(item, in: sections).json().members { object[name] = value }
            body(.object(object))
        }
    }
}

extension Item {
    fileprivate func json() -> JSONObject {
        JSONObject([
            ("title", .string(title)), ("link", JSONValue(link)), ("id", JSONValue(id)),
            ("published", JSONValue(published?.description)), ("updated", JSONValue(updated?.description)),
            ("categories", .array(categories.map { .string($0.term) })),
            ("summary", JSONValue(summary.map(summaryLine))), ("language", JSONValue(language)),
        ])
    }
}

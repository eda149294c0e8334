internal import Categories
internal import JSON
internal import News

/// What is wrong with a line.
struct ClassifyFault: Error {
    let reason: String
}

/// One line of `classify`: an item, its feed, and the category that somebody gave it.
struct ClassifyRow {
    /// The right answer.
    enum Label: Hashable {
        case category(Category)
        case none
    }

    let item: Item
    let sections: FeedSections
    let label: Label?

    init(_ line: ArraySlice<UInt8>) throws(ClassifyFault) {
        let value: JSONValue
        do {
            value = try JSONValue(parsing: line)
        } catch {
            throw ClassifyFault(reason: "not JSON: \(error.reason) (column \(error.column))")
        }
        guard let object = value.object else { throw ClassifyFault(reason: "not a JSON object") }
        item = Item(
            title: try text("title", object) ?? "", link: try text("link", object),
            categories: try itemCategories(object),
            summary: try text("summary", object).map { Markup($0, form: .html) }, language: try text("language", object)
        )
        sections = try feedSections(object)
        label = try ClassifyRow.label(object)
    }

    private static func label(_ object: JSONObject) throws(ClassifyFault) -> Label? {
        guard let name = try text("label", object) else { return nil }
        if name.lowercased() == "none" { return Label.none }
        guard let category = Category(named: name) else {
            throw ClassifyFault(reason: "label is neither one of the six categories nor None")
        }
        return .category(category)
    }
}

/// A member that is a text; null counts as left out.
private func text(_ name: String, _ object: JSONObject) throws(ClassifyFault) -> String? {
    switch object[name] {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw ClassifyFault(reason: "\(name) is not a text")
    }
}

private func itemCategories(_ object: JSONObject) throws(ClassifyFault) -> [ItemCategory] {
    guard let value = object["categories"], value != .null else { return [] }
    guard let elements = value.array ?? value.string.map({ [.string($0)] }) else {
        throw ClassifyFault(reason: "categories is not an array")
    }
    var categories: [ItemCategory] = []
    for element in elements {
        if let term = element.string {
            categories.append(ItemCategory(term: term))
        } else if let members = element.object {
            categories.append(
                ItemCategory(
                    term: try text("term", members) ?? "", scheme: try text("scheme", members),
                    label: try text("label", members)))
        } else {
            throw ClassifyFault(reason: "categories holds something that is neither a text nor an object")
        }
    }
    return categories
}

private func feedSections(_ object: JSONObject) throws(ClassifyFault) -> FeedSections {
    switch object["feed"] {
    case nil, .null: return FeedSections(of: Feed(location: .file("")))
    case .string(let name)? where name.contains("://"): return FeedSections(of: Feed(location: .address(name)))
    case .string(let title)?: return FeedSections(of: Feed(location: .file("")), title: title)
    case .object(let members)?:
        let address = try text("address", members)
        return FeedSections(
            of: Feed(location: address.map { .address($0) } ?? .file("")), title: try text("title", members) ?? "",
            language: try text("language", members))
    default: throw ClassifyFault(reason: "feed is neither a text nor an object")
    }
}

public import News
internal import PlainText
internal import XMLTree

/// A list as it was read.
public struct FeedListContent: Sendable, Equatable {
    /// The feeds in the list's order; of several with one address or file the first counts.
    public var feeds: [Feed]
    /// Names that were most likely meant as categories and are none, each once.
    public var unknownCategories: [UnknownCategory]
    /// Those that stand in the list again, and do not count.
    public var duplicates: [Feed]

    /// What a list holds.
    public init(feeds: [Feed], unknownCategories: [UnknownCategory] = [], duplicates: [Feed] = []) {
        self.feeds = feeds
        self.unknownCategories = unknownCategories
        self.duplicates = duplicates
    }
}

/// A name in a feed list that was most likely meant as one of the six categories: a `category` attribute that names none
/// of them, or a folder whose name is near one. Without a word its feeds would be mapped item by item.
public struct UnknownCategory: Sendable, Hashable {
    /// The name as it is written, as one clean line.
    public var name: String
    /// What was likely meant; always there for folders, whose names may be any words.
    public var near: Category?
    /// Whether it names a folder.
    public var isFolder: Bool
}

extension UnknownCategory: CustomStringConvertible {
    /// What is wrong and what to write.
    public var description: String {
        let kind = isFolder ? "the folder “\(name)”" : "the category “\(name)”"
        let names = Category.allCases.map(\.rawValue).joined(separator: ", ")
        return "\(kind) is none of \(names)" + (near.map { "; did you mean \($0.rawValue)?" } ?? "")
            + (near == nil ? "; its feeds are mapped item by item" : "")
    }
}

extension Category {
    /// What a `category` attribute names. OPML 2.0: several categories with commas between, each a path. The deepest name
    /// that is one of the six counts.
    init?(attribute: String) {
        for name in Category.names(inAttribute: attribute) {
            guard let category = Category(named: name) else { continue }
            self = category
            return
        }
        return nil
    }

    fileprivate static func names(inAttribute attribute: String) -> [String] {
        attribute.split(separator: ",").flatMap { path in
            path.split(separator: "/").reversed().map { line(of: String($0), form: .plain, limit: 100) }
        }
    }

    fileprivate static func near(_ name: String) -> Category? {
        let names = Category.allCases.map(\.rawValue)
        let typed = name.lowercased()
        let longer = typed.utf8.count >= 4 ? names.first { $0.lowercased().hasPrefix(typed) } : nil
        return (longer ?? nearestName(to: name, among: names)).flatMap { Category(named: $0) }
    }
}

/// Walks the outlines of a list for names that are no categories.
struct UnknownCategoryFinder {
    private(set) var found: [UnknownCategory] = []
    private var seen: Set<UnknownCategory> = []

    init(_ elements: [XMLElement]) {
        _ = take(elements)
    }

    /// Whether a feed among them, or below them, takes its category from what encloses it.
    private mutating func take(_ elements: [XMLElement]) -> Bool {
        var anyInherits = false
        for element in elements {
            let attribute = value(element, "category")
            let own = attribute.flatMap { Category(attribute: $0) }
            if let attribute, own == nil {
                note(attribute, near: Category.names(inAttribute: attribute).lazy.compactMap(Category.near).first)
            }
            let belowInherits = take(element.elements)
            let isFeed = value(element, "xmlurl") != nil
            if isFeed, attribute == nil { anyInherits = true }
            guard belowInherits, own == nil else { continue }
            let name = value(element, "title") ?? value(element, "text") ?? ""
            if Category(named: name) != nil { continue }
            anyInherits = true
            if let near = Category.near(name), !isFeed { note(name, near: near, isFolder: true) }
        }
        return anyInherits
    }

    private mutating func note(_ name: String, near: Category?, isFolder: Bool = false) {
        let unknown = UnknownCategory(name: line(of: name, form: .plain, limit: 100), near: near, isFolder: isFolder)
        if seen.insert(unknown).inserted { found.append(unknown) }
    }

    private func value(_ element: XMLElement, _ name: String) -> String? {
        let value = element.attributes.first { $0.name.lowercased() == name }.map { line(of: $0.value, form: .plain) }
        return value?.isEmpty == false ? value : nil
    }
}

public import News
internal import XMLTree

/// A list of feeds as every feed reader exports it: OPML 2.0.
public enum FeedList {
    /// The feeds of a list in its order, each address once: the first place counts.
    ///
    /// An `outline` with an `xmlUrl` is a feed, any other a folder. A feed's category is the first of the six in its
    /// `category` attribute (`/World`, `World`, `/News/World`; several are separated by commas), else the name of the
    /// nearest outline around it that is called like one of the six. An `xmlUrl` without a scheme is a file; whoever
    /// knows where the list lies makes its path whole.
    ///
    /// The list is read strictly: it is the newsroom's own file, and a slip in it should be seen, not guessed around.
    public static func read(_ body: some Sequence<UInt8>) throws(FeedListError) -> [Feed] {
        let root: XMLElement
        do {
            root = try XMLElement(parsing: body)
        } catch {
            throw .notXML(line: error.line, reason: error.reason)
        }
        guard root.name.lowercased() == "opml" else { throw .notOPML(root: root.name) }
        var reader = OutlineReader()
        for body in root.elements where body.name.lowercased() == "body" { reader.read(body, folder: nil) }
        guard !reader.feeds.isEmpty else { throw .noFeeds }
        return reader.feeds
    }
}

/// Why a body is not a usable list of feeds.
public enum FeedListError: Error, Sendable, Hashable, CustomStringConvertible {
    /// It is not well-formed XML, at that line.
    case notXML(line: Int, reason: String)
    /// It is another kind of XML.
    case notOPML(root: String)
    /// No outline has an `xmlUrl`.
    case noFeeds

    /// What is wrong and where.
    public var description: String {
        switch self {
        case .notXML(let line, let reason): "not well-formed XML at line \(line): \(reason)"
        case .notOPML(let root): "its root is <\(root)>, not <opml>"
        case .noFeeds: "it names no feed: no outline has an xmlUrl"
        }
    }
}

/// Collects the feeds of nested outlines. Depth is bounded by the XML reader.
private struct OutlineReader {
    private(set) var feeds: [Feed] = []
    private var seen: Set<Feed.Location> = []

    /// Reads what is inside an element; `folder` is the category of the outlines around.
    mutating func read(_ element: XMLElement, folder: Category?) {
        for outline in element.elements where outline.name.lowercased() == "outline" {
            let name = outline.value("text") ?? outline.value("title")
            if let address = outline.value("xmlurl") {
                add(outline, address: address, name: outline.value("title") ?? name, folder: folder)
            }
            read(outline, folder: name.flatMap { Category(named: $0) } ?? folder)
        }
    }

    private mutating func add(_ outline: XMLElement, address: String, name: String?, folder: Category?) {
        let location: Feed.Location = isAddress(address) ? .address(address) : .file(filePath(address))
        guard seen.insert(location).inserted else { return }
        let category = outline.value("category").flatMap(category(in:))
        feeds.append(
            Feed(location: location, title: name, category: category ?? folder, language: outline.value("language")))
    }

    /// `/News/World,/Europe`: the first part of a path that is one of the six.
    private func category(in text: String) -> Category? {
        text.split { $0 == "," || $0 == "/" }.lazy
            .compactMap { Category(named: $0.drop(while: \.isWhitespace).trimmingSuffix(while: \.isWhitespace)) }.first
    }

    private func isAddress(_ text: String) -> Bool {
        text.contains("://") && !text.lowercased().hasPrefix("file://")
    }

    private func filePath(_ text: String) -> String {
        text.lowercased().hasPrefix("file://") ? String(text.dropFirst(7)) : text
    }
}

extension XMLElement {
    /// An attribute whatever the case of its name, without blanks around it; nil when it is empty.
    fileprivate func value(_ lowercasedName: String) -> String? {
        guard let value = attributes.first(where: { $0.name.lowercased() == lowercasedName })?.value else { return nil }
        let trimmed = value.drop(while: \.isWhitespace).trimmingSuffix(while: \.isWhitespace)
        return trimmed.isEmpty ? nil : String(trimmed)
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> Substring {
        guard let last = lastIndex(where: { !isDropped($0) }) else { return self[endIndex...] }
        return self[...last]
    }
}

public import News
internal import PlainText
internal import XMLTree

/// Reads feed lists: OPML, in the version 2.0 and as older programs export it.
public enum FeedList {
    /// The largest list that is read, in bytes.
    public static let largestSize = 16 << 20

    /// The feeds of a list in its order; of several with one address or file the first counts.
    ///
    /// - Parameters:
    ///   - baseFolder: the folder of the list's file, from which relative paths in `xmlUrl` are seen.
    ///   - address: where the list came from, if it was fetched; then nothing in it means a file.
    ///   - contentType: the header of that name, if there was one.
    public static func read(
        _ body: UnsafeRawBufferPointer, baseFolder: String? = nil, address: String? = nil, contentType: String? = nil
    ) throws(FeedListError) -> [Feed] {
        try content(of: body, baseFolder: baseFolder, address: address, contentType: contentType).feeds
    }

    /// The feeds of a list, and the names in it that are no categories.
    public static func content(
        of body: UnsafeRawBufferPointer, baseFolder: String? = nil, address: String? = nil, contentType: String? = nil
    ) throws(FeedListError) -> FeedListContent {
        guard body.count <= largestSize else { throw .tooLarge(limit: largestSize) }
        let root = try document(body, contentType: contentType)
        var collector = OutlineCollector(baseFolder: baseFolder, address: address)
        try collector.take(root.elements, category: nil, language: root["head"]?["language"]?.text)
        guard !collector.feeds.isEmpty else { throw .noFeeds }
        return FeedListContent(
            feeds: collector.feeds, unknownCategories: UnknownCategoryFinder(root.elements).found,
            duplicates: collector.duplicates)
    }

    /// The feeds of a list.
    public static func read(
        _ body: [UInt8], baseFolder: String? = nil, address: String? = nil, contentType: String? = nil
    ) throws(FeedListError) -> [Feed] {
        try content(of: body, baseFolder: baseFolder, address: address, contentType: contentType).feeds
    }

    /// The feeds of a list, and the names in it that are no categories.
    public static func content(
        of body: [UInt8], baseFolder: String? = nil, address: String? = nil, contentType: String? = nil
    ) throws(FeedListError) -> FeedListContent {
        let result = body.withUnsafeBytes { bytes in
            Result { () throws(FeedListError) in
                try content(of: bytes, baseFolder: baseFolder, address: address, contentType: contentType)
            }
        }
        return try result.get()
    }

    /// The list as a small tree. Lists go through the mender always: they are small, and edited by hand.
    private static func document(
        _ body: UnsafeRawBufferPointer, contentType: String?
    ) throws(FeedListError) -> XMLElement {
        var text = ByteBuffer()
        let evidence = EncodingEvidence(body: body, contentType: contentType)
        let content = UnsafeRawBufferPointer(rebasing: body.dropFirst(evidence.markLength))
        let first = evidence.encoding(for: content)
        var decoder = TextDecoder(first == .utf8 && !content.isUTF8 ? evidence.fallback(for: content) : first)
        decoder.decode(content, isLast: true, into: &text)
        // A list is the newsroom's own file: words before its first tag mean that another file was named, even one that
        // holds a list as an example.
        if let first = text.bytes.trimmed.first, first != 0x3c, first != 0x7b, first != 0x5b {
            throw .notXML(start: BodyKind.firstLine(of: text.bytes))
        }
        let prolog = Prolog(text.bytes)
        guard let root = prolog.root, prolog.rootName == "opml" else {
            throw FeedListError(BodyKind(decoded: text.bytes, prolog: prolog), text.bytes)
        }
        let mended = try mend(text.bytes, from: root, entities: prolog.entities)
        do { return try XMLElement(parsing: mended) } catch { throw .unreadable(reason: error.reason) }
    }

    private static func mend(
        _ text: UnsafeRawBufferPointer, from root: Int, entities: DeclaredEntities
    ) throws(FeedListError) -> [UInt8] {
        var mender = Mender(text, from: root, entities: entities)
        var mended: [UInt8] = []
        do {
            while try mender.next() { mended.append(contentsOf: mender.output.bytes) }
        } catch {
            throw .unreadable(reason: error.description)
        }
        // A list that was cut off has its feeds all the same.
        mender.closeAll()
        mended.append(contentsOf: mender.output.bytes)
        return mended
    }
}

/// Walks the outlines of a list.
private struct OutlineCollector {
    let baseFolder: String?
    let address: String?
    private(set) var feeds: [Feed] = []
    private(set) var duplicates: [Feed] = []
    private var seen: Set<Feed.Location> = []

    init(baseFolder: String?, address: String?) {
        self.baseFolder = baseFolder
        self.address = address
    }

    /// `category` and `language` are what the enclosing outlines say.
    mutating func take(
        _ elements: [XMLElement], category: Category?, language: String?
    ) throws(FeedListError) {
        let reader = FeedSettingAttributes(baseFolder: baseFolder, isFromElsewhere: address != nil)
        for element in elements {
            let isOutline = element.name.lowercased() == "outline"
            let name = isOutline ? label(element) : nil
            let own = isOutline ? categoryAttribute(element) : nil
            let spoken = value(element, "language") ?? value(element, "lang") ?? language
            if isOutline, let place = location(element) {
                add(
                    Feed(
                        location: place, title: name, category: own ?? category, language: spoken,
                        settings: try reader.settings(element)))
            } else if let stray = element.attributes.first(where: FeedSettingAttributes.isOurs) {
                throw .badSetting(stray.name, of: name ?? element.name, reason: "is no feed")
            }
            let inner = own ?? name.flatMap { Category(named: $0) } ?? category
            try take(element.elements, category: inner, language: spoken)
        }
    }

    private mutating func add(_ feed: Feed) {
        if seen.insert(feed.location).inserted { feeds.append(feed) } else { duplicates.append(feed) }
    }

    private func label(_ outline: XMLElement) -> String? {
        guard let text = value(outline, "title") ?? value(outline, "text") else { return nil }
        let label = line(of: text, form: .html, limit: 400)
        return label.isEmpty ? nil : label
    }

    private func categoryAttribute(_ outline: XMLElement) -> Category? {
        value(outline, "category").flatMap { Category(attribute: $0) }
    }

    private func location(_ outline: XMLElement) -> Feed.Location? {
        let isFeed = FeedList.isFeedType(value(outline, "type"))
        guard let target = value(outline, "xmlurl") ?? (isFeed ? value(outline, "url") : nil) else { return nil }
        return FeedList.location(of: target, baseFolder: baseFolder, address: address)
    }

    /// The attribute of that name, given in lower case, whatever its case; nil when it says nothing.
    private func value(_ element: XMLElement, _ name: String) -> String? {
        guard let attribute = element.attributes.first(where: { $0.name.lowercased() == name }) else { return nil }
        let value = trimmed(attribute.value)
        return value.isEmpty ? nil : value
    }

    private func trimmed(_ text: String) -> String { FeedList.trimmed(text) }
}

extension FeedList {
    /// Whether the `type` of an outline says that it is a feed.
    static func isFeedType(_ type: String?) -> Bool {
        ["rss", "atom", "feed", "rdf"].contains(type.map { trimmed($0).lowercased() })
    }

    /// What an `xmlUrl` stands for.
    static func location(of value: String, baseFolder: String? = nil, address: String? = nil) -> Feed.Location {
        var target = trimmed(value)
        // Addresses as the operating systems' feed readers write them.
        if target.lowercased().hasPrefix("feed://") { target = "http://" + target.dropFirst(7) }
        if target.lowercased().hasPrefix("feed:") { target = String(target.dropFirst(5)) }
        if let address { return .address(Address.resolve(target, against: address)) }
        if target.lowercased().hasPrefix("file://") { return .file(String(target.dropFirst(7))) }
        if target.hasPrefix("//") { return .address("https:" + target) }
        let hasScheme = target.utf8.withContiguousStorageIfAvailable { Address.hasScheme(UnsafeRawBufferPointer($0)) }
        if hasScheme ?? false { return .address(target) }
        guard let baseFolder, !baseFolder.isEmpty, !target.hasPrefix("/") else { return .file(target) }
        return .file(baseFolder + (baseFolder.hasSuffix("/") ? "" : "/") + target)
    }

    static func trimmed(_ text: String) -> String {
        String(decoding: text.utf8.drop { $0.isXMLBlank }.reversed().drop { $0.isXMLBlank }.reversed(), as: UTF8.self)
    }
}

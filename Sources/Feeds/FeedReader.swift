public import News

/// Reads feeds: bytes in, items out.
///
/// The way of a body: its encoding is settled (``EncodingEvidence``), its prolog is read and dropped (``Prolog``),
/// libxml2 reads what is well-formed, and only what is not goes through the ``Mender`` and is read again. One reader
/// reads many feeds, one after another.
public struct FeedReader: ~Copyable {
    /// Kept from feed to feed, with the names it knows.
    var parser: FeedParser?
    /// The present body as UTF-8, where it was something else.
    private var decoded = ByteBuffer()
    /// The beginning of a source, and each further piece of it.
    let pieces: UnsafeMutableRawBufferPointer

    /// A reader that has read nothing yet.
    public init() {
        self.init(bufferSize: 1 << 20)
    }

    /// A reader that takes a source for large beyond `bufferSize` bytes.
    init(bufferSize: Int) {
        pieces = .allocate(byteCount: bufferSize, alignment: 16)
    }

    deinit { pieces.deallocate() }

    /// Reads a whole feed into values.
    ///
    /// - Parameters:
    ///   - address: where the feed came from; relative links are seen from it.
    ///   - contentType: the header of that name, if there was one.
    public static func read(
        _ body: UnsafeRawBufferPointer, address: String?, contentType: String?, limits: FeedLimits = .standard
    ) throws(FeedError) -> FeedDocument {
        var reader = FeedReader()
        return try reader.document(body, address: address, contentType: contentType, limits: limits)
    }

    /// Reads a whole feed into values.
    public static func read(
        _ body: [UInt8], address: String?, contentType: String?, limits: FeedLimits = .standard
    ) throws(FeedError) -> FeedDocument {
        // The closure cannot throw a typed error through the standard library's rethrowing.
        let result = body.withUnsafeBytes { bytes in
            Result { () throws(FeedError) in
                try read(bytes, address: address, contentType: contentType, limits: limits)
            }
        }
        return try result.get()
    }

    /// Reads a whole feed into values, with a reader that is kept.
    public mutating func document(
        _ body: UnsafeRawBufferPointer, address: String?, contentType: String?, limits: FeedLimits = .standard
    ) throws(FeedError) -> FeedDocument {
        let builder = DocumentBuilder()
        let facts = try visit(body, address: address, contentType: contentType, limits: limits, visitor: builder)
        return builder.document(facts)
    }

    /// Reads a feed and hands each item to the visitor as soon as it is complete.
    public mutating func visit(
        _ body: UnsafeRawBufferPointer, address: String?, contentType: String?, limits: FeedLimits = .standard,
        visitor: any ItemVisitor
    ) throws(FeedError) -> FeedFacts {
        guard body.count <= limits.feedSize else { throw .tooLarge(limit: limits.feedSize) }
        let evidence = EncodingEvidence(body: body, contentType: contentType)
        let content = UnsafeRawBufferPointer(rebasing: body.dropFirst(evidence.markLength))
        let encoding = evidence.encoding(for: content)
        let text = utf8(content, encoding)
        let task = Task(address: address, limits: limits, visitor: visitor)
        let prolog = Prolog(text)
        let kind = BodyKind(decoded: text, prolog: prolog)
        let root = try rootPlace(prolog, kind, text)
        if case .complete = parse(text, from: root, task) { return try settled(kind) }
        visitor.startOver()
        if encoding != .utf8 || content.isUTF8 { return try mend(text, task) }
        return try mend(utf8(content, evidence.fallback(for: content), repairing: true), task)
    }

    struct Task {
        var address: String?
        var limits: FeedLimits
        var visitor: any ItemVisitor
    }

    /// The body as UTF-8; bytes that already are, as far as one knows, stay where they are.
    private mutating func utf8(
        _ content: UnsafeRawBufferPointer, _ encoding: TextEncoding, repairing: Bool = false
    ) -> UnsafeRawBufferPointer {
        if encoding == .utf8 && !repairing { return content }
        decoded.removeAll()
        var decoder = TextDecoder(encoding)
        decoder.decode(content, isLast: true, into: &decoded)
        return decoded.bytes
    }

    /// Where to begin; throws when the body is of a kind that holds no feed. XML with another root may still hold one.
    func rootPlace(
        _ prolog: Prolog, _ kind: BodyKind, _ text: UnsafeRawBufferPointer
    ) throws(FeedError) -> Int {
        if case .otherXML = kind, let root = prolog.root { return root }
        if let error = kind.feedError(of: text) { throw error }
        guard let root = prolog.root else { throw .text(start: "") }
        return root
    }

    private mutating func parse(_ text: UnsafeRawBufferPointer, from root: Int, _ task: Task) -> ParseOutcome {
        guard begin(task) else { return .malformed("out of memory") }
        _ = parser?.push(UnsafeRawBufferPointer(rebasing: text[root...]), isLast: true)
        return parser?.finish() ?? .truncated
    }

    /// Readies the parser for a document.
    mutating func begin(_ task: Task) -> Bool {
        if parser?.isReusable == true {
            parser?.reset(limits: task.limits, visitor: task.visitor, address: task.address)
        } else {
            parser = FeedParser(
                recovers: false,
                collector: FeedCollector(limits: task.limits, visitor: task.visitor, address: task.address))
        }
        return parser != nil
    }

    /// What the feed says about itself, unless there was none.
    mutating func settled(_ kind: BodyKind) throws(FeedError) -> FeedFacts {
        let facts = parser?.sawFeed == true ? parser?.facts() : nil
        if let facts { return facts }
        throw noFeed(kind)
    }

    private func noFeed(_ kind: BodyKind) -> FeedError {
        if case .otherXML(let root) = kind { return .otherXML(root: root) }
        return .unreadable(reason: "nothing of a feed was found")
    }

    /// Mends a document that libxml2 refused, and reads what comes of it.
    private func mend(_ text: UnsafeRawBufferPointer, _ task: Task) throws(FeedError) -> FeedFacts {
        let prolog = Prolog(text)
        let kind = BodyKind(decoded: text, prolog: prolog)
        let root = try rootPlace(prolog, kind, text)
        guard
            let parser = FeedParser(
                recovers: true,
                collector: FeedCollector(limits: task.limits, visitor: task.visitor, address: task.address))
        else { throw .unreadable(reason: "out of memory") }
        var mender = Mender(text, from: root, entities: prolog.entities)
        while try mender.next(), parser.push(mender.output.bytes, isLast: true) != nil {}
        let outcome = parser.finish()
        guard parser.sawFeed else { throw noFeed(kind) }
        var facts = parser.facts()
        facts.isTruncated = outcome != .complete
        return facts
    }
}

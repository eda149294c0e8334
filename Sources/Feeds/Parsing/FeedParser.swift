internal import CLibXML2

/// How a pass over a document ended.
enum ParseOutcome: Equatable {
    /// The root element was closed.
    case complete
    /// The document stopped before that.
    case truncated
    /// Not well-formed.
    case malformed(String)
}

/// libxml2's push parser with a ``FeedCollector`` behind it. It is given UTF-8 from the root element's `<` on; prolog
/// and encoding are settled before. One parser reads many documents one after another: its dictionary of names, and
/// with it the collector's memory of roles, is worth keeping.
struct FeedParser: ~Copyable {
    let context: xmlParserCtxtPtr
    let state: UnsafeMutablePointer<FeedCollector>
    let recovers: Bool

    /// libxml2 2.9 compares each attribute with all before it and looks through all namespaces in force for each
    /// prefix. A document with more than this is mended, which leaves the surplus out.
    static let attributeLimit = 256
    static let namespaceLimit = 512

    /// Names of elements, attributes and namespaces in one document.
    static let nameLimit = 8_192

    /// `recovers` goes on after faults, which is only wanted for a document that was mended.
    init?(recovers: Bool, collector: consuming FeedCollector) {
        self.recovers = recovers
        state = .allocate(capacity: 1)
        state.initialize(to: collector)
        var handlers = FeedParser.handlers()
        guard let created = xmlCreatePushParserCtxt(&handlers, state, nil, 0, nil) else {
            state.deinitialize(count: 1)
            state.deallocate()
            return nil
        }
        context = created
        xmlCtxtUseOptions(context, FeedParser.options(recovers: recovers))
        state.pointee.attach(to: context)
    }

    deinit {
        xmlFreeParserCtxt(context)
        state.deinitialize(count: 1)
        state.deallocate()
    }

    private static func options(recovers: Bool) -> Int32 {
        let options =
            XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_NOERROR.rawValue
            | XML_PARSE_NOWARNING.rawValue | (recovers ? XML_PARSE_RECOVER.rawValue : 0)
        return Int32(options)
    }

    /// Names in the dictionary beyond which it is given up: a hostile feed must not be remembered for ever.
    private static let dictionaryLimit = 4_096

    /// Whether the parser may read another document: after a fault its inner state is not trusted.
    var isReusable: Bool {
        context.pointee.wellFormed == 1 && state.pointee.sawRootEnd
            && xmlDictSize(context.pointee.dict) < FeedParser.dictionaryLimit
    }

    /// Makes the parser ready for the next document.
    func reset(limits: FeedLimits, visitor: any ItemVisitor, address: String?) {
        xmlCtxtResetPush(context, nil, 0, nil, nil)
        context.pointee.userData = UnsafeMutableRawPointer(state)
        context.pointee.nsNr = 0
        state.pointee.reset(limits: limits, visitor: visitor, address: address)
    }

    /// Nothing more is to be given: all was read, or it has to be mended.
    var isStopped: Bool {
        context.pointee.disableSAX != 0 || state.pointee.sawRootEnd || state.pointee.fault != nil
            || (context.pointee.wellFormed == 0 && !recovers)
    }

    /// Says that no more comes, and how it went.
    func finish() -> ParseOutcome {
        if let fault = state.pointee.fault { return .malformed(fault) }
        if state.pointee.sawRootEnd { return .complete }
        if context.pointee.wellFormed == 0 && !recovers { return .malformed(reason) }
        xmlParseChunk(context, nil, 0, 1)
        return state.pointee.sawRootEnd ? .complete : .truncated
    }

    private var reason: String {
        guard let message = context.pointee.lastError.message else { return "not well-formed" }
        return "line \(context.pointee.lastError.line): \(String(cString: message).split(separator: "\n").joined())"
    }

    /// Whether anything of a feed was there.
    var sawFeed: Bool { state.pointee.sawFrame || state.pointee.itemCount > 0 }
    /// What the feed said about itself.
    func facts() -> FeedFacts { state.pointee.finishedFacts() }
}

extension FeedParser {
    /// Handlers capture nothing and reach the collector by the pointer libxml2 carries for them. There is none for
    /// declarations of any kind: what is declared does not exist.
    private static func handlers() -> xmlSAXHandler {
        let characters: charactersSAXFunc = { data, bytes, length in
            guard let state = collector(data), let bytes else { return }
            state.pointee.characters(bytes, Int(length))
        }
        var handlers = xmlSAXHandler()
        handlers.initialized = UInt32(XML_SAX2_MAGIC)
        handlers.startElementNs = { data, name, prefix, namespace, namespaces, _, attributes, _, values in
            guard let state = collector(data), let name else { return }
            state.pointee.startElement(
                name: name, prefix: prefix, namespace: namespace,
                attributes: Attributes(start: values, count: Int(attributes)))
            if attributes > FeedParser.attributeLimit || namespaces > 0 { state.pointee.checkLoad(Int(attributes)) }
        }
        handlers.endElementNs = { data, name, _, _ in
            guard let state = collector(data), let name else { return }
            state.pointee.endElement(name)
        }
        // The same function for both keeps libxml2 from looking at each blank to tell them apart.
        handlers.characters = characters
        handlers.ignorableWhitespace = characters
        handlers.cdataBlock = { data, bytes, length in
            guard let state = collector(data), let bytes else { return }
            state.pointee.section(UnsafeRawBufferPointer(start: bytes, count: Int(length)))
        }
        handlers.serror = { _, _ in }
        return handlers
    }
}

/// The collector that libxml2 carries for its handlers.
private func collector(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<FeedCollector>? {
    data?.assumingMemoryBound(to: FeedCollector.self)
}

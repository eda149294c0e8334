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
    private let context: xmlParserCtxtPtr
    private let state: UnsafeMutablePointer<FeedCollector>
    private let recovers: Bool

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

    /// Gives the parser a piece of any size and returns how much of it was taken: a section that does not end in it
    /// is left, to be given again with what follows, unless `isLast`. Nil when the parser will not take more.
    func push(_ bytes: UnsafeRawBufferPointer, isLast: Bool) -> Int? {
        var place = 0
        var next = bytes.sectionStart(from: 0)
        while let start = next {
            guard pass(bytes, place..<start) else { return nil }
            guard let end = bytes.position(of: "]]>", from: start + 9) else {
                guard flush() else { return nil }
                return isLast ? finishRest(bytes, from: start) : start
            }
            next = bytes.sectionStart(from: start + 9)
            if let inner = next, inner < end {
                if bytes.hasItemEnd(within: (start + 9)..<inner) { return giveUp() }
                next = bytes.sectionStart(from: end + 3)
            }
            state.pointee.sections.add(UnsafeRawBufferPointer(rebasing: bytes[(start + 9)..<end]))
            place = end + 3
        }
        let end = isLast ? bytes.count : max(bytes.cutSectionStart ?? bytes.count, place)
        return pass(bytes, place..<end) && flush() ? end : nil
    }

    /// A section in which an item ends and another section begins was never closed: well-formed, and not what anybody
    /// meant.
    private func giveUp() -> Int? {
        state.pointee.fault = "a CDATA section that does not end"
        return nil
    }

    /// What no end was found for goes as it is.
    private func finishRest(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        pass(bytes, start..<bytes.count) && flush() ? bytes.count : nil
    }

    /// Passes bytes without sections on: gathered with what comes before and behind, or straight if they are many.
    private func pass(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
        var place = range.lowerBound
        if range.count >= FeedParser.smallestPiece / 2 {
            guard flush() else { return false }
            while place < range.upperBound {
                let length = min(range.upperBound - place, pieceSize)
                guard give(UnsafeRawBufferPointer(rebasing: bytes[place..<(place + length)])) else { return false }
                place += length
            }
            return true
        }
        state.pointee.sections.output.append(UnsafeRawBufferPointer(rebasing: bytes[range]))
        return state.pointee.sections.output.count < pieceSize || flush()
    }

    private func flush() -> Bool {
        let goesOn = give(state.pointee.sections.output.bytes)
        state.pointee.sections.clear()
        return goesOn
    }

    private func give(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard !isStopped else { return false }
        guard !piece.isEmpty else { return true }
        xmlParseChunk(context, piece.bindMemory(to: CChar.self).baseAddress, Int32(piece.count), 0)
        if !recovers { checkCost() }
        return !isStopped
    }

    /// Stops before libxml2 2.9 meets what it is quadratic in, besides what ``FeedCollector/checkLoad(_:)`` sees: names
    /// without number, which its dictionary looks through one by one, and a tag that holds attributes without number.
    private func checkCost() {
        guard let input = context.pointee.input else { return }
        let waiting = UnsafeRawBufferPointer(start: input.pointee.cur, count: input.pointee.end - input.pointee.cur)
        if xmlDictSize(context.pointee.dict) > FeedParser.nameLimit {
            state.pointee.fault = "more names than any feed has"
        } else if waiting.count > FeedParser.smallestPiece, waiting[0] == 0x3c, waiting[1].isNameStart {
            state.pointee.fault = "a tag longer than any feed has"
        }
    }

    /// While the parser waits for the end of a long comment it looks at all of it again with each piece; pieces that
    /// grow with what is waiting keep that linear.
    private var pieceSize: Int {
        guard let input = context.pointee.input else { return FeedParser.smallestPiece }
        return min(max(FeedParser.smallestPiece, input.pointee.end - input.pointee.cur), 1 << 26)
    }

    private static let smallestPiece = 65_536

    private var isStopped: Bool {
        let collector = state
        return context.pointee.disableSAX != 0 || collector.pointee.sawRootEnd || collector.pointee.fault != nil
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

    /// What was gathered.
    var itemCount: Int { state.pointee.itemCount }
    var sawFeed: Bool { state.pointee.sawFrame || state.pointee.itemCount > 0 }
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

extension FeedCollector {
    /// Ties the collector to a new parser context.
    mutating func attach(to context: xmlParserCtxtPtr) {
        self.context = context
        xmlPrefix = xmlDictLookup(context.pointee.dict, "xml", 3)
        roles.removeAll()
    }

    /// Forgets the last document.
    mutating func reset(limits: FeedLimits, visitor: any ItemVisitor, address: String?) {
        self.limits = limits
        self.visitor = visitor
        scopes = Scopes(address: address)
        facts = FeedFacts()
        feed = FeedDraft()
        draft.clear()
        current = Collecting()
        depth = 0
        itemDepth = 0
        groupDepth = 0
        frameDepth = 0
        foreignDepth = 0
        itemCount = 0
        home = nil
        sawFrame = false
        sawRootEnd = false
        fault = nil
        sections.reset()
        if roles.dependsOnHome { roles.removeAll() }
    }

    /// Stops the parser at a tag that no honest feed has.
    mutating func checkLoad(_ attributes: Int) {
        guard let context else { return }
        let namespaces = Int(context.pointee.nsNr) / 2
        guard attributes > FeedParser.attributeLimit || namespaces > FeedParser.namespaceLimit else { return }
        fault = "a tag with more attributes than any feed has"
        xmlStopParser(context)
    }

    /// A CDATA section was found, given by its number.
    mutating func section(_ number: UnsafeRawBufferPointer) {
        guard let characters = sections.characters(of: number) else {
            fault = "a CDATA section that does not end"
            return
        }
        guard current.depth > 0, current.field != .ignored, let start = characters.baseAddress else { return }
        // Bytes of another encoding show at once; a single broken character is mended with the text.
        let suspect = characters.asciiEnd(from: 0)
        if suspect < characters.count, characters.utf8SequenceLength(at: suspect) == 0 {
            fault = "bytes that are no UTF-8"
        }
        self.characters(start.assumingMemoryBound(to: UInt8.self), characters.count)
    }
}

internal import CLibXML2

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

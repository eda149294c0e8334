extension FeedReader {
    /// Reads a feed piece by piece: one that fits the buffer as if it had been given whole, a larger one in bounded
    /// memory, as long as it is well-formed. One that is not has to be taken in whole to be mended.
    public mutating func visit(
        from source: inout some FeedSource, address: String?, contentType: String?, limits: FeedLimits = .standard,
        visitor: any ItemVisitor
    ) throws(FeedError) -> FeedFacts {
        let head = try fill(from: &source, upTo: pieces.count)
        if head.count < pieces.count {
            return try visit(head, address: address, contentType: contentType, limits: limits, visitor: visitor)
        }
        let task = Task(address: address, limits: limits, visitor: visitor)
        if let facts = try stream(head, from: &source, contentType: contentType, task) { return facts }
        visitor.startOver()
        let body = try takeWhole(from: &source, limit: limits.feedSize)
        return try visit(body.bytes, address: address, contentType: contentType, limits: limits, visitor: visitor)
    }

    /// Reads a large document as it comes; nil when it is not well-formed or ends early.
    private mutating func stream(
        _ head: UnsafeRawBufferPointer, from source: inout some FeedSource, contentType: String?, _ task: Task
    ) throws(FeedError) -> FeedFacts? {
        let evidence = EncodingEvidence(body: head, contentType: contentType)
        let content = UnsafeRawBufferPointer(rebasing: head.dropFirst(evidence.markLength))
        let encoding = evidence.encoding(for: content)
        var decoder = TextDecoder(encoding)
        var text = ByteBuffer()
        if encoding != .utf8 { decoder.decode(content, isLast: false, into: &text) }
        let start = encoding == .utf8 ? content : text.bytes
        let prolog = Prolog(start)
        let kind = BodyKind(decoded: start, prolog: prolog)
        let root = try rootPlace(prolog, kind, start)
        guard begin(task) else { return nil }
        var goesOn = parser?.push(UnsafeRawBufferPointer(rebasing: start[root...])) ?? false
        var total = head.count
        while goesOn {
            let piece = try fill(from: &source, upTo: 131_072)
            if piece.isEmpty { break }
            total += piece.count
            guard total <= task.limits.feedSize else { throw .tooLarge(limit: task.limits.feedSize) }
            if encoding != .utf8 {
                text.removeAll()
                decoder.decode(piece, isLast: false, into: &text)
            }
            goesOn = parser?.push(encoding == .utf8 ? piece : text.bytes) ?? false
        }
        guard parser?.finish() == .complete else { return nil }
        return try settled(kind)
    }

    /// Fills the buffer as far as wanted or as the source goes.
    private func fill(from source: inout some FeedSource, upTo length: Int) throws(FeedError) -> UnsafeRawBufferPointer {
        var filled = 0
        while filled < length {
            let count: Int
            do {
                count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: pieces[filled..<length]))
            } catch {
                throw .sourceFailed(code: error.code)
            }
            if count == 0 { break }
            filled += count
        }
        return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(pieces)[..<filled])
    }

    private func takeWhole(from source: inout some FeedSource, limit: Int) throws(FeedError) -> ByteBuffer {
        do { try source.rewind() } catch { throw .sourceFailed(code: error.code) }
        var whole = ByteBuffer(capacity: pieces.count * 2)
        while true {
            let piece = try fill(from: &source, upTo: pieces.count)
            if piece.isEmpty { return whole }
            guard whole.count + piece.count <= limit else { throw .tooLarge(limit: limit) }
            whole.append(piece)
        }
    }
}

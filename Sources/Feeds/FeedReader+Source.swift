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
        // What the parser leaves of a piece, the beginning of a CDATA section, is given again with the next.
        var rest = ByteBuffer()
        var taken = parser?.push(UnsafeRawBufferPointer(rebasing: start[root...]), isLast: false)
        if let taken { rest.append(UnsafeRawBufferPointer(rebasing: start[(root + taken)...])) }
        var total = head.count
        while taken != nil {
            // The larger what is left, the larger the next piece: what is long is not looked at for ever.
            let wanted = min(max(131_072, rest.count), pieces.count)
            let count = try take(wanted, from: &source, into: &rest, decoder: &decoder, encoding)
            if count == 0 { break }
            total += count
            guard total <= task.limits.feedSize else { throw .tooLarge(limit: task.limits.feedSize) }
            taken = parser?.push(rest.bytes, isLast: false)
            rest.removeFirst(taken ?? rest.count)
        }
        guard parser?.finish() == .complete else { return nil }
        return try settled(kind)
    }

    /// Appends a piece as UTF-8; returns how many bytes it had. What is UTF-8 already is read to where it belongs.
    private mutating func take(
        _ length: Int, from source: inout some FeedSource, into text: inout ByteBuffer, decoder: inout TextDecoder,
        _ encoding: TextEncoding
    ) throws(FeedError) -> Int {
        guard encoding == .utf8 else {
            let piece = try fill(from: &source, upTo: length)
            decoder.decode(piece, isLast: false, into: &text)
            return piece.count
        }
        text.reserve(length)
        do {
            let count = try source.read(
                into: UnsafeMutableRawBufferPointer(start: text.base + text.count, count: length))
            text.advance(by: count)
            return count
        } catch {
            throw .sourceFailed(code: error.code)
        }
    }

    /// Fills the buffer as far as wanted or as the source goes.
    private func fill(from source: inout some FeedSource, upTo length: Int) throws(FeedError) -> UnsafeRawBufferPointer
    {
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

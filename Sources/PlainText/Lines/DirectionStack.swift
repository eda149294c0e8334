/// The open embeddings and isolates of a line (Unicode Standard Annex 9), so that each is closed within it and none
/// reorders the text around the line.
struct DirectionStack {
    enum Kind {
        case embedding
        case isolate
        /// An override, whose end is dropped with it.
        case droppedEmbedding
    }

    private struct Opening {
        var kind: Kind
        var opener: Unicode.Scalar
        var isWritten = false
    }

    static let embeddingEnd: Unicode.Scalar = "\u{202C}"
    static let isolateEnd: Unicode.Scalar = "\u{2069}"
    /// Bytes of each opener and of each end in UTF-8.
    static let width = 3
    /// Openers nested deeper are dropped. Real text nests two or three.
    private static let deepest = 16

    private var openings: [Opening] = []
    /// Openers wait for the text they are meant for: a pair around nothing is never written.
    private(set) var unwritten = 0

    mutating func open(_ opener: Unicode.Scalar, _ kind: Kind) {
        guard openings.count < DirectionStack.deepest else { return }
        openings.append(Opening(kind: kind, opener: opener))
        if kind != .droppedEmbedding { unwritten += 1 }
    }

    /// Calls `write` with each opener that waits, outermost first.
    mutating func writeWaiting(_ write: (Unicode.Scalar) -> Void) {
        for index in openings.indices where !openings[index].isWritten && openings[index].kind != .droppedEmbedding {
            openings[index].isWritten = true
            write(openings[index].opener)
        }
        unwritten = 0
    }

    /// U+202C was met: the end to write, if any. It never reaches beyond an isolate.
    mutating func closeEmbedding() -> Unicode.Scalar? {
        guard let innermost = openings.last, innermost.kind != .isolate else { return nil }
        return closeInnermost()
    }

    /// U+2069 was met: calls `write` with the ends of the embeddings inside the innermost isolate, then with its own.
    mutating func closeIsolate(_ write: (Unicode.Scalar) -> Void) {
        guard openings.contains(where: { $0.kind == .isolate }) else { return }
        while let innermost = openings.last {
            if let end = closeInnermost() { write(end) }
            if innermost.kind == .isolate { return }
        }
    }

    /// Calls `write` with the ends of all that is open.
    mutating func closeAll(_ write: (Unicode.Scalar) -> Void) {
        while !openings.isEmpty {
            if let end = closeInnermost() { write(end) }
        }
    }

    private mutating func closeInnermost() -> Unicode.Scalar? {
        guard let opening = openings.popLast(), opening.kind != .droppedEmbedding else { return nil }
        guard opening.isWritten else {
            unwritten -= 1
            return nil
        }
        return opening.kind == .isolate ? DirectionStack.isolateEnd : DirectionStack.embeddingEnd
    }
}

internal import CLibXML2

extension FeedParser {
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
}

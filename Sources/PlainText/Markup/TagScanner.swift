internal import Glibc

/// Tells what a `<` begins and where that ends.
///
/// Each byte is looked at a bounded number of times, whatever is left open: searches remember what they found, and
/// quotation marks count only until tags with broken ones have cost as much as the whole text.
struct TagScanner {
    enum Markup {
        /// The `<` is a character of the text.
        case text
        /// Markup within a line, up to `end`.
        case inline(end: Int)
        /// Markup that separates words, up to `end`.
        case block(end: Int)
        /// A CDATA section whose text runs from `start` to the `]]>` at `end`, if that comes.
        case section(start: Int, end: Int)
    }

    private let source: UnsafeRawBufferPointer
    private var wasted = 0
    /// The last search for `]]>`: from where, and where it was found (the end of the source: nowhere).
    private var sectionSearch = (from: Int.max, found: 0)
    /// The last search for `>`, likewise.
    private var closeSearch = (from: Int.max, found: 0)

    init(_ source: UnsafeRawBufferPointer) {
        self.source = source
    }

    /// What the `<` at `index` begins.
    mutating func markup(at index: Int) -> Markup {
        guard index + 1 < source.count else { return .text }
        let next = source[index + 1]
        if isASCIILetter(next) { return tag(at: index, nameAt: index + 1) }
        switch next {
        case UInt8(ascii: "/"):
            guard index + 2 < source.count else { return .text }
            if source[index + 2] == UInt8(ascii: ">") { return .inline(end: index + 3) }
            return isASCIILetter(source[index + 2]) ? tag(at: index, nameAt: index + 2) : .text
        case UInt8(ascii: "!"): return declaration(at: index)
        case UInt8(ascii: "?"): return upToClose(from: index)
        default: return .text
        }
    }

    // MARK: Tags

    private mutating func tag(at index: Int, nameAt nameStart: Int) -> Markup {
        var nameEnd = nameStart
        let name = TagName(in: source, at: nameStart, end: &nameEnd)
        let isEndTag = nameStart == index + 2
        guard let end = endOfTag(from: nameEnd) ?? endOfBrokenTag(name, nameEnd: nameEnd, isEndTag: isEndTag) else {
            return .text
        }
        let isEmpty = end >= 2 && source[end - 2] == UInt8(ascii: "/")
        if !isEndTag, !isEmpty, let marker = name.endOfRawContent {
            return .block(end: endOfRawContent(marker, from: end))
        }
        return name.separatesWords ? .block(end: end) : .inline(end: end)
    }

    /// The place behind the `>` that closes the tag; `nil` when another tag or the end comes first.
    private mutating func endOfTag(from start: Int) -> Int? {
        let quotesCount = wasted <= source.count
        var index = start
        while index < source.count {
            switch source[index] {
            case UInt8(ascii: ">"): return index + 1
            case UInt8(ascii: "<"):
                wasted += index - start
                return nil
            case UInt8(ascii: "=") where quotesCount:
                index += 1
                while index < source.count, isASCIIBlank(source[index]) { index += 1 }
                guard index < source.count else { break }
                let quote = source[index]
                if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                    index = position(of: quote, from: index + 1) + 1
                }
            default: index += 1
            }
        }
        wasted += source.count - start
        return nil
    }

    /// A tag that is never closed, as in a teaser cut by length: it ends where its quotation marks make no sense, or
    /// where the next tag begins. `nil` when it looks more like words behind a `<`.
    private func endOfBrokenTag(_ name: TagName, nameEnd: Int, isEndTag: Bool) -> Int? {
        var hasAttribute = false
        var isBare = true
        var index = nameEnd
        while index < source.count, source[index] != UInt8(ascii: "<") {
            let byte = source[index]
            if byte == UInt8(ascii: ">") { return index + 1 }
            if byte == UInt8(ascii: "=") { hasAttribute = true }
            if !isASCIIBlank(byte), byte != UInt8(ascii: "/") { isBare = false }
            index += 1
        }
        let isKnown = isEndTag || name.separatesWords || name.isCommonInline
        return hasAttribute || (isBare && isKnown) ? index : nil
    }

    /// The place behind the end tag that closes a script or style; all the rest belongs to it when there is none.
    private func endOfRawContent(_ marker: StaticString, from start: Int) -> Int {
        var index = position(of: UInt8(ascii: "<"), from: start)
        while index + marker.utf8CodeUnitCount <= source.count {
            var length = 0
            while length < marker.utf8CodeUnitCount, lowercased(source[index + length]) == marker.utf8Start[length] {
                length += 1
            }
            if length == marker.utf8CodeUnitCount {
                return min(source.count, position(of: UInt8(ascii: ">"), from: index + length) + 1)
            }
            index = position(of: UInt8(ascii: "<"), from: index + 1)
        }
        return source.count
    }

    private func lowercased(_ byte: UInt8) -> UInt8 {
        isASCIILetter(byte) ? byte | 0x20 : byte
    }

    // MARK: Declarations

    private mutating func declaration(at index: Int) -> Markup {
        if begins(with: "<!--", at: index) { return .inline(end: endOfComment(from: index + 4)) }
        if begins(with: "<![CDATA[", at: index) { return section(from: index + 9) }
        guard index + 2 < source.count, isASCIILetter(source[index + 2]) || source[index + 2] == UInt8(ascii: "[")
        else { return .text }
        return upToClose(from: index)
    }

    /// The place behind `-->`; `<!-->` is a whole comment as well. One that is not closed takes all the rest.
    private func endOfComment(from start: Int) -> Int {
        var index = position(of: UInt8(ascii: ">"), from: start)
        while index < source.count {
            if source[index - 1] == UInt8(ascii: "-"), source[index - 2] == UInt8(ascii: "-") { return index + 1 }
            if index >= start + 3, begins(with: "--!", at: index - 3) { return index + 1 }
            index = position(of: UInt8(ascii: ">"), from: index + 1)
        }
        return source.count
    }

    private mutating func section(from start: Int) -> Markup {
        if !(sectionSearch.from...max(sectionSearch.from, sectionSearch.found)).contains(start) {
            var end = position(of: UInt8(ascii: "]"), from: start)
            while end < source.count, !begins(with: "]]>", at: end) {
                end = position(of: UInt8(ascii: "]"), from: end + 1)
            }
            sectionSearch = (start, end)
        }
        return .section(start: start, end: sectionSearch.found)
    }

    private mutating func upToClose(from start: Int) -> Markup {
        if !(closeSearch.from...max(closeSearch.from, closeSearch.found)).contains(start) {
            closeSearch = (start, position(of: UInt8(ascii: ">"), from: start))
        }
        return closeSearch.found < source.count ? .inline(end: closeSearch.found + 1) : .text
    }

    // MARK: Searching

    private func begins(with text: StaticString, at index: Int) -> Bool {
        guard index + text.utf8CodeUnitCount <= source.count else { return false }
        for offset in 0..<text.utf8CodeUnitCount where source[index + offset] != text.utf8Start[offset] { return false }
        return true
    }

    /// The first `byte` from `start` on; the end of the source when there is none.
    private func position(of byte: UInt8, from start: Int) -> Int {
        guard start < source.count, let base = source.baseAddress,
            let found = memchr(base + start, Int32(byte), source.count - start)
        else { return source.count }
        return UnsafeRawPointer(found) - base
    }
}

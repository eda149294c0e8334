/// What stands before the root element, and which element that is. libxml2 never sees a prolog: without a document
/// type declaration nothing can be declared, expanded or fetched, and the encoding is settled before.
struct Prolog {
    /// Where the root element's `<` stands; nil when there is none.
    var root: Int?
    /// The root's name without its prefix, in lower case.
    var rootName = ""
    /// The entities that the document type declares.
    var entities = DeclaredEntities()
    /// HTML elements that stand where only a feed should.
    var strayMarkup: String?

    /// Elements that scripts print before the feed they were asked for, when something went wrong.
    private static let strayElements: Set<String> = [
        "br", "b", "i", "p", "a", "div", "span", "font", "table", "tr", "td", "hr", "center", "strong", "em", "pre",
        "h1", "h2", "h3", "ul", "li", "script", "style", "link", "meta", "title", "img", "noscript", "iframe", "code",
    ]

    init(_ body: UnsafeRawBufferPointer) {
        var place = 0
        // A feed behind more rubbish than this is no feed.
        let end = min(body.count, 262_144)
        while let open = body.position(of: 0x3c, from: place), open < end {
            place = step(body, open)
            if root != nil { return }
        }
    }

    /// Takes in what begins at `open`; returns where to look on.
    private mutating func step(_ body: UnsafeRawBufferPointer, _ open: Int) -> Int {
        if body.has("<?", at: open) { return body.position(of: 0x3e, from: open).map { $0 + 1 } ?? body.count }
        if body.has("<!--", at: open) {
            return body.position(of: "-->", from: open + 4).map { $0 + 3 } ?? body.count
        }
        if body.hasIgnoringCase("<!doctype", at: open) { return entities.read(body, from: open + 9) }
        var nameEnd = open + 1
        guard nameEnd < body.count, body[nameEnd].isNameStart else { return open + 1 }
        while nameEnd < body.count, body[nameEnd].isNameByte, nameEnd - open < 256 { nameEnd += 1 }
        let name = localName(UnsafeRawBufferPointer(rebasing: body[(open + 1)..<nameEnd]))
        if Prolog.strayElements.contains(name) {
            if strayMarkup == nil { strayMarkup = name }
            return nameEnd
        }
        root = open
        rootName = name
        return nameEnd
    }
}

/// A name without its prefix, in lower case.
func localName(_ name: UnsafeRawBufferPointer) -> String {
    let start = name.lastIndex(of: 0x3a).map { $0 + 1 } ?? 0
    return String(decoding: name[start...].map(\.asciiLowercased), as: UTF8.self)
}

/// The general entities of a document type declaration, as written.
struct DeclaredEntities {
    enum Value: Equatable {
        case text([UInt8])
        /// What another file would hold.
        case external
    }

    private(set) var values: [String: Value] = [:]

    /// More than any honest feed declares.
    private static let largestCount = 1_024

    /// Reads the declaration behind `<!DOCTYPE`; returns where it ends.
    mutating func read(_ body: UnsafeRawBufferPointer, from start: Int) -> Int {
        var place = start
        var quote: UInt8 = 0
        while place < body.count {
            let byte = body[place]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if byte == 0x5b {
                place = readSubset(body, from: place + 1)
                continue
            } else if byte == 0x3e {
                return place + 1
            }
            place += 1
        }
        return body.count
    }

    /// Reads the internal subset; returns where its `]` stands, or the end.
    private mutating func readSubset(_ body: UnsafeRawBufferPointer, from start: Int) -> Int {
        var place = start
        while place < body.count, body[place] != 0x5d {
            if body.has("<!--", at: place) {
                place = body.position(of: "-->", from: place + 4).map { $0 + 3 } ?? body.count
            } else if body.has("<!ENTITY", at: place) {
                place = readEntity(body, from: place + 8)
            } else if body[place] == 0x3c {
                place = declarationEnd(body, from: place + 1)
            } else {
                place += 1
            }
        }
        return min(place + 1, body.count)
    }

    private mutating func readEntity(_ body: UnsafeRawBufferPointer, from start: Int) -> Int {
        let end = declarationEnd(body, from: start)
        var words = Tokens(body, start..<max(start, end - 1))
        guard let name = words.next(), name != "%", values.count < DeclaredEntities.largestCount,
            values[name] == nil, let value = words.nextValue()
        else { return end }
        values[name] = value
        return end
    }

    /// The place behind the `>` that ends a declaration; quoted ones do not count.
    private func declarationEnd(_ body: UnsafeRawBufferPointer, from start: Int) -> Int {
        var quote: UInt8 = 0
        for place in start..<body.count {
            let byte = body[place]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if byte == 0x3e {
                return place + 1
            }
        }
        return body.count
    }
}

/// The words and quoted values of an entity's declaration.
private struct Tokens {
    let body: UnsafeRawBufferPointer
    var range: Range<Int>

    init(_ body: UnsafeRawBufferPointer, _ range: Range<Int>) {
        self.body = body
        self.range = range
    }

    mutating func next() -> String? {
        skipBlanks()
        let start = range.lowerBound
        var end = start
        while end < range.upperBound, !body[end].isXMLBlank { end += 1 }
        guard end > start, end - start <= 256 else { return nil }
        range = end..<range.upperBound
        return UnsafeRawBufferPointer(rebasing: body[start..<end]).text
    }

    mutating func nextValue() -> DeclaredEntities.Value? {
        skipBlanks()
        guard let quote = body[range].first else { return nil }
        guard quote == 0x22 || quote == 0x27 else { return .external }
        let start = range.lowerBound + 1
        guard let end = body[start..<range.upperBound].firstIndex(of: quote) else { return nil }
        return .text(Array(body[start..<end]))
    }

    private mutating func skipBlanks() {
        var place = range.lowerBound
        while place < range.upperBound, body[place].isXMLBlank { place += 1 }
        range = place..<range.upperBound
    }
}

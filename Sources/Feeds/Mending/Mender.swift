/// Makes well-formed XML of a document that is none, in one pass over its bytes.
///
/// What it knows, it knows from feeds in the wild: `&` and `<` that mean themselves, HTML entities nobody declared,
/// control characters, HTML inside elements with its unclosed tags, an end tag that was forgotten, CDATA sections that
/// never end, elements nested without end. The parser behind it sees a document that is balanced down to where the
/// bytes end: a cut-off document stays cut off.
struct Mender: ~Copyable {
    let body: UnsafeRawBufferPointer
    var entities: EntityExpansion
    var place: Int
    var output = ByteBuffer(capacity: 131_072)
    var open = OpenElements()
    /// The root element was closed: nothing behind it matters.
    var isDone = false
    /// Where the next `]]>` stands, as far as it was looked for.
    var sectionEnd: Int?
    var hasNoSectionEnd = false
    var hasNoCommentEnd = false
    var namespaces = 0
    /// Hashes of the names written so far, bounded: libxml2 is slow with names without number.
    var names: Set<UInt32> = []

    /// `body` is UTF-8; reading begins at `root`.
    init(_ body: UnsafeRawBufferPointer, from root: Int, entities: DeclaredEntities) {
        self.body = body
        self.entities = EntityExpansion(entities)
        place = root
    }

    /// Fills ``output`` with the next piece; false when nothing is left.
    mutating func next() throws(FeedError) -> Bool {
        output.removeAll()
        while !isDone, place < body.count, output.count < 65_536 {
            switch body[place] {
            case 0x3c: mendMarkup()
            case 0x26: try mendReference(inAttribute: false)
            default: mendText()
            }
        }
        return output.count > 0 || (!isDone && place < body.count)
    }

    /// Copies characters up to the next that needs a look.
    private mutating func mendText() {
        let start = place
        while place < body.count, !body[place].needsLook { place += 1 }
        if place > start { output.append(UnsafeRawBufferPointer(rebasing: body[start..<place])) }
        guard place < body.count else { return }
        switch body[place] {
        case 0x3c, 0x26: return
        case 0x3e:
            // "]]>" may not stand in text.
            output.append("&gt;")
            place += 1
        case 0xef:
            copyUnlessNoncharacter()
        default:
            place += 1
        }
    }

    mutating func copyUnlessNoncharacter() {
        let length = illegalLength(at: place)
        if length == 0 { output.append(body[place]) }
        place += max(length, 1)
    }

    /// Bytes of a character that XML cannot hold: controls, U+FFFE and U+FFFF. 0 where there is none.
    private func illegalLength(at place: Int) -> Int {
        if body[place] < 0x20 { return body[place].isXMLBlank ? 0 : 1 }
        guard body[place] == 0xef else { return 0 }
        return body.has("\u{fffe}", at: place) || body.has("\u{ffff}", at: place) ? 3 : 0
    }

    private mutating func mendMarkup() {
        let next = place + 1 < body.count ? body[place + 1] : 0
        if next == 0x2f {
            mendEndTag()
        } else if next == 0x21 {
            mendDeclaration()
        } else if next == 0x3f {
            place = body.position(of: 0x3e, from: place).map { $0 + 1 } ?? body.count
        } else if next.isNameStart && next < 0x80 {
            mendStartTag()
        } else {
            copyAsText()
        }
    }

    /// The `<` means itself.
    mutating func copyAsText() {
        output.append("&lt;")
        place += 1
    }

    private mutating func mendDeclaration() {
        if body.has("<!--", at: place) {
            skipComment()
        } else if body.has("<![CDATA[", at: place) {
            mendSection()
        } else if body.hasIgnoringCase("<!doctype", at: place) {
            place = body.position(of: 0x3e, from: place).map { $0 + 1 } ?? body.count
        } else {
            copyAsText()
        }
    }

    private mutating func skipComment() {
        if !hasNoCommentEnd, let end = body.position(of: "-->", from: place + 4) {
            place = end + 3
        } else {
            hasNoCommentEnd = true
            place += 4
        }
    }

    private mutating func mendSection() {
        let start = place + 9
        guard let end = endOfSection(from: start) else {
            // Cut off: what would come behind cannot be told from what is inside.
            place = body.count
            return
        }
        output.append("<![CDATA[")
        copyCleaned(start..<end)
        output.append("]]>")
        place = body.has("]]>", at: end) ? end + 3 : end
    }

    /// Where the characters of a section end. When another section begins before the next `]]>` and the element was
    /// closed in between, that `]]>` belongs to the other.
    private mutating func endOfSection(from start: Int) -> Int? {
        if !hasNoSectionEnd, sectionEnd.map({ $0 < start }) ?? true {
            sectionEnd = body.position(of: "]]>", from: start)
            hasNoSectionEnd = sectionEnd == nil
        }
        let end = hasNoSectionEnd ? nil : sectionEnd
        let bound = end ?? body.count
        let inside = UnsafeRawBufferPointer(rebasing: body[..<bound])
        guard end == nil || inside.position(of: "<![CDATA[", from: start) != nil else { return end }
        let other = inside.position(of: "<![CDATA[", from: start) ?? bound
        return endTag(of: open.top, within: start..<other) ?? end
    }

    private func endTag(of name: Range<Int>?, within range: Range<Int>) -> Int? {
        guard let name else { return nil }
        let inside = UnsafeRawBufferPointer(rebasing: body[..<range.upperBound])
        var place = range.lowerBound
        while let found = inside.position(of: "</", from: place) {
            if inside.count - found - 2 >= name.count,
                inside[(found + 2)..<(found + 2 + name.count)].elementsEqual(body[name])
            {
                return found
            }
            place = found + 2
        }
        return nil
    }

    /// Copies characters without those that XML cannot hold.
    private mutating func copyCleaned(_ range: Range<Int>) {
        var runStart = range.lowerBound
        for place in range {
            let length = illegalLength(at: place)
            guard length > 0 else { continue }
            output.append(UnsafeRawBufferPointer(rebasing: body[runStart..<place]))
            runStart = place + length
        }
        output.append(UnsafeRawBufferPointer(rebasing: body[runStart..<range.upperBound]))
    }
}

extension UInt8 {
    /// A byte at which copying text must stop: markup, references, controls, and what may begin a noncharacter.
    fileprivate var needsLook: Bool {
        self == 0x3c || self == 0x26 || self == 0x3e || self == 0xef || (self < 0x20 && !isXMLBlank)
    }
}

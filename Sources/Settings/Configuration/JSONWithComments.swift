/// JSON in which `//` and `/* */` comments, trailing commas and a byte-order mark are blanked out in place. Every other
/// character keeps its line and column, so that the errors of the JSON reader name the place an editor shows.
struct JSONWithComments {
    /// Plain JSON, unless something else is wrong with it.
    private(set) var blanked: [UInt8] = []
    /// The line of a comment that never ends, counted from 1.
    private(set) var unendedCommentLine: Int?

    private let source: ArraySlice<UInt8>
    private var position: Int
    /// Where in ``blanked`` the last comma stands, while only blanks and comments have followed it.
    private var openComma: Int?

    init(_ bytes: [UInt8]) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        source = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
        position = source.startIndex
        blanked.reserveCapacity(source.count)
        while let byte = peek() { take(byte) }
    }

    private func peek(_ distance: Int = 0) -> UInt8? {
        position + distance < source.endIndex ? source[position + distance] : nil
    }

    private mutating func take(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""):
            openComma = nil
            takeString()
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): blankLineComment()
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): blankBlockComment()
        case UInt8(ascii: ","):
            // Of two commas in a row the first is wrong already: it is left for the reader to refuse.
            openComma = openComma == nil ? blanked.count : nil
            keep(byte)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if let comma = openComma, hasElement(before: comma) { blanked[comma] = UInt8(ascii: " ") }
            openComma = nil
            keep(byte)
        case UInt8(ascii: " "), 0x09, 0x0A, 0x0D: keep(byte)
        default:
            openComma = nil
            keep(byte)
        }
    }

    /// `[,]` has a comma after nothing; that one is a mistake, not a trailing comma.
    private func hasElement(before comma: Int) -> Bool {
        guard let last = blanked[..<comma].last(where: { $0 > 0x20 }) else { return false }
        return last != UInt8(ascii: "[") && last != UInt8(ascii: "{") && last != UInt8(ascii: ",")
            && last != UInt8(ascii: ":")
    }

    private mutating func keep(_ byte: UInt8) {
        blanked.append(byte)
        position += 1
    }

    private mutating func takeString() {
        keep(UInt8(ascii: "\""))
        while let byte = peek() {
            keep(byte)
            if byte == UInt8(ascii: "\\"), let escaped = peek() {
                keep(escaped)
            } else if byte == UInt8(ascii: "\"") || byte == 0x0A {
                return
            }
        }
    }

    private mutating func blankLineComment() {
        while let byte = peek(), byte != 0x0A { blank(byte) }
    }

    private mutating func blankBlockComment() {
        let start = blanked.count
        blank(UInt8(ascii: "/"))
        blank(UInt8(ascii: "*"))
        while let byte = peek() {
            if byte == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                blank(byte)
                blank(UInt8(ascii: "/"))
                return
            }
            blank(byte)
        }
        unendedCommentLine = 1 + blanked[..<start].count { $0 == 0x0A }
    }

    /// One blank for each character, not for each byte: columns are counted in characters.
    private mutating func blank(_ byte: UInt8) {
        if byte == 0x0A || byte == 0x0D || byte == 0x09 {
            blanked.append(byte)
        } else if byte & 0xC0 != 0x80 {
            blanked.append(UInt8(ascii: " "))
        }
        position += 1
    }
}

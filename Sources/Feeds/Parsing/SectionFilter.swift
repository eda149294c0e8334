/// Keeps the characters of CDATA sections from libxml2.
///
/// Its push parser looks at each of them three times, one by one, and at a long section again with every piece that
/// arrives. None of that is needed to find `]]>`. So each section is handed to the parser as one that holds nothing but
/// a number; when the parser comes to it, the characters are taken from where they always were. A number that turns
/// up in a comment is never asked for.
struct SectionFilter: ~Copyable {
    /// What goes to the parser.
    var output = ByteBuffer(capacity: 131_072)
    /// The sections of the present piece.
    private var sections: [UnsafeRawBufferPointer] = []
    /// The number of the first of them.
    private var first = 0

    /// Begins a new document.
    mutating func reset() {
        output.removeAll()
        sections.removeAll(keepingCapacity: true)
        first = 0
    }

    /// The parser has taken what there was.
    mutating func clear() {
        output.removeAll()
        first += sections.count
        sections.removeAll(keepingCapacity: true)
    }

    /// Appends a section in its short form.
    mutating func add(_ characters: UnsafeRawBufferPointer) {
        output.append("<![CDATA[")
        var number = first + sections.count
        repeat {
            output.append(0x30 + UInt8(truncatingIfNeeded: number % 10))
            number /= 10
        } while number > 0
        output.append("]]>")
        sections.append(characters)
    }

    /// The characters of the section that the parser found to hold `digits`; nil when there is none of that number.
    func characters(of digits: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard digits.count <= 18 else { return nil }
        var number = 0
        for digit in digits.reversed() {
            guard digit.isASCIIDigit else { return nil }
            number = number * 10 + Int(digit - 0x30)
        }
        let position = number - first
        return sections.indices.contains(position) ? sections[position] : nil
    }
}

extension UnsafeRawBufferPointer {
    /// The place of the first `<![CDATA[` at or behind `start`. Its bracket is what text has least of.
    func sectionStart(from start: Int) -> Int? {
        var place = start
        while let bracket = position(of: 0x5b, from: place) {
            if bracket >= start + 2, has("<![CDATA[", at: bracket - 2) { return bracket - 2 }
            place = bracket + 1
        }
        return nil
    }

    /// Whether an item or entry ends there.
    func hasItemEnd(within range: Range<Int>) -> Bool {
        let part = UnsafeRawBufferPointer(rebasing: self[range])
        return part.position(of: "</item>", from: 0) != nil || part.position(of: "</entry>", from: 0) != nil
    }

    /// Where a `<![CDATA[` begins that the end cuts off, if the last bytes are the beginning of one.
    var cutSectionStart: Int? {
        for place in Swift.max(0, count - 8)..<count where self[place] == 0x3c {
            let rest = count - place
            let mark: StaticString = "<![CDATA["
            if (0..<rest).allSatisfy({ self[place + $0] == mark.utf8Start[$0] }) { return place }
        }
        return nil
    }
}

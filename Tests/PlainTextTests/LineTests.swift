import PlainText
import Testing

@Suite struct LineTests {
    static let lines: [(source: String, expected: String)] = [
        ("  two \r\n\t words\u{A0}\u{3000} ", "two words"),
        ("a < b & c &amp; <p>", "a < b & c &amp; <p>"),
        ("bell\u{7} escape\u{1B}[2J nul\u{0} delete\u{7F}", "bell escape[2J nul delete"),
        ("Inter\u{AD}national \u{FEFF}talks\u{2060}", "Inter\u{AD}national talks"),
        ("Don\u{92}t", "Don’t"),
        ("\u{200E}\u{200B} ", ""),
        ("\u{301}\u{20DD} \u{3164}\u{202E}\u{2800}", ""),
        ("\u{301}7", "\u{301}7"),
        ("\u{200B}Port opens", "\u{200B}Port opens"),
        ("می\u{200C}خواهم", "می\u{200C}خواهم"),
        (
            "👩\u{200D}🚀 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
            "👩\u{200D}🚀 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"
        ),
        ("hidden\u{E0068}\u{E0069}", "hidden"),
        ("ภาษา\u{200B}ไทย", "ภาษา\u{200B}ไทย"),
        ("\u{202B}שלום", "\u{202B}שלום\u{202C}"),
        ("a\u{202C}\u{2069}b", "ab"),
        ("a \u{202E}txt.exe\u{202C} b", "a txt.exe b"),
        ("\u{2067}אב \u{202A}x\u{2069} c", "\u{2067}אב \u{202A}x\u{202C}\u{2069} c"),
        ("a \u{2067} \u{2069} b", "a b"),
    ]

    static let illFormed: [(bytes: [UInt8], expected: String)] = [
        ([0x61, 0xFF, 0x62], "a\u{FFFD}b"),
        ([0xE2, 0x82, 0x20, 0x41], "\u{FFFD} A"),
        ([0xED, 0xA0, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}"),
        ([0xC0, 0xAF], "\u{FFFD}\u{FFFD}"),
        ([0xF0, 0x9F, 0x98], "\u{FFFD}"),
        ([0xF4, 0x90, 0x80, 0x80], "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        ([0xEF, 0xBF, 0xBE, 0x41], "A"),
    ]

    static let limits: [(source: String, form: TextForm, limit: Int, expected: String)] = [
        ("Grüße", .plain, 3, "Gr"), ("Grüße", .plain, 4, "Grü"), ("one two", .plain, 4, "one"),
        ("one&nbsp;two", .html, 5, "one t"), ("a", .plain, 0, ""), ("a", .plain, -1, ""),
        // What closes the embedding finds room.
        ("\u{202B}שלום", .plain, 10, "\u{202B}של\u{202C}"), ("\u{202B}שלום", .plain, 7, ""),
    ]

    /// Compared by scalars: equal strings may differ in them.
    @Test func aLineIsCleanWellFormedAndWithinItsLimit() {
        for (source, expected) in LineTests.lines {
            let line = line(of: source, form: .plain)
            #expect(Array(line.unicodeScalars) == Array(expected.unicodeScalars), "\(source.debugDescription)")
        }
        for (bytes, expected) in LineTests.illFormed {
            var output: [UInt8] = []
            bytes.withUnsafeBytes { appendLine(of: $0, form: .html, to: &output, limit: .max) }
            #expect(output == Array(expected.utf8), "\(bytes)")
        }
        for (source, form, limit, expected) in LineTests.limits {
            #expect(line(of: source, form: form, limit: limit) == expected, "\(source) in \(limit) bytes")
        }
        // A character shows by itself, or it doesn't: by its properties, and so for those that are known without a look.
        for scalar in (0xA1...0xD7FF).compactMap(Unicode.Scalar.init) {
            let properties = scalar.properties
            let isLetter = properties.isAlphabetic && !properties.isDefaultIgnorableCodePoint
            let isMark = [.nonspacingMark, .spacingMark, .enclosingMark].contains(properties.generalCategory)
            if isLetter && !isMark || isMark {
                #expect(
                    line(of: String(scalar), form: .plain).isEmpty == isMark, "U+\(String(scalar.value, radix: 16))")
            }
        }
        var output = Array("before ".utf8)
        Array(" after".utf8).withUnsafeBytes { appendLine(of: $0, form: .plain, to: &output, limit: 2) }
        #expect(String(decoding: output, as: UTF8.self) == "before af")
    }

    /// Whatever arrives, what comes out is one sound line, and reading it again changes nothing.
    @Test func anyBytesGiveASoundLine() {
        var soup = ByteSoup()
        for round in 0..<3_000 {
            let source = soup.bytes(pieces: round % 40)
            for form in [TextForm.html, .plain] {
                let limit = round.isMultiple(of: 3) ? round % 50 : Int.max
                var output = [UInt8](repeating: 0x78, count: round % 3)
                source.withUnsafeBytes { appendLine(of: $0, form: form, to: &output, limit: limit) }
                let appended = Array(output[(round % 3)...])
                #expect(appended.count <= limit)
                guard let text = String(validating: appended, as: UTF8.self) else {
                    Issue.record("ill-formed from \(source)")
                    continue
                }
                #expect(isSound(text), "\(text.debugDescription) from \(source)")
                #expect(line(of: text, form: .plain) == text, "\(text.debugDescription) from \(source)")
            }
        }
    }
}

/// Whether blanks stand single and inside, nothing is a control, and directions are balanced.
private func isSound(_ text: String) -> Bool {
    if text.hasPrefix(" ") || text.hasSuffix(" ") { return false }
    var open: [Unicode.Scalar] = []
    var previous: Unicode.Scalar = "x"
    for scalar in text.unicodeScalars {
        if scalar.properties.generalCategory == .control || (scalar == " " && previous == " ") { return false }
        if scalar.properties.isWhitespace, scalar != " " { return false }
        switch scalar {
        case "\u{202A}", "\u{202B}": open.append("\u{202C}")
        case "\u{2066}", "\u{2067}", "\u{2068}": open.append("\u{2069}")
        case "\u{202C}", "\u{2069}": if open.popLast() != scalar { return false }
        case "\u{202D}", "\u{202E}", "\u{FEFF}": return false
        default: break
        }
        previous = scalar
    }
    return open.isEmpty
}

/// Bytes that are likely to hurt, the same ones in each run.
private struct ByteSoup {
    private var state: UInt64 = 42

    private static let pieces: [[UInt8]] =
        [
            "<", ">", "&", ";", "\"", "'", "=", "<a href=", "</a>", "<p>", "<!--", "-->", "<![CDATA[", "]]>",
            "<script>",
            "</script>", "&amp", "&#x", "&#8", "&nbsp;", "&notin;", "a", "b c", " ", "  ", "\n", "\u{A0}", "é", "ש",
            "中",
            "😀", "\u{202A}", "\u{202B}", "\u{202C}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2069}", "\u{200E}",
            "\u{200D}",
            "\u{200B}", "\u{AD}", "\u{1B}[", "\u{85}", "\u{92}", "\u{E0041}", "🏴", "ไ", "\u{FFFE}", "\u{3000}",
        ].map { Array($0.utf8) }

    mutating func bytes(pieces count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<count {
            let random = next()
            if random.isMultiple(of: 8) {
                bytes.append(UInt8(truncatingIfNeeded: random >> 8))
            } else {
                bytes += ByteSoup.pieces[(random >> 8) % ByteSoup.pieces.count]
            }
        }
        return bytes
    }

    private mutating func next() -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33)
    }
}

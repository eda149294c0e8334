import PlainText
import Testing

@Suite struct TerminalTests {
    @Test(arguments: [
        ("Port reopens", "Port reopens"),
        ("a\u{1B}[31mb\u{7}\u{9B}2Jc\rd\ne\u{8}", "a[31mb›2Jc d e"),
        ("שלום", "\u{2068}שלום\u{2069}"),
        ("a \u{202E}b", "a b"),
        ("\u{2067}שלום\u{2069}", "\u{2067}שלום\u{2069}"),
        ("\u{2067}ש\u{2069} \u{2067}ל\u{2069}", "\u{2068}\u{2067}ש\u{2069} \u{2067}ל\u{2069}\u{2069}"),
        ("מ \u{2069}x", "\u{2068}מ x\u{2069}"),
        ("", ""),
    ])
    func nothingEscapesIntoTheTerminal(text: String, expected: String) {
        #expect(terminalSafe(text) == expected)
        #expect(terminalSafe(expected) == expected)
    }

    @Test func directionAndDenseWritingAreTold() {
        let directions: [(text: String, direction: TextDirection?)] = [
            ("12: Port", .leftToRight), ("12: שלום Port", .rightToLeft), ("خبر", .rightToLeft),
            ("\u{2067}ש\u{2069} Port", .leftToRight), ("12, 34", nil),
        ]
        for (text, direction) in directions { #expect(firstStrongDirection(of: text) == direction, "\(text)") }
        for text in ["港口重新开放", "港が再開", "항구 재개", "OPEN 港口重新开放"] { #expect(isMostlyCJK(text), "\(text)") }
        for text in ["Port reopens", "порт", "", "123", "International 港"] { #expect(!isMostlyCJK(text), "\(text)") }
    }
}

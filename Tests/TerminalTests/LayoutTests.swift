import Testing

@testable import Terminal

@Suite struct LayoutTests {
    private static let wraps: [(text: String, width: Int, lines: [String])] = [
        ("one two three", 7, ["one two", "three"]), ("one two three", 13, ["one two three"]),
        ("unbreakable", 4, ["unbreakable"]), ("a unbreakable b", 4, ["a", "unbreakable", "b"]), ("", 10, [""]),
        ("a\n\nb", 10, ["a", "", "b"]),
    ]

    @Test func textIsBrokenAtBlanksAndColumnsLineUp() {
        for (text, width, lines) in Self.wraps { #expect(wrapped(text, width: width) == lines, "\(text) in \(width)") }
        #expect(
            alignedTable([["a", "bb", "c"], ["aaa", "", "c"], ["日本", "x"]]) == [
                "a     bb  c", "aaa       c", "日本  x",
            ])
        #expect(
            definitionList([("a", "one two three four five"), ("a-very-long-term-of-options", "six")], width: 40) == """
                  a                 one two three four
                                    five
                  a-very-long-term-of-options
                                    six
                """)
    }

    @Test(
        arguments: [
            (true, 120, [:], TerminalFacts(isTerminal: true, columns: 120, usesStyle: true)),
            (true, nil, [:], TerminalFacts(isTerminal: true, columns: 80, usesStyle: true)),
            (true, 120, ["COLUMNS": "60"], TerminalFacts(isTerminal: true, columns: 60, usesStyle: true)),
            (true, 3, ["COLUMNS": "x"], TerminalFacts(isTerminal: true, columns: 20, usesStyle: true)),
            (true, 80, ["NO_COLOR": "1"], TerminalFacts(isTerminal: true, columns: 80, usesStyle: false)),
            (true, 80, ["NO_COLOR": ""], TerminalFacts(isTerminal: true, columns: 80, usesStyle: true)),
            (true, 80, ["TERM": "dumb"], TerminalFacts(isTerminal: true, columns: 80, usesStyle: false)),
            (false, nil, [:], TerminalFacts(isTerminal: false, columns: 80, usesStyle: false)),
        ] as [(Bool, Int?, [String: String], TerminalFacts)])
    func theScreenIsKnown(isTerminal: Bool, window: Int?, variables: [String: String], facts: TerminalFacts) {
        #expect(TerminalFacts(isTerminal: isTerminal, windowColumns: window) { variables[$0] } == facts)
    }
}

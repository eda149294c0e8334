import HubLanguage
import Testing

@Suite struct TagTests {
    /// S64, S65, S67.
    @Test func tagsFollowTheRule() {
        let good = [
            "World", "breaking_world", "topic:world", "a@b.example", "#1", "x-y", String(repeating: "z", count: 120),
            "$InstallationId:{f0-1=2}", "$UserId:{editor@news.example}", "$userid:{x}",
        ]
        for text in good {
            #expect((try? Tag(text))?.text == text)
        }
        let bad = [
            "", " ", "world news", "a,b", "Économie", "\"World\"", "World\n", "a\0", "K\u{212a}", "tag;", "{x}",
            String(repeating: "z", count: 121), "$InstallationId:f0", "$InstallationId:{}", "$InstallationId:{a b}",
            "$UserId:{\(String(repeating: "u", count: 120))}", "$World", "$Other:{x}", "$UserId:{x}y",
        ]
        for text in bad {
            #expect(throws: TagError.self, "\(text)") { try Tag(text) }
        }
        let words = [
            ("", "the tag is empty: a tag has 1 to 120 ASCII letters, digits and _ @ # . : -"),
            ("top news", "the tag \"top news\" has a blank at position 4: a tag has 1 to 120 ASCII letters,"),
            ("World\u{1b}[2J", "the tag \"WorldU+001B[2J\" has U+001B at position 6"),
            ("$Desk", "the tag \"$Desk\" begins with $: only $InstallationId:{…} and $UserId:{…} do, braces included"),
        ]
        for (text, beginning) in words {
            let error = #expect(throws: TagError.self) { try Tag(text) }
            #expect(error?.description.hasPrefix(beginning) == true)
        }
    }
}

@Suite struct TagExpressionTests {
    static let matches: [(expression: String, tags: Set<String>, isMatch: Bool)] = [
        ("Culture", ["Culture", "Weather"], true),
        ("Culture", ["culture"], false),
        ("Culture||Weather", ["Weather"], true),
        ("  Culture\t|| Weather ", ["Weather"], true),
        ("Culture && Weather", ["Culture"], false),
        ("Culture && Weather", ["Culture", "Weather"], true),
        ("!Culture", [], true),
        ("!Culture", ["Culture"], false),
        // ! before &&, && before ||.
        ("!North && South", ["South"], true),
        ("North || South && East", ["North"], true),
        ("North && South || East", ["North"], false),
        ("North && South || East", ["East"], true),
        ("(North || South) && East", ["North"], false),
        ("!(North || South)", ["South"], false),
        ("!(North && South) && East", ["North", "East"], true),
        ("!!North", ["North"], true),
        ("((North))", ["North"], true),
        ("North||!South", [], true),
        ("$UserId:{ed=1} || desk:night", ["$UserId:{ed=1}"], true),
        ("a.b:c-d_e#f@g", ["a.b:c-d_e#f@g"], true),
        ("North-South", ["North", "South"], false),
    ]

    static let faults: [(expression: String, position: Int, words: String)] = [
        ("", 1, "it is empty"),
        (" \t", 1, "it is empty"),
        ("North &&", 9, "a tag is missing at its end"),
        ("|| North", 1, "a tag is missing before || at position 1"),
        ("North & South", 7, "& at position 7 must be doubled: &&"),
        ("North South", 7, "&& or || is missing before \"South\" at position 7"),
        ("North !South", 7, "&& or || is missing before \"!\""),
        ("(North || South", 1, "the parenthesis at position 1 is not closed"),
        ("North)", 6, "the parenthesis at position 6 closes nothing"),
        ("()", 2, "a tag is missing before ) at position 2"),
        ("North, South", 6, "has ',' at position 6"),
        ("North || Café", 13, "has 'é' at position 4"),
        ("North ||\r\nSouth", 9, "U+000D"),
        ("$Desk:{x}", 1, "begins with $"),
    ]

    @Test func expressionsMatchRegistrationsOrPointAtTheirFault() {
        // Depth costs no stack.
        let deep = String(repeating: "!(", count: 100_000) + "A" + String(repeating: ")", count: 100_000)
        for (expression, tags, isMatch) in Self.matches + [(deep, ["A"], true)] {
            let name: Comment = "\(expression.prefix(80)) for \(tags.sorted())"
            #expect((try? TagExpression(parsing: expression))?.matches(tags) == isMatch, name)
        }
        for (expression, position, words) in Self.faults {
            let error = #expect(throws: TagExpressionError.self, "\(expression)") {
                try TagExpression(parsing: expression)
            }
            let said = error?.description ?? ""
            #expect(error?.position == position && said.contains(words), "\(expression): \(said)")
        }
    }

    /// S68.
    @Test func tagsAreCountedByTheirOperators() throws {
        func joined(_ count: Int, by sign: String) -> String {
            (0..<count).map { "t\($0)" }.joined(separator: sign)
        }
        let verdicts: [(String, accepted: Bool, safe: Bool)] = [
            (joined(20, by: "||"), true, true), (joined(21, by: "||"), false, false),
            (joined(6, by: "&&"), true, true), (joined(7, by: "&&"), true, false),
            (joined(10, by: "&&"), true, false), (joined(11, by: "&&"), false, false),
            ("(\(joined(5, by: "||"))) && t5", true, true), ("(\(joined(6, by: "||"))) && t6", false, false),
            ("!t0||" + joined(6, by: "||"), false, false), ("a" + String(repeating: "&&a", count: 10), false, false),
        ]
        for (text, accepted, safe) in verdicts {
            #expect(((try? TagExpression(parsing: text)) != nil) == accepted, "\(text)")
            #expect(((try? TagExpression(parsing: text, limits: .safe)) != nil) == safe, "\(text)")
        }
        let tags = [try Tag("World"), try Tag("Sports")]
        #expect(try TagExpression.any(of: tags).text == "World||Sports")
        #expect(throws: TagExpressionError.self) { try TagExpression.any(of: []) }
    }

    @Test func nearMissesAndAnchorsAreTold() throws {
        let expression = try TagExpression(parsing: "World && Night")
        #expect(expression.matchesOnlyIgnoringCase(["world", "NIGHT"]))
        #expect(!expression.matchesOnlyIgnoringCase(["World", "Night"]))
        #expect(!expression.matchesOnlyIgnoringCase(["world"]))
        let anchors: [(String, Set<String>?)] = [
            ("A||B", ["A", "B"]), ("A && !B", ["A"]), ("(A||B) && C", ["C"]), ("!A", nil), ("A || !B", nil),
            ("!!A", nil),
        ]
        for (text, expected) in anchors {
            #expect(try TagExpression(parsing: text).anchors == expected, "\(text)")
        }
    }
}

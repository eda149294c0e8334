import Bulletins
import Testing

@Suite struct MessageTemplateTests {
    private static let values: [MessageTemplate.Placeholder: String] = [
        .category: "World", .headline: "Harbour reopens", .count: "3", .more: "2", .link: "https://news.example/1",
    ]

    private static let holes: [(source: String, text: String)] = [
        (
            "Breaking {category} News[ : {headline}|!][ (+{more} more)]",
            "Breaking World News : Harbour reopens (+2 more)"
        ),
        ("{headline}", "Harbour reopens"),
        ("[{source}: ]{headline}", "Harbour reopens"),
        ("[{source}|{category}]: {headline}", "World: Harbour reopens"),
        ("[{headline}[ by {source}]]", "Harbour reopens"),
        ("[{headline}[ by {source}| by us]]", "Harbour reopens by us"),
        (#"\{headline\} \[\|\] \\ | C:\dir"#, #"{headline} [|] \ | C:\dir"#),
        ("👩‍👩‍👧 {category}é", "👩‍👩‍👧 Worldé"),
        ("{more, plural, one {one} other {# more of {count} \\# | [#]}} #", "2 more of 3 # | 2 #"),
        ("[{source} {more, plural, other {#}}|-]", "-"), ("{count,plural,=3{three}other{}}", "three"),
        ("", ""),
    ]

    @Test func holesAreFilledAndWrongTemplatesSayWhere() {
        for (source, text) in Self.holes {
            #expect((try? MessageTemplate(source))?.filled { Self.values[$0] ?? "" } == text, "\(source)")
        }
        for standing in [MessageTemplate.standard, .asTyped] {
            #expect((try? MessageTemplate(standing.source)) == standing, "\(standing.source)")
        }
        #expect(MessageTemplate.standard.filled { $0 == .category ? "Sports" : "" } == "Breaking Sports News!")
        for (source, error) in Self.wrong {
            #expect(throws: error, "\(source.prefix(80))") { try MessageTemplate(source) }
            #expect(error.description.contains("character"), "\(source.prefix(80))")
        }
    }

    private static let wrong: [(source: String, error: MessageTemplateError)] = [
        ("{headlin}", .unknownPlaceholder("headlin", nearest: "headline", position: 1)),
        ("a {xyz}", .unknownPlaceholder("xyz", nearest: nil, position: 3)),
        ("{headline", .unbalanced("{", position: 1)),
        ("[a", .unbalanced("[", position: 1)),
        ("[a|b|c]", .unbalanced("[", position: 1)),
        ("a]", .unbalanced("]", position: 2)),
        ("[a}", .unbalanced("}", position: 3)),
        (String(repeating: "[", count: 30), .tooDeep(position: 21)),
        (String(repeating: "{more, plural, other {", count: 30), .tooDeep(position: 463)),
        ("{mor, plural, other {x}}", .unknownPlaceholder("mor", nearest: "more", position: 1)),
        ("{link, plural, other {x}}", .badPlural("{link} is no number to choose words by", position: 1)),
        (
            "a {more, select, other {x}}",
            .badPlural(
                "a choice by number looks like {more, plural, one {…} other {…}}; there is no 'plural,'", position: 3)
        ),
        ("{more, plural, one {x}}", .badPlural("a choice by number needs words for other", position: 1)),
        ("{more, plural, one {x} one {y} other {z}}", .badPlural("one stands twice", position: 1)),
        (
            "{more, plural, few {x} othr {y}}",
            .badPlural(
                "othr is none of zero, one, two, few, many, other, nor a number such as =1; did you mean other?",
                position: 1)
        ),
        ("{more, plural, other x}", .badPlural("other is not followed by its words in braces", position: 1)),
        ("{more, plural, other {x}", .unbalanced("{", position: 1)),
        ("{more, plural, other {x", .unbalanced("{", position: 22)),
        ("{more, plural, other {x]}}", .unbalanced("]", position: 24)),
    ]
}

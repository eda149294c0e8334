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
        ("", ""),
    ]

    @Test func holesAreFilled() {
        for (source, text) in Self.holes {
            #expect((try? MessageTemplate(source))?.filled { Self.values[$0] ?? "" } == text, "\(source)")
        }
        for standing in [MessageTemplate.standard, .asTyped] {
            #expect((try? MessageTemplate(standing.source)) == standing, "\(standing.source)")
        }
        #expect(MessageTemplate.standard.filled { $0 == .category ? "Sports" : "" } == "Breaking Sports News!")
    }

    @Test(arguments: [
        ("{headlin}", MessageTemplateError.unknownPlaceholder("headlin", nearest: "headline", position: 1)),
        ("a {xyz}", .unknownPlaceholder("xyz", nearest: nil, position: 3)),
        ("{headline", .unbalanced("{", position: 1)),
        ("[a", .unbalanced("[", position: 1)),
        ("[a|b|c]", .unbalanced("[", position: 1)),
        ("a]", .unbalanced("]", position: 2)),
        ("[a}", .unbalanced("}", position: 3)),
        (String(repeating: "[", count: 30), .tooDeep(position: 21)),
    ])
    func wrongTemplatesSayWhere(source: String, error: MessageTemplateError) {
        #expect(throws: error) { try MessageTemplate(source) }
        #expect(error.description.contains("character"))
    }
}

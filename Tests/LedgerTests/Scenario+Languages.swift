import News
import Stories

private let post = Feed(location: .address("https://post.example/rss"), category: .world, language: "en-GB")
private let courrier = Feed(location: .address("https://courrier.example/rss"), category: .world, language: "fr")
private let bladet = Feed(location: .address("https://bladet.example/rss"), category: .world, language: "sv")
private let wire = feed("wire")
private let old = item(0, at: time(7))
private let otherOld = item(1_000, at: time(7))
private let thirdOld = item(2_000, at: time(7))

private func speaks(_ tags: String..., apart: Bool = false) -> @Sendable (inout DecidingRules) -> Void {
    { rules in
        rules.languages.spoken = tags.compactMap { LanguageTag($0) }
        rules.languages.areAddressedApart = apart
    }
}

private func told(_ number: Int, in language: String? = nil, _ title: String? = nil, link: String? = nil) -> Item {
    var item = item(number, title, at: time(9), link: link)
    item.language = language
    return item
}

private func report(_ number: Int) -> String { "Report number \(number) from the harbour" }

extension Scenario {
    /// What is spoken, how stories of several languages are told apart, and what happens when that changes.
    static let languages: [Scenario] = [
        Scenario(
            "items in other languages are out, by their own word, their feed's, or what holds for those that name none",
            [
                Step(time(9), [(post, [old]), (bladet, [otherOld]), (wire, [thirdOld])]) {
                    speaks("en", "fr")(&$0)
                    $0.languages.unnamed = LanguageTag("sv")
                    $0.languages.unnamedByCategory[.sports] = LanguageTag("fr")
                },
                Step(
                    time(9, 5),
                    [
                        (post, [told(1), told(2, in: "sv"), told(3, in: "fr_CA"), told(4, in: "English"), old]),
                        (bladet, [told(5), told(6, in: "en"), otherOld]), (wire, [told(7), thirdOld]),
                    ], announces: [report(1), report(3), report(4), report(6)]),
                Step(time(9, 10), [(post, nil), (bladet, nil), (wire, nil)], adoptsByChange: 1) {
                    $0.languages.unnamedByCategory[.world] = LanguageTag("en")
                },
                Step(time(9, 15), [(post, nil), (wire, [told(8), thirdOld])], announces: [report(8)]),
            ]),
        Scenario(
            "a title means one story in one language, a link in all of them",
            [
                Step(time(9), [(post, [old]), (courrier, [otherOld])], change: speaks("en", "fr")),
                Step(
                    time(9, 5),
                    [
                        (post, [told(1, "Averland – Norvale 2–1"), told(2), old]),
                        (
                            courrier,
                            [
                                told(3, "Averland – Norvale 2–1"), told(4, "Autre", link: "https://news.example/2"),
                                otherOld,
                            ]
                        ),
                    ], announces: ["Averland – Norvale 2–1", "Averland – Norvale 2–1", report(2)]),
                Step(
                    time(9, 10),
                    [(post, [told(5, "Averland – Norvale 2–1"), old]), (bladet, [thirdOld]), (courrier, nil)]),
                Step(
                    time(9, 15),
                    [
                        (
                            courrier,
                            [told(6, "Encore du nouveau sur le port"), told(7, "Averland – Norvale 2–1"), otherOld]
                        )
                    ],
                    announces: ["Encore du nouveau sur le port"]),
                // The same where one of them is known from an earlier run.
                Step(
                    time(9, 20), [(post, [told(8, "Norvale Grand Prix 2026"), old]), (courrier, nil)],
                    announces: ["Norvale Grand Prix 2026"]),
                Step(
                    time(9, 25), [(post, nil), (courrier, [told(9, "Norvale Grand Prix 2026"), otherOld])],
                    announces: ["Norvale Grand Prix 2026"]),
            ]),
        Scenario(
            "what only a further language would send is taken as known, what comes later is not",
            [
                Step(time(9), [(post, [old]), (bladet, [otherOld])], change: speaks("en")),
                Step(
                    time(9, 5), [(post, [told(1), old]), (bladet, [told(2), otherOld])], announces: [report(1)]),
                Step(time(9, 10), [(post, nil), (bladet, nil)], change: speaks("fr", "en")),
                Step(
                    time(9, 15), [(post, nil), (bladet, [told(3), told(2), otherOld])], announces: [report(3)],
                    adoptsByChange: 1, change: speaks("sv", "en")),
                Step(time(9, 20), [(post, nil), (bladet, [told(4), otherOld])], announces: [report(4)]) {
                    $0.languages = NewsroomLanguages()
                },
            ]),
        Scenario(
            "caps count by category; where languages are addressed apart, by language",
            [
                Step(time(9), [(post, [old]), (courrier, [otherOld])]) {
                    speaks("en", "fr")(&$0)
                    $0.caps = [.init(bulletins: 1, seconds: 3_600)]
                },
                Step(time(9, 5), [(post, [told(1), old]), (courrier, [otherOld])], announces: [report(1)]),
                Step(time(9, 10), [(post, nil), (courrier, [told(2), otherOld])]),
                Step(
                    time(10, 5), [(post, [told(3), old]), (courrier, nil)], announces: [report(2), report(3)]),
                Step(
                    time(11, 10), [(post, [told(4), old]), (courrier, nil)], announces: [report(4)],
                    change: speaks("en", "fr", apart: true)),
                Step(
                    time(11, 15), [(post, [told(5), old]), (courrier, [told(6), otherOld])], announces: [report(6)]),
                Step(time(11, 20), [(post, nil), (courrier, [told(7), otherOld])]),
                Step(time(12, 10), [(post, nil), (courrier, nil)], announces: [report(5)]),
                Step(time(12, 15), [(post, nil), (courrier, nil)], announces: [report(7)]),
            ]),
    ]
}

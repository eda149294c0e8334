import News
import Stories

private let post = feed("post")
private let herald = feed("herald")
private let gazette = feed("gazette", .politics)
private let wire = feed("wire", nil)
private let third = feed("third")
private let fourth = feed("fourth")
private let old = item(0, at: time(7))
private let otherOld = item(1_000, at: time(7))

extension Scenario {
    static let severalFeeds: [Scenario] = [
        Scenario(
            "S17: two feeds of a category carry one story under different links and ids",
            [
                Step(time(9), [(post, [old]), (herald, [otherOld])]),
                Step(
                    time(9, 5),
                    [
                        (
                            post,
                            [
                                item(
                                    1, "Prime minister resigns", at: time(9), id: "A-1",
                                    link: "https://news.example/pm?utm_source=a"), old,
                            ]
                        ),
                        (
                            herald,
                            [
                                item(
                                    2, "Prime Minister resigns", at: time(9), id: "B-9",
                                    link: "https://news.example/pm?utm_source=b"), otherOld,
                            ]
                        ),
                    ], announces: ["Prime minister resigns"]),
                Step(time(9, 10), [(post, nil), (herald, nil)]),
            ]),
        Scenario(
            "the second feed carries it later, under its own link",
            [
                Step(time(9), [(post, [old]), (herald, [otherOld])]),
                Step(
                    time(9, 5), [(post, [item(1, "Prime minister resigns today", at: time(9)), old]), (herald, nil)],
                    announces: ["Prime minister resigns today"]),
                Step(
                    time(9, 10),
                    [(post, nil), (herald, [item(2, "Prime minister resigns today", at: time(9, 9)), otherOld])]),
                Step(time(9, 15), [(post, nil), (herald, [item(2, "He is gone", at: time(9, 9)), otherOld])]),
            ]),
        Scenario(
            "a title in another category is another story",
            [
                Step(time(9), [(post, [old]), (gazette, [otherOld])]),
                Step(
                    time(9, 5),
                    [
                        (post, [item(1, "The morning in five sentences", at: time(9)), old]),
                        (gazette, [item(2, "The morning in five sentences", at: time(9)), otherOld]),
                    ], announces: ["The morning in five sentences", "The morning in five sentences"]),
                Step(time(9, 10), [(post, nil), (feed("arena", .sports), [otherOld])]),
                Step(
                    time(9, 15),
                    [(feed("arena", .sports), [item(3, "The morning in five sentences", at: time(9, 12)), otherOld])],
                    announces: ["The morning in five sentences"]),
            ]),
        Scenario(
            "feeds that number their items from one do not silence each other",
            [
                Step(time(9), [(post, [item(1, "Here", id: "1")]), (herald, [item(2, "There", id: "2")])]),
                Step(
                    time(9, 5),
                    [
                        (post, [item(3, "Here again", id: "2"), item(1, "Here", id: "1")]),
                        (herald, [item(4, "There again", id: "1"), item(2, "There", id: "2")]),
                    ], announces: ["Here again", "There again"]),
            ]),
        Scenario(
            "adopted in a new feed, new in a known one",
            [
                Step(time(9), [(post, [old])]),
                Step(
                    time(9, 5),
                    [(post, nil), (herald, [item(1, "Fire at the old grain silo", at: time(9)), otherOld])]),
                Step(
                    time(9, 10),
                    [(post, [item(2, "Fire at the old grain silo", at: time(9)), old]), (herald, nil)],
                    announces: ["Fire at the old grain silo"]),
                Step(
                    time(9, 15),
                    [(post, nil), (herald, [item(1, "Fire at the old grain silo: 3 hurt", at: time(9)), otherOld])]),
            ]),
        Scenario(
            "adopted in a new feed, new in a known one under the same link and id",
            [
                Step(time(9), [(post, [old])]) { $0.breaking[.world] = Breaking(minFeeds: 2) },
                Step(time(9, 5), [(post, nil), (herald, [item(1, at: time(9), id: "urn:fire"), otherOld])]),
                Step(
                    time(9, 10), [(post, [item(1, at: time(9), id: "urn:fire"), old]), (herald, nil)], refused: true),
                Step(time(9, 15), [(post, nil), (herald, nil)], announces: ["Report number 1 from the harbour"]),
            ]),
        Scenario(
            "adopted at the first sight of all feeds, brought by a second one later",
            [
                Step(
                    time(9), [(post, [item(1, "Fire at the old grain silo", at: time(8)), old]), (herald, [otherOld])]),
                Step(
                    time(9, 5),
                    [
                        (post, nil),
                        (
                            herald,
                            [
                                item(2, "Fire at the old grain silo", at: time(9, 2)), item(0, "Older", at: time(9)),
                                otherOld,
                            ]
                        ),
                    ]),
            ]),
        Scenario(
            "adopted and new in the same run",
            [
                Step(time(9), [(post, [old])]),
                Step(
                    time(9, 5),
                    [
                        (herald, [item(1, "Fire at the old grain silo", at: time(9)), otherOld]),
                        (post, [item(1, "Fire at the old grain silo", at: time(9)), old]),
                    ], announces: ["Fire at the old grain silo"]),
            ]),
        Scenario(
            "what fits no category goes out with a feed that knows it", mappings: ["Something at the old mill": []],
            [
                Step(time(9), [(wire, [old]), (gazette, [otherOld])]),
                Step(time(9, 5), [(wire, [item(1, "Something at the old mill", at: time(9)), old]), (gazette, nil)]),
                Step(
                    time(9, 10),
                    [(wire, nil), (gazette, [item(1, "Something at the old mill", at: time(9)), otherOld])],
                    announces: ["Something at the old mill"]),
            ]),
        Scenario(
            "S77: one story of two categories", mappings: ["Talks on the border": [.world, .politics]],
            [
                Step(time(9), [(wire, [old])]),
                Step(
                    time(9, 5), [(wire, [item(1, "Talks on the border", at: time(9)), old])],
                    announces: ["Talks on the border"]),
            ]),
        Scenario(
            "S77: one story in all its categories", mappings: ["Talks on the border": [.world, .politics]],
            [
                Step(time(9), [(wire, [old])]) { $0.allCategories = true },
                Step(
                    time(9, 5), [(wire, [item(1, "Talks on the border", at: time(9)), old])],
                    announces: ["Talks on the border", "Talks on the border"]),
                Step(time(9, 10), [(wire, nil)]),
            ]),
    ]

    static let adoption: [Scenario] = [
        Scenario(
            "a feed added later is silent, and so is its next reading",
            [
                Step(time(9), [(post, [old])], notes: [.adopted(items: 1)]),
                Step(
                    time(9, 5), [(post, nil), (herald, [item(1, at: time(9)), otherOld])], notes: [.adopted(items: 2)]),
                Step(
                    time(9, 10), [(post, nil), (herald, [item(2, at: time(9, 8)), item(1, at: time(9)), otherOld])],
                    announces: ["Report number 2 from the harbour"]),
            ]),
        Scenario(
            "the newest of a first sight, whatever their age",
            [
                Step(
                    time(9),
                    [
                        (post, [item(1, at: time(-100)), item(2, at: time(-50)), item(3, at: time(-70))]),
                        (herald, [item(4, at: time(-60))]),
                    ],
                    announces: [2, 4].map { "Report number \($0) from the harbour" }
                ) { $0.announceFirst = 2 },
                Step(time(9, 5), [(post, [item(5, at: time(-50)), item(1, at: time(-100))]), (herald, nil)]),
            ]),
        Scenario(
            "the newest of a first sight in categories that are not sent stay open",
            [
                Step(time(9), [(post, [item(1, at: time(8))]), (gazette, [item(2, at: time(7))])]) {
                    $0.announceFirst = 1
                    $0.categories = [.politics]
                },
                Step(time(9, 5), [(post, nil), (gazette, nil)], announces: ["Report number 1 from the harbour"]) {
                    $0.categories = nil
                },
            ]),
        Scenario(
            "what the hub refused of a first sight stays pending",
            [
                Step(time(9), [(post, [item(1, at: time(-100))])], refused: true) { $0.announceFirst = 9 },
                Step(time(9, 5), [(post, nil)], announces: ["Report number 1 from the harbour"]),
            ]),
        Scenario(
            "a feed under a new address keeps its state",
            [
                Step(time(9), [(post, [1, 2, 3].map { item($0, at: time(8)) })]),
                Step(
                    time(9, 5), [(herald, [2, 3, 4].map { item($0, at: time(9)) })],
                    announces: ["Report number 4 from the harbour"], notes: [.inherited(FeedID(1))]),
                Step(time(9, 10), [(herald, nil)]),
            ]),
        Scenario(
            "a feed that shares items with a listed one is new all the same",
            [
                Step(time(9), [(post, [1, 2, 3].map { item($0, at: time(8)) })]),
                Step(time(9, 5), [(post, nil), (herald, [2, 3, 4].map { item($0, at: time(9)) })]),
            ]),
        Scenario(
            "half its items known makes no known feed",
            [
                Step(time(9), [(post, (1...4).map { item($0, at: time(8)) })]),
                Step(
                    time(9, 5), [(herald, (3...6).map { item($0, at: time(9)) })], notes: [.adopted(items: 4)]),
            ]),
        Scenario(
            "everything is taken as known, as ordered",
            [
                Step(time(9), [(post, [old]), (herald, [otherOld])]),
                Step(time(9, 5), [(post, [item(1, at: time(9)), old])], refused: true),
                Step(time(9, 10), [(post, [item(2, at: time(9)), item(1, at: time(9)), old])]) {
                    $0.adoptsEverything = true
                },
                Step(time(9, 15), [(post, nil), (herald, [item(2, at: time(9)), otherOld])]) {
                    $0.adoptsEverything = false
                },
            ]),
    ]

    static let judging: [Scenario] = [
        Scenario(
            "S56: dated ahead: minutes are clocks, a day waits, a week does not",
            [
                Step(time(9), [(post, [old])]),
                Step(
                    time(9, 5),
                    [
                        (
                            post,
                            [
                                item(1, at: time(9, 9)), item(2, at: time(45, 5)), item(3, at: time(200)),
                                item(4, at: time(9, 45)), old,
                            ]
                        )
                    ], announces: [1, 4].map { "Report number \($0) from the harbour" }),
                Step(time(45), [(post, nil)]),
                Step(time(45, 5), [(post, nil)], announces: ["Report number 2 from the harbour"]),
                Step(time(45, 10), [(post, nil)]),
                Step(time(201), [(post, nil)]),
            ]),
        Scenario(
            "categories that are not sent stay open",
            [
                Step(time(9), [(post, [old]), (gazette, [otherOld])]),
                Step(
                    time(9, 5), [(post, [item(1, at: time(9)), old]), (gazette, [item(2, at: time(9)), otherOld])],
                    announces: ["Report number 2 from the harbour"]
                ) { $0.categories = [.politics] },
                Step(time(9, 10), [(post, nil), (gazette, nil)], announces: ["Report number 1 from the harbour"]) {
                    $0.categories = nil
                },
            ]),
        Scenario(
            "feeds that are not named keep their stories open",
            [
                Step(time(9), [(post, [old]), (gazette, [otherOld])]),
                Step(time(9, 5), [(post, [item(1, at: time(9)), old]), (gazette, nil)], refused: true),
                Step(time(9, 10), [(gazette, nil)]),
                Step(time(9, 15), [(post, nil), (gazette, nil)], announces: ["Report number 1 from the harbour"]),
            ]),
        Scenario(
            "a story goes out when enough feeds carry it",
            [
                Step(time(9), [(post, [old]), (herald, [otherOld])]) { $0.breaking[.world] = Breaking(minFeeds: 2) },
                Step(time(9, 5), [(post, [item(1, at: time(9)), old]), (herald, nil)]),
                Step(
                    time(9, 10), [(post, nil), (herald, [item(1, "The harbour again", at: time(9, 9)), otherOld])],
                    announces: ["Report number 1 from the harbour"]),
            ]),
        Scenario(
            "what many feeds carry passes the caps",
            [
                Step(time(9), [(post, [old]), (herald, [otherOld])]) {
                    $0.caps = [.init(bulletins: 1, seconds: 3_600)]
                    $0.breaking[.world] = Breaking(urgentMinFeeds: 2)
                },
                Step(
                    time(9, 5), [(post, [item(1, at: time(9)), old]), (herald, nil)],
                    announces: ["Report number 1 from the harbour"]),
                Step(
                    time(9, 10),
                    [
                        (post, [item(3, at: time(9, 6)), item(2, at: time(9)), item(1, at: time(9)), old]),
                        (herald, nil),
                    ]),
                Step(
                    time(9, 15), [(post, nil), (herald, [item(2, at: time(9)), otherOld])],
                    announces: ["Report number 2 from the harbour"]),
                Step(time(10, 20), [(post, nil), (herald, nil)], announces: ["Report number 3 from the harbour"]),
            ]),
        Scenario(
            "four feeds make a story urgent, three do not",
            [
                Step(time(9), [post, herald, third, fourth].map { ($0, [item(2_000, at: time(7))]) }) {
                    $0.caps = [.init(bulletins: 1, seconds: 3_600)]
                },
                Step(
                    time(9, 5), [(post, [item(1, at: time(9)), item(2_000, at: time(7))])],
                    announces: ["Report number 1 from the harbour"]),
                Step(
                    time(9, 10),
                    [post, herald, third].map { ($0, [item(2, at: time(9)), item(2_000, at: time(7))]) }),
                Step(
                    time(9, 15), [(fourth, [item(2, at: time(9)), item(2_000, at: time(7))])],
                    announces: ["Report number 2 from the harbour"]),
            ]),
        Scenario(
            "S57: undated news are as old as their first sight",
            [
                Step(time(9), [(post, [old])]),
                Step(time(9, 5), [(post, [item(1), old])], refused: true),
                Step(time(15, 4), [(post, nil)], refused: true),
                Step(time(15, 5), [(post, nil)]),
            ]),
    ]
}

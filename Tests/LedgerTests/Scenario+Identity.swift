import News
import Stories

private let post = feed("post")
private let old = item(0, at: time(7))

private func many(_ numbers: Range<Int>, at published: Instant?, id: (Int) -> String, link: (Int) -> String?) -> [Item]
{
    numbers.map { number in
        Item(
            title: "Report number \(number) from the harbour", link: link(number), id: id(number), published: published)
    }
}

extension Scenario {
    /// One feed, whose publisher changes everything that can be changed.
    static let identity: [Scenario] = [
        Scenario(
            "S05: ids are made anew each day",
            [
                Step(
                    time(9),
                    [
                        (
                            post,
                            many(0..<40, at: time(8)) {
                                "a\($0)"
                            } link: {
                                "https://news.example/\($0)"
                            }
                        )
                    ]),
                Step(
                    time(10),
                    [
                        (
                            post,
                            many(0..<40, at: time(8)) {
                                "b\($0)"
                            } link: {
                                "https://news.example/\($0)"
                            }
                        )
                    ],
                    notes: [.identifiersChanged(items: 40)]),
                Step(
                    time(11),
                    [
                        (
                            post,
                            many(0..<40, at: time(8)) {
                                "b\($0)"
                            } link: {
                                "https://news.example/\($0)"
                            }
                        )
                    ],
                    notes: []),
            ]),
        Scenario(
            "S06: ids swing between http and https",
            (0..<4).map { run in
                let scheme = run.isMultiple(of: 2) ? "http" : "https"
                return Step(
                    time(9 + run),
                    [
                        (
                            post,
                            many(0..<20, at: nil) {
                                "\(scheme)://news.example/\($0)"
                            } link: { _ in
                                nil
                            }
                        )
                    ],
                    notes: run == 0 ? nil : [])
            }),
        Scenario(
            "S07: all paths and ids change, one item is new",
            [
                Step(
                    time(9),
                    [
                        (
                            post,
                            many(0..<25, at: time(8)) {
                                "a\($0)"
                            } link: {
                                "https://news.example/\($0)"
                            }
                        )
                    ]),
                Step(
                    time(10),
                    [
                        (
                            post,
                            many(0..<25, at: time(8)) {
                                "b\($0)"
                            } link: {
                                "https://news.example/new/\($0)"
                            } + [
                                item(99, "Bridge closed after a ship hit it", at: time(9, 55))
                            ]
                        )
                    ], announces: ["Bridge closed after a ship hit it"], notes: [.identifiersChanged(items: 25)]),
            ]),
        Scenario(
            "S07: the same three days later, with new dates: titles are forgotten, but not in their feed",
            [
                Step(
                    time(9),
                    [
                        (
                            post,
                            many(0..<25, at: time(8)) {
                                "a\($0)"
                            } link: {
                                "https://news.example/\($0)"
                            }
                        )
                    ]),
                Step(
                    time(81),
                    [
                        (
                            post,
                            many(0..<25, at: time(80)) {
                                "b\($0)"
                            } link: {
                                "https://news.example/new/\($0)"
                            } + [
                                item(99, "Bridge closed after a ship hit it", at: time(80, 55))
                            ]
                        )
                    ], announces: ["Bridge closed after a ship hit it"], notes: [.migrated(items: 25)]),
            ]),
        Scenario(
            "nearly everything unknown and undated, the old gone",
            [
                Step(
                    time(9),
                    [
                        (
                            post,
                            many(0..<10, at: nil) {
                                "a\($0)"
                            } link: {
                                "https://news.example/\($0)"
                            }
                        )
                    ]),
                Step(
                    time(10),
                    [
                        (
                            post,
                            many(50..<60, at: nil) {
                                "b\($0)"
                            } link: {
                                "https://news.example/\($0)"
                            }
                        )
                    ],
                    notes: [.migrated(items: 10)]),
                Step(
                    time(11),
                    [
                        (
                            post,
                            many(50..<61, at: nil) {
                                "b\($0)"
                            } link: {
                                "https://news.example/\($0)"
                            }
                        )
                    ],
                    announces: ["Report number 60 from the harbour"], notes: []),
            ]),
        Scenario(
            "four new of four is a busy day, not a migration",
            [
                Step(
                    time(9),
                    [
                        (
                            post,
                            many(0..<4, at: time(8)) {
                                "a\($0)"
                            } link: {
                                "https://news.example/\($0)"
                            }
                        )
                    ]),
                Step(
                    time(10),
                    [
                        (
                            post,
                            many(10..<14, at: nil) {
                                "b\($0)"
                            } link: {
                                "https://news.example/\($0)"
                            }
                        )
                    ],
                    announces: (10..<14).map { "Report number \($0) from the harbour" }, notes: []),
            ]),
        Scenario(
            "S14: an id comes back with a new article",
            [
                Step(
                    time(9),
                    [
                        (
                            post,
                            [
                                item(
                                    1, "The best of the old year", at: time(8), id: "g",
                                    link: "https://news.example/best")
                            ]
                        )
                    ]),
                Step(
                    time(10),
                    [
                        (
                            post,
                            [
                                item(
                                    1, "Twelve films for winter evenings", at: time(9, 50), id: "g",
                                    link: "https://news.example/films")
                            ]
                        )
                    ],
                    announces: ["Twelve films for winter evenings"],
                    notes: [.idReused(title: "Twelve films for winter evenings")]),
                Step(
                    time(10, 5),
                    [
                        (
                            post,
                            [
                                item(
                                    1, "Twelve films for winter evenings", at: time(9, 50), id: "g",
                                    link: "https://news.example/films")
                            ]
                        )
                    ]),
            ]),
        Scenario(
            "S11: an id comes back with the same article under another link and a better title",
            [
                Step(time(9), [(post, [old])]),
                Step(
                    time(9, 5), [(post, [item(1, "Ferry aground near the pier", at: time(9, 2), id: "g"), old])],
                    announces: ["Ferry aground near the pier"]),
                Step(
                    time(9, 10),
                    [(post, [item(2, "Ferry aground near the old pier, 40 aboard", at: time(9, 8), id: "g"), old])]),
                // Other words, but its date is older than what was seen.
                Step(time(9, 15), [(post, [item(3, "Passengers rescued", at: time(9), id: "g"), old])]),
            ]),
        Scenario(
            "S15: two items share an id",
            [
                Step(time(9), [(post, [old])]),
                Step(
                    time(9, 5),
                    [
                        (
                            post,
                            [item(1, "First A", at: time(9), id: "g"), item(2, "Second B", at: time(9), id: "g"), old]
                        )
                    ],
                    announces: ["First A", "Second B"]),
                Step(
                    time(9, 10),
                    [
                        (
                            post,
                            [item(2, "Second B", at: time(9), id: "g"), item(1, "First A", at: time(9), id: "g"), old]
                        )
                    ]),
                Step(time(9, 15), [(post, [item(2, "Second B", at: time(9), id: "g"), old])]),
            ]),
        Scenario(
            "a second item takes the id of a known one that stays",
            [
                Step(time(9), [(post, [old])]),
                Step(
                    time(9, 5), [(post, [item(1, "Ferry aground", id: "g"), old])], announces: ["Ferry aground"]),
                Step(
                    time(9, 10),
                    [(post, [item(2, "Election date set", id: "g"), item(1, "Ferry aground", id: "g"), old])],
                    announces: ["Election date set"]),
            ]),
        Scenario(
            "every item links to the same page",
            [
                Step(
                    time(9),
                    [
                        (
                            post,
                            [
                                item(0, "Live: the vote", link: "https://news.example/live"),
                                item(1, "Live: the count", link: "https://news.example/live"),
                            ]
                        )
                    ]),
                Step(
                    time(9, 5),
                    [
                        (
                            post,
                            (0..<3).map {
                                item(
                                    $0, ["Live: the vote", "Live: the count", "Live: the winner"][$0],
                                    link: "https://news.example/live")
                            }
                        )
                    ], announces: ["Live: the winner"]),
            ]),
        Scenario(
            "S16: items without ids, one body",
            [
                Step(time(9), [(post, [old])]),
                Step(
                    time(9, 5),
                    [
                        (
                            post,
                            [1, 2, 3].map {
                                Item(
                                    title: "Part \($0)", link: "https://news.example/p\($0)",
                                    summary: Markup("Read more", form: .plain))
                            } + [old]
                        )
                    ],
                    announces: ["Part 1", "Part 2", "Part 3"]),
            ]),
        Scenario(
            "items without id and link are known by their text, for as long as they are there",
            [
                Step(time(9), [(post, [Item(title: "Notice 1")])]),
                Step(
                    time(9, 5), [(post, [Item(title: "Notice 2"), Item(title: "Notice 1")])], announces: ["Notice 2"]),
                Step(time(80), [(post, [Item(title: "NOTICE 1"), Item(title: "Notice 2")])]),
            ]),
        Scenario(
            "S19: tracking parameters change, numbers count",
            [
                Step(time(9), [(post, [old])]),
                Step(
                    time(9, 5),
                    [
                        (
                            post,
                            [
                                Item(title: "Seven is here", link: "https://news.example/story?id=7&utm_campaign=x1"),
                                old,
                            ]
                        )
                    ],
                    announces: ["Seven is here"]),
                Step(
                    time(9, 10),
                    [
                        (
                            post,
                            [
                                Item(
                                    title: "Seven was here",
                                    link: "https://news.example/story?id=7&utm_campaign=x2&fbclid=IwAR0"),
                                Item(title: "Eight is here", link: "https://news.example/story?id=8"), old,
                            ]
                        )
                    ], announces: ["Eight is here"]),
            ]),
        Scenario(
            "S20, S21: order and equal dates do not matter",
            [
                Step(time(13), [(post, [old])]),
                Step(
                    time(13, 30),
                    [(post, [item(1, at: time(9, 50)), item(2, at: time(13, 25)), item(3, at: time(11)), old])],
                    announces: [1, 2, 3].map { "Report number \($0) from the harbour" }),
                Step(
                    time(13, 35),
                    [
                        (
                            post,
                            [
                                item(1, at: time(9, 50)), item(4, at: time(13, 25)), item(2, at: time(13, 25)),
                                item(3, at: time(11)), old,
                            ]
                        )
                    ],
                    announces: ["Report number 4 from the harbour"]),
            ]),
        Scenario(
            "an item slides in that is years old",
            [
                Step(time(9), [(post, [item(1, at: time(8)), old])]),
                Step(time(9, 5), [(post, [old, item(2, "Old strike ends", at: time(-50_000))])]),
                Step(time(9, 10), [(post, [old, item(2, "Old strike ends", at: time(9, 8))])]),
            ]),
        Scenario(
            "ids and links are made anew at each reading, without dates",
            (0..<40).map { run in
                Step(
                    time(9 + run * 3),
                    [
                        (
                            post,
                            (0..<6).filter { $0 * 2 < run + 8 }.map { number in
                                item(number, id: "\(run)-\(number)", link: "https://news.example/\(number)?sid=\(run)")
                            }
                        )
                    ],
                    announces: run == 1
                        ? ["Report number 4 from the harbour"]
                        : run == 3 ? ["Report number 5 from the harbour"] : [])
            }),
        Scenario(
            "a weekly column keeps its title",
            [
                Step(time(9), [(post, [item(1, "In pictures"), old])]),
                Step(
                    time(9 + 7 * 24), [(post, [item(2, "In pictures"), item(1, "In pictures"), old])],
                    announces: ["In pictures"]),
                Step(
                    time(9 + 14 * 24),
                    [(post, [item(3, "In pictures", at: time(8 + 14 * 24)), item(1, "In pictures"), old])],
                    announces: ["In pictures"]),
            ]),
        Scenario(
            "what lies behind a cut is not taken back",
            [
                Step(time(9), [(post, [old])]),
                Step(time(9, 5), [(post, [old, item(1, at: time(9))])], refused: true),
                Step(time(9, 10), [(post, [old])], announces: ["Report number 1 from the harbour"], isTruncated: true),
            ]),
        Scenario(
            "first the id changes, then link and title",
            [
                Step(time(9), [(post, [old])]),
                Step(time(9, 5), [(post, [item(1, "Ferry aground", id: "a"), old])], announces: ["Ferry aground"]),
                Step(time(9, 10), [(post, [item(1, "Ferry aground", id: "b"), old])]),
                Step(time(9, 15), [(post, [item(2, "All passengers saved", id: "b"), old])]),
            ]),
        Scenario(
            "S11: a known item gets a new date",
            [
                Step(time(9), [(post, [item(1, at: time(8)), old])]),
                Step(
                    time(9, 5), [(post, [item(2, at: time(9)), item(1, at: time(8)), old])],
                    announces: ["Report number 2 from the harbour"]),
                Step(time(11, 35), [(post, [item(2, at: time(11, 30)), item(1, at: time(11, 30)), old])]),
                Step(
                    time(11, 40),
                    [
                        (
                            post,
                            [
                                item(2, at: time(11, 39), link: "https://news.example/new/2"),
                                item(1, at: time(11, 39), id: "other"), old,
                            ]
                        )
                    ]),
            ]),
        Scenario(
            "a front page is no article",
            [
                Step(time(9), [(post, [item(0, "Weather", at: time(7), link: "https://news.example/")])]),
                Step(
                    time(9, 5),
                    [
                        (
                            post,
                            [
                                item(1, "Ferry aground", at: time(9), link: "https://www.news.example"),
                                item(0, "Weather", at: time(7), link: "https://news.example/"),
                            ]
                        )
                    ], announces: ["Ferry aground"]),
            ]),
        Scenario(
            "ten new while the old stay is a busy day, not a migration",
            [
                Step(time(9), [(post, (0..<6).map { item($0, at: time(8)) })]),
                Step(
                    time(9, 5), [(post, (0..<16).map { item($0, at: $0 < 6 ? time(8) : nil) })],
                    announces: (6..<16).map { "Report number \($0) from the harbour" }, notes: []),
            ]),
        Scenario(
            "what slid out of a short feed is not taken back",
            [
                Step(time(9), [(post, [old])]),
                Step(time(9, 5), [(post, [item(1, at: time(9, 1)), old])], refused: true),
                Step(
                    time(9, 10), [(post, [item(3, at: time(9, 8)), item(2, at: time(9, 6))])],
                    announces: [1, 2, 3].map { "Report number \($0) from the harbour" }),
            ]),
        Scenario(
            "an empty reading forgets nothing",
            [
                Step(
                    time(9),
                    [
                        (
                            post,
                            many(0..<9, at: nil) {
                                "a\($0)"
                            } link: {
                                "https://news.example/\($0)"
                            }
                        )
                    ]),
                Step(time(9, 5), [(post, [])]),
                Step(
                    time(1_000),
                    [
                        (
                            post,
                            many(0..<9, at: nil) {
                                "a\($0)"
                            } link: {
                                "https://news.example/\($0)"
                            }
                        )
                    ]),
            ]),
    ]
}

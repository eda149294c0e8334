import News
import Stories
import TestSupport
import TimeZones

private let post = feed("post")
private let herald = feed("herald")
private let arena = feed("arena", .sports)
private let old = item(0, at: time(7))
private let otherOld = item(1_000, at: time(7))

private func report(_ number: Int) -> String { "Report number \(number) from the harbour" }

/// Two feeds that must carry a story of the world before it goes out.
private let two: @Sendable (inout DecidingRules) -> Void = { $0.breaking[.world] = Breaking(minFeeds: 2) }
private let one: @Sendable (inout DecidingRules) -> Void = { $0.breaking[.world] = Breaking(minFeeds: 1) }

extension Scenario {
    /// What counts as breaking, what is urgent, and what happens when that changes.
    static let breaking: [Scenario] = [
        Scenario(
            "only what a rule calls breaking: a headline, a label, a feed, an address",
            [
                Step(time(9), [(post, [old]), (herald, [otherOld]), (arena, [item(50, at: time(7))])]) {
                    $0.breaking[.world] = Breaking(
                        rules: ItemRules(
                            titles: ["BREAKING", "prime minister", "速報"], labels: ["Top news"], feeds: ["Herald"],
                            addresses: ["https://www.news.example/live/"]))
                },
                Step(
                    time(9, 5),
                    [
                        (
                            post,
                            [
                                item(1, "Breaking: bridge closed", at: time(9)),
                                item(2, "The prime ministers met", at: time(9)),
                                item(3, "A record-breaking run", at: time(9)),
                                item(4, "Heartbreaking news", at: time(9)),
                                item(5, "首相辞任の速報です本日午後", at: time(9)),
                                item(6, "Vote of the day", at: time(9), link: "http://news.example/live/6"),
                                item(7, "Other vote", at: time(9), link: "https://news.example/lively/7"),
                                labelled(8, "top NEWS"), labelled(9, "Top news of the day"), old,
                            ]
                        ), (herald, [item(10, at: time(9)), otherOld]),
                        (arena, [item(51, "Not narrowed here", at: time(9)), item(50, at: time(7))]),
                    ],
                    announces: [
                        "Breaking: bridge closed", "A record-breaking run", "首相辞任の速報です本日午後", "Vote of the day",
                        "Labelled story number 8", report(10), "Not narrowed here",
                    ]),
                // A further item that matches, and a headline that now does, make known stories breaking.
                Step(
                    time(9, 10),
                    [
                        (
                            post,
                            [
                                item(2, "The prime minister met", at: time(9)),
                                item(7, "Other vote", at: time(9), link: "https://news.example/lively/7"), old,
                            ]
                        ),
                        (
                            herald,
                            [
                                item(11, "Other vote, more", at: time(9), link: "https://news.example/lively/7"),
                                item(10, at: time(9)), otherOld,
                            ]
                        ), (arena, nil),
                    ], announces: ["The prime minister met", "Other vote"]),
            ]),
        Scenario(
            "S80: capped stories wait, urgent ones pass",
            [
                Step(time(9), [(post, [old])]) {
                    $0.capsByCategory[.world] = [.init(bulletins: 1, seconds: 3_600)]
                    $0.breaking[.world] = Breaking(urgentRules: ItemRules(titles: ["evacuated"]))
                },
                Step(time(9, 5), [(post, [item(1, at: time(9)), old])], announces: [report(1)]),
                Step(
                    time(9, 10),
                    [
                        (
                            post,
                            [
                                item(3, "Harbour evacuated", at: time(9)), item(2, at: time(9)), item(1, at: time(9)),
                                old,
                            ]
                        )
                    ],
                    announces: ["Harbour evacuated"]),
                Step(time(10, 9), [(post, nil)]),
                Step(time(10, 10), [(post, nil)], announces: [report(2)]),
            ]),
        Scenario(
            "without a word the caps are two bulletins an hour, and twelve a day",
            [
                Step(time(9), [(post, [old])]) { $0.caps = DecidingRules().caps }
            ]
                + (1...13).map { number in
                    let now = time(9, 31 * number)
                    return Step(
                        now, [(post, [item(number, at: now), old])], announces: number < 13 ? [report(number)] : [])
                } + [Step(time(22), [(post, [item(14, at: time(22)), item(13, at: time(16)), old])])]),
        Scenario(
            "S79: nothing of a long digest comes again",
            [
                Step(time(9), [(post, [old])]),
                Step(
                    time(9, 5), [(post, (1...20).map { item($0, at: time(9)) } + [old])],
                    announces: (1...20).map(report)),
                Step(time(9, 10), [(post, nil)]),
                Step(time(9, 15), [(post, (1...20).map { item($0, at: time(9, 14)) } + [old])]),
            ]),
        Scenario(
            "what only a lowered threshold would send is taken as known, the rest is not",
            [
                Step(time(9), [(post, [old]), (herald, [otherOld])], change: two),
                Step(time(9, 5), [(post, [2, 1].map { item($0, at: time(9)) } + [old]), (herald, nil)]),
                Step(
                    time(9, 10), [(post, nil), (herald, [item(2, at: time(9)), otherOld])],
                    refused: true),
                Step(
                    time(9, 15), [(post, [3, 2, 1].map { item($0, at: time(9)) } + [old]), (herald, nil)],
                    announces: [report(2), report(3)], adoptsByChange: 1, change: one),
                Step(time(9, 20), [(post, nil), (herald, nil)]),
            ]),
        Scenario(
            "a story that comes with news of its own goes out after a change; other categories and urgent rules change nothing",
            [
                Step(time(9), [(post, [old]), (herald, [otherOld])], change: two),
                Step(time(9, 5), [(post, [2, 1].map { item($0, at: time(9)) } + [old]), (herald, nil)]),
                Step(time(9, 10), [(post, nil), (herald, nil)]) {
                    $0.breaking[.sports] = Breaking(minFeeds: 9)
                    $0.breaking[.world]?.urgentMinFeeds = 2
                },
                Step(
                    time(9, 15), [(post, nil), (herald, [item(2, at: time(9)), otherOld])], announces: [report(2)],
                    adoptsByChange: 1, change: one),
                Step(time(9, 20), [(post, nil), (herald, [2, 1].map { item($0, at: time(9)) } + [otherOld])]),
            ]),
        Scenario(
            "a run for other categories or feeds settles nothing, and what was held by another feed's run is still adopted",
            [
                Step(time(9), [(post, [old]), (arena, [otherOld])], change: two),
                Step(time(9, 5), [(post, [item(1, at: time(9)), old]), (arena, nil)]),
                Step(time(9, 10), [(post, nil), (arena, nil)]) {
                    one(&$0)
                    $0.categories = [.sports]
                },
                Step(time(9, 15), [(arena, nil)], adoptsByChange: 1) { $0.categories = nil },
                Step(time(9, 20), [(post, nil), (arena, nil)]),
            ]),
    ]

    /// S81 and S33: quiet hours from 22 to 6 in Paris (21 to 5 in UTC in winter), for sports alone.
    static let quiet: [Scenario] = [
        Scenario(
            "S33, S81: sports wait and go out once, the world and what is urgent do not",
            [
                Step(time(20), [(post, [old]), (arena, [otherOld])], change: parisIsQuiet()),
                Step(
                    time(22), [(post, [item(1, at: time(22)), old]), (arena, [item(2, at: time(21, 30)), otherOld])],
                    announces: [report(1)]),
                Step(
                    time(23),
                    [
                        (post, nil),
                        (
                            arena,
                            [
                                item(4, "Stadium evacuated", at: time(23)), item(3, at: time(23)),
                                item(2, at: time(21, 30)), otherOld,
                            ]
                        ),
                    ], announces: ["Stadium evacuated"]),
                // The story of half past nine is older than six hours by now; one that comes so late did not wait.
                Step(
                    time(28, 55),
                    [
                        (post, nil),
                        (
                            arena,
                            [
                                item(5, at: time(21, 40)), item(4, "Stadium evacuated", at: time(23)),
                                item(3, at: time(23)), item(2, at: time(21, 30)), otherOld,
                            ]
                        ),
                    ]),
                Step(time(29, 5), [(post, nil), (arena, nil)], announces: [report(2), report(3)]),
                Step(time(29, 10), [(post, nil), (arena, nil)]),
            ]),
        Scenario(
            "what was too old when the hours began, or waited for another reason, gets no longer life",
            [
                Step(time(14), [(arena, [otherOld])]) {
                    parisIsQuiet()(&$0)
                    $0.breaking[.sports] = Breaking(minFeeds: 2)
                },
                Step(time(14, 5), [(arena, [item(1, at: time(14)), otherOld])]),
                Step(
                    time(22),
                    [(arena, [item(2, at: time(15, 59)), item(3, at: time(16, 30)), item(1, at: time(14)), otherOld])]
                ) {
                    $0.breaking[.sports] = Breaking()
                },
                Step(time(29), [(arena, nil)]),
            ]),
        Scenario(
            "what waited for a cap by day, or was too old when the hours began, gets no longer life",
            [
                Step(time(8), [(arena, [otherOld])]) {
                    parisIsQuiet(maxAge: 86_400)(&$0)
                    $0.caps = [.init(bulletins: 1, seconds: 8 * 3_600)]
                },
                Step(time(8, 5), [(arena, [item(1, at: time(8)), otherOld])], announces: [report(1)]),
                Step(time(8, 30), [(arena, [item(2, at: time(8, 30)), item(1, at: time(8)), otherOld])]),
                Step(
                    time(16, 5),
                    [(arena, [item(3, at: time(16)), item(2, at: time(8, 30)), item(1, at: time(8)), otherOld])],
                    announces: [report(3)]),
                Step(time(16, 10), [(arena, [item(4, at: time(14)), item(3, at: time(16)), otherOld])]),
                Step(time(19, 55), [(arena, nil)]),
                Step(time(21, 30), [(arena, nil)]),
                Step(time(29, 5), [(arena, nil)]),
            ]),
        Scenario(
            "waiting stories that grow too old by the hours' own limit are not sent",
            [
                Step(time(20), [(arena, [otherOld])], change: parisIsQuiet(maxAge: 4 * 3_600)),
                Step(time(22), [(arena, [item(1, at: time(22)), otherOld])]),
                Step(time(27), [(arena, [item(2, at: time(27)), item(1, at: time(22)), otherOld])]),
                Step(time(29), [(arena, nil)], announces: [report(2)]),
            ]),
        Scenario(
            "the night of summer time: 28 to 29 March",
            [
                Step(night(3, 28, 20), [(arena, [otherOld])], change: parisIsQuiet()),
                Step(night(3, 28, 21), [(arena, [item(1, at: night(3, 28, 21)), otherOld])]),
                Step(night(3, 29, 3, 59), [(arena, nil)]),
                Step(night(3, 29, 4), [(arena, nil)], announces: [report(1)]),
            ]),
        Scenario(
            "the night of winter time: 24 to 25 October, nine hours of quiet",
            [
                Step(night(10, 24, 19), [(arena, [otherOld])], change: parisIsQuiet()),
                Step(night(10, 24, 20), [(arena, [item(1, at: night(10, 24, 20)), otherOld])]),
                Step(night(10, 25, 4, 59), [(arena, nil)]),
                Step(night(10, 25, 5, 5), [(arena, nil)], announces: [report(1)]),
            ]),
    ]
}

private func labelled(_ number: Int, _ label: String) -> Item {
    var labelled = item(number, "Labelled story number \(number)", at: time(9))
    labelled.categories = [ItemCategory(term: "x"), ItemCategory(term: label)]
    return labelled
}

/// 2026, in UTC.
private func night(_ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0) -> Instant {
    CivilTime(year: 2026, month: month, day: day, hour: hour, minute: minute).instantInUTC
}

private func parisIsQuiet(maxAge: Int64? = nil) -> @Sendable (inout DecidingRules) -> Void {
    { rules in
        let zones = TimeZones(folder: "/zones") { _ in .success(parisFile) }
        guard let paris = try? zones.zone(named: "Europe/Paris") else { return }
        rules.quiet = QuietHours(zone: paris, from: 22 * 60, to: 6 * 60, categories: [.sports], maxAge: maxAge)
        rules.breaking[.sports] = Breaking(urgentRules: ItemRules(titles: ["evacuated"]))
    }
}

/// A zone file with the rule of Central Europe alone (RFC 8536, version 2).
private let parisFile: [UInt8] = {
    let part = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15 + 19) + [1, 0, 0, 0, 4]
    let type: [UInt8] = [0, 0, 0x0E, 0x10, 0, 0] + Array("CET\0".utf8)
    return part + type + part + type + Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)
}()

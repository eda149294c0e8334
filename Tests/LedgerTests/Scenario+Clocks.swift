import News
import Stories
import TestSupport

private let post = feed("post")
private let herald = feed("herald")
private let old = item(0, at: time(7))
private let otherOld = item(1_000, at: time(7))

/// The same time of the day a year later, and long before.
private func nextYear(_ hour: Int, _ minute: Int) -> Instant { time(hour + 365 * 24, minute) }
private func longAgo(_ hour: Int, _ minute: Int) -> Instant { time(hour - 20_000 * 24, minute) }

private func report(_ number: Int) -> String { "Report number \(number) from the harbour" }
private func undated(_ number: Int) -> Item { item(number) }

extension Scenario {
    /// Clocks that are wrong for a run, and right again.
    static let clocks: [Scenario] = [
        Scenario(
            "a clock that is a year ahead for one run makes nothing too old",
            [
                Step(time(9), [(post, [old]), (herald, [otherOld])]),
                Step(time(9, 5), [(post, [item(1, at: time(9)), old]), (herald, nil)], refused: true),
                // New in the wrong run, waiting before it, and without a date.
                Step(
                    nextYear(9, 10),
                    [
                        (post, [item(2, at: time(9, 8)), item(1, at: time(9)), old]),
                        (herald, [undated(3), otherOld]),
                    ], refused: true),
                Step(time(9, 15), [(post, nil), (herald, nil)], announces: [report(1), report(2), report(3)]),
                Step(time(9, 20), [(post, [old]), (herald, [undated(3), otherOld])]),
                // What was too old all the same stays so.
                Step(nextYear(9, 25), [(post, [item(4, at: time(2)), old]), (herald, nil)]),
                Step(time(9, 30), [(post, nil), (herald, nil)]),
                Step(time(9, 35), [(post, nil), (herald, nil)]),
            ]),
        Scenario(
            "nor does one that is ahead for days, in which what is over is forgotten, lose the words of what is fresh",
            [
                Step(time(9), [(post, [old])]) { $0.maxAge = 73 * 3_600 },
                Step(nextYear(9, 5), [(post, [item(1, at: time(9, 5)), old])]),
                Step(nextYear(33, 5), [(post, nil)]),
                Step(nextYear(57, 5), [(post, nil)]),
                Step(nextYear(80, 5), [(post, nil)]),
                Step(nextYear(81, 10), [(post, nil)]),
                Step(time(81, 15), [(post, nil)], announces: [report(1)]),
            ]),
        Scenario(
            "what lost its words, as several clocks were wrong, is never sent without them",
            [
                Step(time(9), [(post, [old])]),
                Step(nextYear(9, 5), [(post, [item(1, at: time(9)), old])]),
                Step(nextYear(100, 5), [(post, nil)]),
                Step(nextYear(130, 5), [(post, nil)]),
                Step(time(9, 10), [(post, nil)]),
                Step(
                    time(9, 15), [(post, [item(2, at: time(9, 12)), item(1, at: time(9)), old])],
                    announces: [report(2)]),
            ]),
        Scenario(
            "nor does a clock that is far behind lose what it takes for dated ahead, or send what is known by its title",
            [
                Step(time(9), [(post, [old]), (herald, [otherOld])]),
                Step(time(9, 5), [(post, [item(1, at: time(9)), old]), (herald, nil)], refused: true),
                Step(
                    time(9, 6), [(post, [item(5, at: time(9)), item(1, at: time(9)), old]), (herald, nil)],
                    announces: [report(1), report(5)]),
                Step(
                    longAgo(9, 10),
                    [
                        (post, [item(2, at: time(9, 8)), item(5, at: time(9)), item(1, at: time(9)), old]),
                        (herald, [item(1_005, report(5), at: time(9, 7)), otherOld]),
                    ]),
                Step(time(9, 15), [(post, nil), (herald, nil)], announces: [report(2)]),
                Step(time(9, 20), [(post, nil), (herald, nil)]),
            ]),
        Scenario(
            "caps count what was sent before clocks were set back, and not for ever",
            [
                Step(time(9), [(post, [old])]) { $0.capsByCategory[.world] = [.init(bulletins: 1, seconds: 3_600)] },
                Step(time(9, 5), [(post, [item(1, at: time(9)), old])], announces: [report(1)]),
                Step(time(8, 45), [(post, [item(2, at: time(8, 44)), item(1, at: time(9)), old])]),
                Step(time(10, 4), [(post, nil)]),
                Step(time(10, 5), [(post, nil)], announces: [report(2)]),
                // Sent by a clock that was a year ahead: it would hold the category for that long.
                Step(nextYear(11, 10), [(post, [undated(3), old])], announces: [report(3)]),
                Step(time(11, 15), [(post, [item(4, at: time(11)), old])], announces: [report(4)]),
            ]),
        Scenario(
            "a title that a clock saw a year ahead means nothing for a year",
            [
                Step(time(9), [(post, [old]), (herald, [otherOld])]),
                Step(
                    nextYear(9, 5), [(post, [item(1, "Briefing of the morning"), old]), (herald, nil)],
                    announces: ["Briefing of the morning"]),
                Step(time(9, 10), [(post, [old]), (herald, nil)]),
                Step(
                    time(9, 15), [(post, nil), (herald, [item(2, "Briefing of the morning", at: time(9)), otherOld])],
                    announces: ["Briefing of the morning"]),
            ]),
    ]
}

import Ledger
import News
import Stories
import Testing

struct ScenarioTests {
    @Test(arguments: Scenario.identity + Scenario.severalFeeds)
    func knownStoriesStayKnown(_ scenario: Scenario) throws { try scenario.play() }

    @Test(arguments: Scenario.adoption)
    func backlogsAreAdopted(_ scenario: Scenario) throws { try scenario.play() }

    @Test(arguments: Scenario.judging + Scenario.breaking + Scenario.quiet + Scenario.languages + Scenario.clocks)
    func storiesAreJudgedAgainWhileFresh(_ scenario: Scenario) throws { try scenario.play() }

    /// By minutes: when the hub closed, until when, the time now, and whether it is closed.
    static let closings: [(since: Int, until: Int, now: Int, isClosed: Bool)] = [
        (0, 20, 0, true), (0, 20, 19, true), (0, 20, 20, false), (0, 20, 500, false),
        // Clocks differ a little from run to run; one that was a year ahead closed nothing.
        (5, 25, 0, true), (525_600, 525_620, 0, false), (525_600, 525_620, 525_601, true),
    ]

    /// By hours: when something came, and the longest pause that is usual then, and whether some hours later it is silent.
    static let arrivals: [(at: [Int], usual: Int, later: Int, isSilent: Bool)] = [
        ([0, 24, 48, 72, 96, 120, 144, 168], 24, 72, false), ([0, 24, 48, 72, 96, 120, 144, 168], 24, 73, true),
        // A clock that was a year ahead, or many years behind, for one run.
        ([0, 24, 48, 72, 8_760, 96, 120, 144, 168], 24, 73, true),
        ([0, 24, 48, 72, -400_000, 96, 120, 144, 168], 24, 73, true),
        ([8_760, 0, 24, 48, 72, 96, 120, 144, 168], 24, 73, true),
    ]

    @Test func whatAWrongClockWroteEndsWithIt() {
        for row in ScenarioTests.closings {
            let closing = Closing(since: time(0, row.since), until: time(0, row.until))
            #expect((closing.end(at: time(0, row.now)) == time(0, row.until)) == row.isClosed, "\(row)")
        }
        for row in ScenarioTests.arrivals {
            var arrivals = Arrivals(since: time(row.at[0]), last: time(row.at[0]), usualSeconds: 0)
            for hour in row.at.dropFirst() { arrivals.note(at: time(hour)) }
            #expect(arrivals.usualSeconds == Int64(row.usual) * 3_600, "\(row)")
            #expect(arrivals.isSilent(at: time((row.at.last ?? 0) + row.later)) == row.isSilent, "\(row)")
        }
    }
}

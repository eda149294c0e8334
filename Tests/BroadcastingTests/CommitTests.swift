import Broadcasting
import Fetching
import Ledger
import News
import Stories
import TestSupport
import Testing

@Suite struct CommitTests {
    /// What a run came to, as far as people and the next run notice.
    struct Course: Equatable {
        var bodies: [[String]] = []
        var adopted: [[Int]] = []
        var firstSeen: [[Instant?]] = []
        var items: [Int] = []
        var told: [[String]] = []
    }

    /// Feeds seen for the first time are taken in while others are read; what is announced, adopted and remembered does
    /// not depend on how many go into one commit.
    @Test func wherePartsOfAFirstSightAreCommittedDoesNotChangeThePlan() async throws {
        let whole = try await course(itemsPerCommit: 1_000)
        #expect(whole.bodies.map(\.count) == [0, 1, 1])
        #expect(whole.bodies[1][0].contains("Harbour closes"), "a feed seen for the first time carries it too")
        #expect(whole.bodies[2][0].contains("Comet seen"), "known from feeds that were adopted, and new to this one")
        #expect(whole.adopted == [[1, 2], [3, 5], [0, 0]])
        for size in [1, 2, 3] { #expect(try await course(itemsPerCommit: size) == whole, "\(size)") }
    }

    private func course(itemsPerCommit: Int) async throws -> Course {
        var course = Course()
        try await withTemporaryFolder { folder in
            let newsroom = Newsroom(folder)
            newsroom.rules.announceFirst = 0
            newsroom.rules.breaking = [.world: Breaking(minFeeds: 2)]
            newsroom.itemsPerCommit = itemsPerCommit
            let world = desk(.world)
            let others = [
                (desk(.science), says("Comet seen", "Ice melts")), (desk(.business), says("Comet seen", "Rates rise")),
                (desk(.sports), says("Cup final", "Harbour closes")),
            ]
            let runs: [(minute: Int64, feeds: [(Feed, FeedOutcome)])] = [
                (0, [(world, says("Bridge opens", "Tunnel opens"))]),
                (5, others + [(world, says("Harbour closes", "Bridge opens", "Tunnel opens"))]),
                (60, others + [(world, says("Comet seen", "Harbour closes", "Bridge opens", "Tunnel opens"))]),
            ]
            for (minute, feeds) in runs {
                // The servers' clocks are told late in the run.
                newsroom.clockOffset = minute == 5 ? 2_400 : nil
                let report = try newsroom.run(minute: minute, feeds)
                course.bodies.append(newsroom.bodies)
                course.adopted.append([report.adoptedFeeds, report.adoptedItems])
                course.told.append(newsroom.warnings)
                let ledger = try Ledger.openForReading(newsroom.place)
                course.firstSeen.append(try ledger.feeds().all.map(\.firstSeen))
                course.items.append(try ledger.facts().items)
            }
        }
        return course
    }
}

import CSQLite
import Glibc
import News
import Stories
import TestSupport
import Testing

@testable import Ledger

/// Ledgers of earlier versions.
struct MigrationTests {
    /// What version 2 kept with each story, those keep that need it; what is known stays known.
    @Test func aLedgerOfVersionTwoIsBroughtUp() throws {
        let folder = TestFolder("place")
        let place = LedgerPlace(path: folder.path + "/ledger.db", hub: "hub", machine: "desk")
        try makeVersionTwo(place)
        let kept = ["announced", "held", "known", "late", "open", "parked", "waiting", "withdrawn"]
        for isDryRun in [true, false] {
            let ledger = try isDryRun ? Ledger.openForReading(place) : Ledger.open(place)
            let rows = try (1...10).compactMap { try ledger.story(StoryID($0)) }
            #expect(rows.count == 10)
            #expect(rows.map(\.title).filter { !$0.isEmpty }.sorted() == kept)
            #expect(rows.filter { $0.title.isEmpty }.allSatisfy { $0.link == nil && $0.source.isEmpty })
            let pending = try ledger.pendingStories()
            #expect(pending.map(\.content.title) == ["open", "waiting", "withdrawn"])
            #expect(pending.map(\.content.link) == [1, 2, 3].map { "https://news.example/\($0)" })
            #expect(pending.allSatisfy { $0.content.source == "post" && $0.categories == [.world] })
            #expect(try ledger.unannouncedStories(since: time(0)).map(\.title) == ["held", "parked"])
            try ledger.check()
            #expect(try ledger.database.rows("PRAGMA foreign_key_check") { $0.text(0) }.isEmpty)
            if isDryRun { try #expect(version(place) == 2) }
        }
        try #expect(version(place) == Schema.steps.count)
        // Words go with their story, and its number does not come back.
        let ledger = try Ledger.open(place)
        try ledger.database.run("DELETE FROM items WHERE story IN (1, 10)")
        try ledger.database.run("DELETE FROM stories WHERE id IN (1, 10)")
        #expect(try ledger.database.first("SELECT count(*) FROM story_texts") { $0.integer(0) } == 6)
        let article = UntoldArticle(item: item(7), identities: ItemIdentities(of: item(7), scope: ""))
        let intent = NotificationIntent(
            origin: .send, categories: [.world], target: "World", message: "x", stories: [], at: time(9))
        guard case .recorded(let id) = try ledger.intend(intent, telling: article) else {
            Issue.record("it is not recorded")
            return
        }
        #expect(try ledger.notification(id)?.intent.stories == [StoryID(11)])
    }

    /// A ledger as version 2 left it, with a story of each kind.
    private func makeVersionTwo(_ place: LedgerPlace) throws {
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        let database = try Database(place.path, path: place.path, flags: flags)
        for step in Schema.steps.prefix(2) { try database.execute(step) }
        try database.execute("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 2")
        var file = stat()
        #expect(stat(place.path, &file) == 0)
        try Binding(hub: "hub", machine: "desk", inode: UInt64(file.st_ino)).write(to: database)
        let now = time(96)
        try database.setMeta("last_run_at", String(now.secondsSince1970))
        try database.run("INSERT INTO feeds(location, first_seen) VALUES ('https://post.example/rss', 1)")
        let old = time(9)
        let stories: [(title: String, state: String, isHeld: Int64, changedAt: Instant)] = [
            ("open", "open", 0, old), ("waiting", "waiting", 1, old), ("withdrawn", "withdrawn", 0, old),
            ("announced", "announced", 0, old), ("adopted", "adopted", 0, now), ("expired", "expired", 0, old),
            ("held", "expired", 1, old), ("late", "expired", 0, now), ("known", "expired", 0, old),
            ("parked", "parked", 0, old),
        ]
        for (place, story) in stories.enumerated() {
            try database.run(
                """
                INSERT INTO stories(state, categories, title, link, source, first_seen, ages_from, changed_at, held)
                VALUES (?1, 'World', ?2, ?3, 'post', ?4, ?4, ?4, ?5)
                """,
                [
                    .text(story.state), .text(story.title), .text("https://news.example/\(place + 1)"),
                    Value(story.changedAt), .integer(story.isHeld),
                ])
            try database.run(
                "INSERT INTO items(feed, story, first_seen, fingerprint, words) VALUES (1, ?, 1, 0, x'')",
                [.integer(database.lastRow)])
        }
        try database.execute(
            """
            INSERT INTO notifications(origin, categories, target, message, properties, intended_at, state)
                VALUES ('broadcast', 'World', 'World', 'x', '{}', 1, 'accepted');
            INSERT INTO claims(story, category, notification) VALUES (4, 'World', 1), (9, 'World', 1);
            """)
    }

    private func version(_ place: LedgerPlace) throws -> Int {
        let database = try Database(place.path, path: place.path, flags: SQLITE_OPEN_READWRITE)
        return try database.first("PRAGMA user_version") { Int($0.integer(0)) } ?? 0
    }
}

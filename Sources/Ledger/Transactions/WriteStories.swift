public import News
public import Stories

extension Ledger {
    /// Writes the stories that are new or changed. A story that a hand send or an editor settled since it was read is
    /// left as they made it.
    func writeStories(_ plan: Plan) throws(LedgerError) -> [Int: StoryID] {
        var rows: [Int: StoryID] = [:]
        for (place, story) in plan.stories.enumerated() where story.isChanged {
            switch story.reference {
            case .new:
                rows[place] = try insert(story, plan.now)
            case .known(let id):
                try database.run(
                    """
                    UPDATE stories SET held = held OR state = 'waiting' OR ?1 = 'waiting', state = ?1, categories = ?2,
                        breaking_in = ?3, urgent_in = ?4, unfit_in = ?5, changed_at = ?6
                    WHERE id = ?7 AND state IN ('open', 'waiting', 'withdrawn')
                    """,
                    [
                        .text(story.state.rawValue), .text(Ledger.text(story.categories)),
                    ] + values(of: story.marks) + [Value(plan.now), .integer(id.number)])
                if database.changes > 0 { try write(story.content, of: id) }
            }
        }
        return rows
    }

    private func insert(_ story: PlannedStory, _ now: Instant) throws(LedgerError) -> StoryID {
        try database.run(
            """
            INSERT INTO stories(state, categories, language, published, first_seen, ages_from, breaking_in, urgent_in,
                unfit_in, changed_at, held)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?1 = 'waiting')
            """,
            [
                .text(story.state.rawValue), .text(Ledger.text(story.categories)), Value(story.content.language),
                Value(story.content.published), Value(story.firstSeen), Value(story.agesFrom),
            ] + values(of: story.marks) + [Value(now)])
        let id = StoryID(database.lastRow)
        // Nobody will ever read of one that is known without being announced.
        if story.state != .adopted { try write(story.content, of: id) }
        return id
    }

    private func values(of marks: StoryMarks) -> [Value] {
        [marks.breaking, marks.urgent, marks.unfit].map { .text(Ledger.text($0.sorted())) }
    }

    /// Settles stories by another way than a notification: parked by the hub's refusal, dropped by an editor.
    public func mark(_ stories: [StoryID], as state: StoryState, at now: Instant) throws(LedgerError) {
        try database.transaction { () throws(LedgerError) in
            for story in stories { try setState(story, state, now) }
        }
    }

    /// Stories that should have gone out and did not: they wait, and when they expire, that is told.
    public func holdBack(_ stories: [StoryID], at now: Instant) throws(LedgerError) {
        guard !stories.isEmpty else { return }
        try database.transaction { () throws(LedgerError) in
            for story in stories { try letWait(story, now) }
        }
    }

    /// A pending story waits; one that was announced as far as anybody knew does so again, one that an editor dropped
    /// stays dropped. What nobody but an editor told is open for a feed that brings it, but waits for no broadcast.
    func letWait(_ story: StoryID, _ now: Instant) throws(LedgerError) {
        try database.run(
            """
            UPDATE stories SET state = CASE WHEN x.carried THEN 'waiting' ELSE 'open' END, held = x.carried, changed_at = ?1
            FROM (SELECT EXISTS (
                SELECT 1 FROM items i JOIN feeds f ON f.id = i.feed WHERE i.story = ?2 AND f.location <> ?3) AS carried) x
            WHERE id = ?2 AND state IN ('open', 'waiting', 'announced')
            """,
            [Value(now), .integer(story.number), .text(Ledger.handFeed.name)])
    }

    func setState(_ story: StoryID, _ state: StoryState, _ now: Instant) throws(LedgerError) {
        try database.run(
            "UPDATE stories SET state = ?, changed_at = ? WHERE id = ?",
            [.text(state.rawValue), Value(now), .integer(story.number)])
    }
}

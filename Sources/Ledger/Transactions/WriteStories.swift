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
                try insert(story, plan.now)
                rows[place] = StoryID(database.lastRow)
            case .known(let id):
                try database.run(
                    """
                    UPDATE stories SET state = ?, categories = ?, title = ?, link = ?, breaking_in = ?,
                        urgent_in = ?, unfit_in = ?, changed_at = ? WHERE id = ? AND state IN ('open', 'waiting', 'withdrawn')
                    """,
                    [
                        .text(story.state.rawValue), .text(Ledger.text(story.categories)), .text(story.content.title),
                        Value(story.content.link),
                    ] + values(of: story.marks) + [Value(plan.now), .integer(id.number)])
            }
        }
        return rows
    }

    private func insert(_ story: PlannedStory, _ now: Instant) throws(LedgerError) {
        try database.run(
            """
            INSERT INTO stories(state, categories, title, link, language, source, published, first_seen, ages_from,
                breaking_in, urgent_in, unfit_in, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(story.state.rawValue), .text(Ledger.text(story.categories)), .text(story.content.title),
                Value(story.content.link), Value(story.content.language), .text(story.content.source),
                Value(story.content.published), Value(story.firstSeen), Value(story.agesFrom),
            ] + values(of: story.marks) + [Value(now)])
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

    func setState(_ story: StoryID, _ state: StoryState, _ now: Instant) throws(LedgerError) {
        try database.run(
            "UPDATE stories SET state = ?, changed_at = ? WHERE id = ?",
            [.text(state.rawValue), Value(now), .integer(story.number)])
    }
}

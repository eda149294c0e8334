public import News
public import Stories

extension Ledger {
    /// The feed that stands for messages sent by hand. It is in no list and never asked.
    static let handFeed = Feed(location: .file("sent by hand"))

    /// Makes the story of an article that an editor sends by hand before any feed brought it, so that it is known when
    /// one does. It is pending until the intent claims it.
    ///
    /// Nil, and nothing is made, where something came since ``known(_:)`` answered: it may be this article. Ask again.
    public func addStory(
        ofItem item: Item, identities: ItemIdentities, categories: [Category], at now: Instant
    ) throws(LedgerError) -> StoryID? {
        try database.transaction { () throws(LedgerError) in
            if try isOvertaken() { return nil }
            try database.run(
                """
                INSERT INTO stories(state, categories, title, link, source, first_seen, ages_from, changed_at,
                    language) VALUES ('open', ?, ?, ?, '', ?4, ?4, ?4, ?5)
                """,
                [
                    .text(Ledger.text(categories)), .text(item.title), Value(item.link), Value(now),
                    Value(item.language),
                ])
            let story = StoryID(database.lastRow)
            let feed = try row(of: Ledger.handFeed)
            try database.run(
                """
                INSERT INTO items(feed, story, first_seen, fingerprint, words, gone) VALUES (?, ?, ?, 0, ?, ?)
                """,
                [
                    .integer(feed.number), .integer(story.number), Value(now), .blob(identities.words.stored),
                    Value(now),
                ])
            try learn(identities.all, item: database.lastRow)
            return story
        }
    }
}

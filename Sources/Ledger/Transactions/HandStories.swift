public import News
public import Stories

/// An article that an editor sends by hand before any feed brought it. Its story is made together with the intent that
/// claims it, so that it is known when a feed brings it; one without the other would be announced a second time, or never.
public struct UntoldArticle: Sendable {
    /// What the editor said of it.
    public var item: Item
    /// What it will be recognised by.
    public var identities: ItemIdentities

    /// An article from its parts.
    public init(item: Item, identities: ItemIdentities) {
        self.item = item
        self.identities = identities
    }
}

extension Ledger {
    /// The feed that stands for messages sent by hand. It is in no list and never asked.
    static let handFeed = Feed(location: .file("sent by hand"))

    /// Makes the story of an article; part of the transaction that records the intent.
    func addStory(
        of article: UntoldArticle, categories: [Category], at now: Instant
    ) throws(LedgerError) -> StoryID {
        try database.run(
            """
            INSERT INTO stories(state, categories, first_seen, ages_from, changed_at, language)
            VALUES ('open', ?1, ?2, ?2, ?2, ?3)
            """,
            [.text(Ledger.text(categories)), Value(now), Value(article.item.language)])
        let story = StoryID(database.lastRow)
        try write(StoryContent(title: article.item.title, link: article.item.link), of: story)
        let feed = try row(of: Ledger.handFeed)
        try database.run(
            """
            INSERT INTO items(feed, story, first_seen, fingerprint, words, gone) VALUES (?, ?, ?, 0, ?, ?)
            """,
            [
                .integer(feed.number), .integer(story.number), Value(now), .blob(article.identities.words.stored),
                Value(now),
            ])
        try learn(article.identities.all, item: database.lastRow)
        return story
    }
}

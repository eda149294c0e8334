public import News
public import Stories

/// A story as recorded, whatever its state.
public struct StoryRecord: Sendable, Hashable {
    /// Its row.
    public var id: StoryID
    /// How far it has come.
    public var state: StoryState
    /// Where it belongs.
    public var categories: [Category]
    /// The headline; empty where the story is over and its words are forgotten, which happens to none of `history`.
    public var title: String
    /// The address of the article.
    public var link: String?
    /// The name of the feed it was first seen in.
    public var source: String
    /// When it was first seen.
    public var firstSeen: Instant
    /// When its state, or what it says, last changed.
    public var changedAt: Instant
}

/// A feed that carries a story, or did.
public struct StoryCarrier: Sendable, Hashable {
    /// Its address or path, without credentials.
    public var location: String
    /// Its own title.
    public var title: String?
    /// When the story was first seen in it.
    public var firstSeen: Instant
    /// When it was gone from it; nil while it is in it.
    public var gone: Instant?
}

extension Ledger {
    /// The feeds in which a story was seen, the first one first; what is past its time is forgotten.
    public func carriers(of id: StoryID) throws(LedgerError) -> [StoryCarrier] {
        try database.rows(
            """
            SELECT f.location, f.title, i.first_seen, i.gone FROM items i JOIN feeds f ON f.id = i.feed
            WHERE i.story = ? AND f.location <> ? ORDER BY i.first_seen, i.id
            """, [.integer(id.number), .text(Ledger.handFeed.name)]
        ) { row in
            StoryCarrier(
                location: row.text(0), title: row.optionalText(1), firstSeen: row.instant(2),
                gone: row.optionalInstant(3))
        }
    }

    /// One story; nil if there is none of that number.
    public func story(_ id: StoryID) throws(LedgerError) -> StoryRecord? {
        try database.first(
            """
            SELECT id, state, categories, title, link, source, first_seen, changed_at
            FROM stories LEFT JOIN story_texts ON story = id WHERE id = ?
            """, [.integer(id.number)], StoryRecord.init(row:))
    }

    /// The stories that ended unannounced since a time, the oldest first: those that were held back until they were too
    /// old, those that the hub refuses, those that an editor dropped.
    public func unannouncedStories(since: Instant) throws(LedgerError) -> [StoryRecord] {
        try database.rows(
            """
            SELECT id, state, categories, title, link, source, first_seen, changed_at
            FROM stories LEFT JOIN story_texts ON story = id
            WHERE changed_at >= ? AND (state IN ('parked', 'dropped') OR state = 'expired' AND held = 1)
            ORDER BY changed_at, id
            """, [Value(since)], StoryRecord.init(row:))
    }
}

extension StoryRecord {
    init(row: Row) {
        self.init(
            id: StoryID(row.integer(0)), state: StoryState(rawValue: row.text(1)) ?? .open,
            categories: Ledger.categories(row.text(2)), title: row.text(3), link: row.optionalText(4),
            source: row.text(5), firstSeen: row.instant(6), changedAt: row.instant(7))
    }
}

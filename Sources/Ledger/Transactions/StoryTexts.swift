internal import News
internal import Stories

extension Ledger {
    /// Days for which the words of a story that is over are kept, beyond the time for which stories are fresh.
    private static let textDays: Int64 = 2

    /// Writes what people read about a story.
    func write(_ content: StoryContent, of story: StoryID) throws(LedgerError) {
        try database.run(
            """
            INSERT INTO story_texts(story, title, link, source) VALUES (?, ?, ?, ?)
            ON CONFLICT(story) DO UPDATE SET title = excluded.title, link = excluded.link
            """,
            [.integer(story.number), .text(content.title), Value(content.link), .text(content.source)])
    }

    /// Forgets the words of stories that are over: known without being announced, or too old without having been held
    /// back. They are recognised by the identities of their items. What a notification claims, and what was held back,
    /// parked or dropped, `history` shows for as long as it is remembered.
    ///
    /// What a clock that was ahead took for too old is opened again when it is right, if it is younger than `seconds` then
    /// (`reviveExpired`). Since it expired the clock went on for as long, or for two days more where it was dated ahead:
    /// its words are kept for that.
    func pruneTexts(at now: Instant, freshFor seconds: Int64) throws(LedgerError) {
        try database.run(
            """
            DELETE FROM story_texts WHERE EXISTS (
                SELECT 1 FROM stories s WHERE s.id = story_texts.story AND s.changed_at < ?
                    AND (s.state = 'adopted' OR s.state = 'expired' AND s.held = 0)
                    AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.story = s.id))
            """, [Value(now.advanced(bySeconds: -Ledger.textDays * 86_400 - seconds))])
    }
}

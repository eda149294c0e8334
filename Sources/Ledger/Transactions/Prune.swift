internal import News

extension Ledger {
    /// Days for which an item is remembered after it left its feed: publishers bring items back.
    private static let markDays: Int64 = 30
    /// Days for which notifications are kept for `history`.
    private static let historyDays: Int64 = 400

    /// Forgets what is past its time, at most once a day, since it reads all identities: items that left their feeds long
    /// ago, stories without items, the words of stories that are over, old notifications. Part of the transaction that takes
    /// a run in.
    ///
    /// How old something is counts from this run or the one before, `last`, whichever is earlier: a clock that jumps ahead
    /// for one run forgets nothing that way.
    func pruneOnceADay(at now: Instant, last: Instant, freshFor seconds: Int64) throws(LedgerError) {
        let before = try database.meta("pruned_at").flatMap { Int64($0) }.map(Instant.init(secondsSince1970:))
        if let before, (0..<86_400).contains(now.seconds(since: before)) { return }
        try database.setMeta("pruned_at", String(now.secondsSince1970))
        let now = min(now, last)
        try pruneRuns(at: now)
        try pruneTexts(at: now, freshFor: seconds)
        try pruneItems(before: now.advanced(bySeconds: -Ledger.markDays * 86_400))
        try database.run(
            """
            DELETE FROM notifications WHERE intended_at < ? AND state NOT IN ('intended', 'unknown')
                AND NOT EXISTS (SELECT 1 FROM claims c JOIN items i ON i.story = c.story
                    WHERE c.notification = notifications.id)
            """, [Value(now.advanced(bySeconds: -Ledger.historyDays * 86_400))])
    }

    private func pruneItems(before oldest: Instant) throws(LedgerError) {
        let count = try database.first("SELECT count(*) FROM items WHERE gone < ?", [Value(oldest)]) { $0.integer(0) }
        guard count != 0 else { return }
        try database.run(
            "DELETE FROM identities WHERE item IN (SELECT id FROM items WHERE gone < ?)", [Value(oldest)])
        try database.run("DELETE FROM items WHERE gone < ?", [Value(oldest)])
        // A story that a notification claimed stays for as long as that is kept.
        try database.run(
            """
            DELETE FROM stories WHERE changed_at < ?
                AND NOT EXISTS (SELECT 1 FROM items i WHERE i.story = stories.id)
                AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.story = stories.id)
            """, [Value(oldest)])
    }
}

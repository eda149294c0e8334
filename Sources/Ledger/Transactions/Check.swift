extension Ledger {
    /// Looks through every page of the ledger for what contradicts itself; throws ``LedgerError/Problem/damaged(_:)``.
    /// It reads the whole file once.
    public func check() throws(LedgerError) {
        let words = try database.first("PRAGMA quick_check(1)") { $0.text(0) }
        guard words == "ok" else { throw LedgerError(.damaged(words ?? "no answer"), path: place.path) }
        let orphans = try database.first(
            "SELECT count(*) FROM items i WHERE NOT EXISTS (SELECT 1 FROM feeds f WHERE f.id = i.feed)"
        ) { $0.integer(0) }
        guard orphans == 0 else { throw LedgerError(.damaged("items without a feed"), path: place.path) }
        let wordless = try database.first(
            """
            SELECT count(*) FROM stories s WHERE s.state IN ('open', 'waiting', 'withdrawn')
                AND NOT EXISTS (SELECT 1 FROM story_texts t WHERE t.story = s.id)
            """
        ) { $0.integer(0) }
        guard wordless == 0 else { throw LedgerError(.damaged("stories without words"), path: place.path) }
    }
}

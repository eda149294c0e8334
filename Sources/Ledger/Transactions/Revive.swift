public import News

extension Ledger {
    /// Seconds by which clocks may differ from one run to the next.
    private static let tolerance: Int64 = 600

    /// The run before had a later time than this one: its clock may have been wrong, and what it took for too old is not.
    /// Stories that expired ahead of `now`, and are fresh, are open again. What had no category is mapped again: what is too
    /// old was never mapped.
    ///
    /// Their words are there: of what is fresh a clock that was ahead all the time forgot none (`pruneTexts`). Where
    /// several were wrong by days, each in its own way, what lost its words stays expired.
    ///
    /// In a dry run this changes the copy alone.
    public func reviveExpired(at now: Instant, freshFor seconds: Int64) throws(LedgerError) {
        let limit = now.advanced(bySeconds: Ledger.tolerance)
        guard let last = try lastRun()?.at, last > limit else { return }
        try database.transaction { () throws(LedgerError) in
            try database.run(
                """
                UPDATE stories SET state = 'open', changed_at = ?1,
                    lead_item = CASE categories WHEN '' THEN NULL ELSE lead_item END
                WHERE state = 'expired' AND changed_at > ?2 AND ages_from > ?3 AND ages_from <= ?2
                    AND EXISTS (SELECT 1 FROM story_texts t WHERE t.story = stories.id)
                """, [Value(now), Value(limit), Value(now.advanced(bySeconds: -seconds))])
        }
    }
}

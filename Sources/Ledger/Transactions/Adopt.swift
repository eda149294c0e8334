public import News
public import Stories

/// What ``Ledger/adopt(_:visits:at:)`` took in during this run.
struct AdoptedRows {
    var items: [Range<Int64>] = []
    var feeds: [FeedID] = []
    var at: Instant?

    var itemCount: Int64 { items.reduce(0) { $0 + Int64($1.count) } }

    func contains(_ item: Int64) -> Bool { items.contains { $0.contains(item) } }
}

extension Ledger {
    /// Takes in feeds seen for the first time while others are still being read, in a transaction of its own: what a
    /// first run over thousands of feeds reads need not be held until its end. Their validators go with their items, as
    /// in ``takeIn(_:visits:rules:)``, which ends the run.
    ///
    /// The feeds are those of ``FeedPlan/init(adopting:)``, whose items are no part of any story of this run.
    public func adopt(_ feeds: [FeedPlan], visits: [FeedVisit], at now: Instant) throws(LedgerError) {
        try database.transaction { () throws(LedgerError) in
            for visit in visits { try record(visit) }
            adopted.items.append(try take(feeds, TakenIn([:]), now))
            for feed in feeds { adopted.feeds.append(try row(of: feed.feed)) }
            adopted.at = now
        }
    }

    /// Whether feeds may be taken in before a run is decided. Not where the ledger is taken over from another machine:
    /// that becomes so at the end, for all feeds at once.
    public var mayAdoptEarly: Bool { newBinding == nil }

    /// The clocks of all servers together may say another time than those that answered first.
    func redateAdopted(_ now: Instant) throws(LedgerError) {
        guard let earlier = adopted.at, earlier != now else { return }
        for rows in adopted.items where !rows.isEmpty {
            try database.run(
                "UPDATE items SET first_seen = ? WHERE id BETWEEN ? AND ?",
                [Value(now), .integer(rows.lowerBound), .integer(rows.upperBound - 1)])
        }
        for feed in adopted.feeds {
            try database.run(
                "UPDATE feeds SET first_seen = ?1, last_read = ?1 WHERE id = ?2", [Value(now), .integer(feed.number)])
        }
    }
}

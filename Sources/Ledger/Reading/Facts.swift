public import News

/// The last broadcast on a ledger.
public struct LastRun: Sendable, Hashable {
    /// Its news time.
    public var at: Instant
    /// How it ended; nil while it runs, or when it was cut off.
    public var exitCode: Int32?
}

/// How much a ledger holds.
public struct LedgerFacts: Sendable, Hashable {
    /// The size of the database in bytes.
    public var bytes: Int
    /// Feeds that were ever asked.
    public var feeds: Int
    /// Items that are known.
    public var items: Int
    /// Stories that are remembered.
    public var stories: Int
}

extension Ledger {
    /// The last broadcast that took in what it read; nil before the first.
    public func lastRun() throws(LedgerError) -> LastRun? {
        guard let at = try database.meta("last_run_at").flatMap({ Int64($0) }) else { return nil }
        let code = try database.meta("last_run_code").flatMap { Int32($0) }
        return LastRun(at: Instant(secondsSince1970: at), exitCode: code)
    }

    /// The hub that the ledger belongs to.
    public func hub() throws(LedgerError) -> String { try Binding(in: database).hub }

    /// How much there is.
    public func facts() throws(LedgerError) -> LedgerFacts {
        func count(_ question: String) throws(LedgerError) -> Int {
            try database.first(question) { Int($0.integer(0)) } ?? 0
        }
        return LedgerFacts(
            bytes: try count("PRAGMA page_count") * count("PRAGMA page_size"),
            feeds: try count("SELECT count(*) FROM feeds WHERE last_asked IS NOT NULL"),
            items: try count("SELECT count(*) FROM items"), stories: try count("SELECT count(*) FROM stories"))
    }
}

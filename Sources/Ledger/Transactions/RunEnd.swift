public import News

/// What the end of a broadcast leaves in the ledger, in one transaction.
public struct RunEnd: Sendable {
    /// How it ended.
    public var exitCode: Int32
    /// Its news time.
    public var at: Instant
    /// How long it took in real time.
    public var milliseconds: Int64?
    /// How many feeds it had.
    public var feeds = 0
    /// How many of them were read, or count with what they said last.
    public var feedsRead = 0
    /// Items that were new to the ledger.
    public var newItems = 0
    /// What is added to the counters, by series; in thousandths.
    public var counts: [String: Int64] = [:]
    /// Troubles as they stand now.
    public var troubles: [TroubleRecord] = []
    /// Keys of troubles that are over.
    public var endedTroubles: [String] = []

    /// The end of a run of that news time.
    public init(exitCode: Int32, at: Instant) {
        self.exitCode = exitCode
        self.at = at
    }
}

extension Ledger {
    /// Days for which runs are kept.
    private static let runDays: Int64 = 35

    /// Gives the broadcast that works with the ledger its number. The caller holds the run lock, so that nobody else gets
    /// the same.
    @discardableResult
    public func beginRun() throws(LedgerError) -> Int64 {
        let number = try database.first("SELECT coalesce(max(id), 0) + 1 FROM runs") { $0.integer(0) } ?? 1
        run = number
        return number
    }

    /// Writes the row of the run; part of the transaction that takes it in.
    func noteRun(at now: Instant) throws(LedgerError) {
        guard let run else { return }
        try database.run("INSERT OR IGNORE INTO runs(id, at) VALUES (?, ?)", [.integer(run), Value(now)])
    }

    /// Forgets old runs, but for the last one, whose number the next one follows.
    func pruneRuns(at now: Instant) throws(LedgerError) {
        try database.run(
            "DELETE FROM runs WHERE at < ? AND id < (SELECT max(id) FROM runs)",
            [Value(now.advanced(bySeconds: -Ledger.runDays * 86_400))])
    }

    /// Records how a broadcast ended.
    public func noteEnd(_ end: RunEnd) throws(LedgerError) {
        try database.transaction { () throws(LedgerError) in
            try database.setMeta("last_run_code", String(end.exitCode))
            if let run {
                try noteRun(at: end.at)
                // One that ended before it took anything in.
                if database.changes > 0 { try database.setMeta("last_run_at", String(end.at.secondsSince1970)) }
                try database.run(
                    """
                    UPDATE runs SET exit_code = ?, milliseconds = ?, feeds = ?, feeds_read = ?, new_items = ? WHERE id = ?
                    """,
                    [
                        .integer(Int64(end.exitCode)), Value(end.milliseconds), .integer(Int64(end.feeds)),
                        .integer(Int64(end.feedsRead)), .integer(Int64(end.newItems)), .integer(run),
                    ])
            }
            for (series, count) in end.counts where count != 0 {
                try database.run(
                    """
                    INSERT INTO counters(series, value) VALUES (?1, ?2)
                    ON CONFLICT(series) DO UPDATE SET value = value + ?2
                    """, [.text(series), .integer(count)])
            }
            for trouble in end.troubles { try write(trouble) }
            for key in end.endedTroubles { try database.run("DELETE FROM troubles WHERE key = ?", [.text(key)]) }
        }
    }

    /// All counters by series, in thousandths.
    public func counters() throws(LedgerError) -> [String: Int64] {
        let rows = try database.rows("SELECT series, value FROM counters") { ($0.text(0), $0.integer(1)) }
        return Dictionary(rows) { $1 }
    }
}

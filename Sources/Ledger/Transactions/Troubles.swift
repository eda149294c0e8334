public import News

/// Something that is wrong for more than one run, and what people heard of it.
public struct TroubleRecord: Sendable, Hashable {
    /// What it is about: there is one trouble for each at a time.
    public var key: String
    /// Which trouble it is; another one about the same thing is news.
    public var kind: String
    /// What is wrong, in words.
    public var words: String
    /// When it was first noticed.
    public var since: Instant
    /// When people heard of it last; nil while they did not.
    public var toldAt: Instant?
    /// How often they did.
    public var tellings: Int
    /// In how many runs it was noticed.
    public var times: Int

    /// A trouble that is noticed for the first time.
    public init(key: String, kind: String, words: String, since: Instant) {
        self.key = key
        self.kind = kind
        self.words = words
        self.since = since
        tellings = 0
        times = 0
    }
}

extension Ledger {
    /// The troubles that are not over.
    public func troubles() throws(LedgerError) -> [TroubleRecord] {
        try database.rows("SELECT key, kind, words, since, told_at, tellings, times FROM troubles ORDER BY since, key")
        {
            row in
            var trouble = TroubleRecord(
                key: row.text(0), kind: row.text(1), words: row.text(2), since: row.instant(3))
            trouble.toldAt = row.optionalInstant(4)
            trouble.tellings = Int(row.integer(5))
            trouble.times = Int(row.integer(6))
            return trouble
        }
    }

    func write(_ trouble: TroubleRecord) throws(LedgerError) {
        try database.run(
            """
            INSERT OR REPLACE INTO troubles(key, kind, words, since, told_at, tellings, times) VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(trouble.key), .text(trouble.kind), .text(trouble.words), Value(trouble.since),
                Value(trouble.toldAt), .integer(Int64(trouble.tellings)), .integer(Int64(trouble.times)),
            ])
    }
}

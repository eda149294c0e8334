public import News

/// A broadcast as recorded.
public struct RunRecord: Sendable, Hashable {
    /// Its number; log lines and notifications name it.
    public var number: Int64
    /// Its news time.
    public var at: Instant
    /// How it ended; nil while it runs, or when it was cut off.
    public var exitCode: Int32?
    /// How long it took in real time; nil like the code.
    public var milliseconds: Int64?
    /// How many feeds it had, and how many of them were read, or count with what they said last.
    public var feeds: Int
    /// See ``feeds``.
    public var feedsRead: Int
    /// Items that were new to the ledger.
    public var newItems: Int
    /// Its notifications.
    public var notifications: Int
}

/// What a monitor wants to know of a ledger at a glance.
public struct LedgerStanding: Sendable, Hashable {
    /// Stories that were held back and may still go out, by category.
    public var waiting: [Category: Int] = [:]
    /// Notifications whose outcome nobody knows.
    public var unknown = 0
    /// The size of the database in bytes.
    public var bytes = 0
}

extension Ledger {
    /// The runs since a time, the oldest first.
    public func runs(since: Instant, until: Instant) throws(LedgerError) -> [RunRecord] {
        try database.rows(
            """
            SELECT id, at, exit_code, milliseconds, feeds, feeds_read, new_items,
                (SELECT count(*) FROM notifications n WHERE n.intended_at = r.at AND n.run = r.id)
            FROM runs r WHERE at >= ? AND at <= ? ORDER BY id
            """, [Value(since), Value(until)], RunRecord.init(row:))
    }

    /// One run; nil if there is none of that number, or none any more.
    public func run(_ number: Int64) throws(LedgerError) -> RunRecord? {
        try database.first(
            """
            SELECT id, at, exit_code, milliseconds, feeds, feeds_read, new_items,
                (SELECT count(*) FROM notifications n WHERE n.intended_at = r.at AND n.run = r.id)
            FROM runs r WHERE id = ?
            """, [.integer(number)], RunRecord.init(row:))
    }

    /// What waits, what is unknown, and the size.
    public func standing() throws(LedgerError) -> LedgerStanding {
        var standing = LedgerStanding()
        // The first condition lets the index of the few pending ones serve.
        let rows = try database.rows(
            """
            SELECT categories, count(*) FROM stories
            WHERE state IN ('open', 'waiting', 'withdrawn') AND state = 'waiting' GROUP BY categories
            """
        ) { (Ledger.categories($0.text(0)), Int($0.integer(1))) }
        for (categories, count) in rows {
            for category in categories { standing.waiting[category, default: 0] += count }
        }
        let unknown = try database.first(
            "SELECT count(*) FROM notifications WHERE state IN ('intended', 'unknown') AND state = 'unknown'"
        ) { Int($0.integer(0)) }
        standing.unknown = unknown ?? 0
        standing.bytes = try facts().bytes
        return standing
    }
}

extension RunRecord {
    init(row: Row) {
        number = row.integer(0)
        at = row.instant(1)
        exitCode = row.optionalInteger(2).flatMap(Int32.init(exactly:))
        milliseconds = row.optionalInteger(3)
        feeds = Int(row.integer(4))
        feedsRead = Int(row.integer(5))
        newItems = Int(row.integer(6))
        notifications = Int(row.integer(7))
    }
}

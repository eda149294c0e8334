internal import Glibc

/// How many commits a ledger has seen stands in it and, after each, at the beginning of the lock file beside it. Where the
/// ledger has fewer it was put back from a backup, be it into the same file: what was sent since is not in it.
///
/// The number beside it may fall behind, as after a crash, and never runs ahead: a commit is durable before it is noted.
struct CommitNote {
    /// The lock file, which whoever owns the database keeps open.
    let descriptor: Int32

    private static let key = "commits"
    private static let length = 20

    /// The number in the ledger.
    static func count(in database: Database) throws(LedgerError) -> Int64 {
        try database.meta(key).flatMap { Int64($0) } ?? 0
    }

    /// The number beside it; nil where none was noted.
    static func read(from descriptor: Int32) -> Int64? {
        var bytes = [UInt8](repeating: 0, count: length)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        return Int64(String(decoding: bytes.prefix(count).prefix { $0 != 0x0A }, as: UTF8.self))
    }

    /// The number beside the ledger of that place, for whoever only reads.
    static func read(_ place: LedgerPlace) -> Int64? {
        guard let lock = try? Descriptor(place.usersLockPath, flags: O_RDONLY, called: place.path) else { return nil }
        return read(from: lock.number)
    }

    /// Counts the commit that follows.
    func count(in database: Database) throws(LedgerError) -> Int64 {
        try database.first(
            """
            INSERT INTO meta(key, value) VALUES (?, '1')
            ON CONFLICT(key) DO UPDATE SET value = CAST(value AS INTEGER) + 1 RETURNING value
            """, [.text(CommitNote.key)]
        ) { Int64($0.text(0)) ?? 0 } ?? 0
    }

    /// Notes it when it is durable. Where that fails, an earlier number stays.
    func write(_ count: Int64) {
        var bytes = Array("\(count)\n".utf8)
        bytes += [UInt8](repeating: 0x20, count: max(0, CommitNote.length - bytes.count))
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }
}

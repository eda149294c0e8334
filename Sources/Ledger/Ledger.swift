internal import CSQLite
internal import Glibc

/// The durable record of feeds, stories and notifications of one hub on one machine.
///
/// A broadcast uses it in this order, and no other:
///
/// 1. ``RunLock`` (a dry run takes none), then ``open(_:)``, or ``openForReading(_:)`` for a dry run.
/// 2. ``feeds()`` for validators and times; fetch.
/// 3. For each document a `FeedReading`, and ``recognise(_:_:eachItem:known:)``; for each feed that answered 304 or was
///    not asked ``FeedRecords/unchanged(_:)``.
///    Of feeds seen for the first time ``adopt(_:visits:at:)`` may take in already what no story can have a part in.
/// 4. ``pendingStories()``, ``recentBulletins(since:)``, and `decide`, which maps what is unknown.
/// 5. ``takeIn(_:visits:)``: everything read and decided, with validators and marks, in one transaction. Nothing may be
///    sent before that.
/// 6. For each bulletin, one after another: compose, ``intend(_:)``, send, ``settle(_:_:at:)``. A kill in between leaves
///    one notification without a result, which the next opening calls unknown: it is never sent again by itself.
public final class Ledger {
    let database: Database
    let place: LedgerPlace
    /// The ledger was not there and was made: everything counts as seen for the first time. Tell it, where it was
    /// expected to be there.
    public let wasCreated: Bool
    /// Notifications whose process ended between intent and result, found at this opening.
    public internal(set) var becameUnknown: [NotificationID] = []
    /// Written with the next ``takeIn(_:visits:)``, which adopts everything: not earlier, or a crash in between would
    /// make the copy pass for the original.
    var newBinding: Binding?
    /// The newest item when ``known(_:)`` answered: what came after it the decision did not see.
    var newestKnownItem: Int64?
    /// What this run took in before it was decided.
    var adopted = AdoptedRows()
    /// The number of the broadcast that works with it; nil before ``beginRun()``, and for everything else.
    public internal(set) var run: Int64?
    private let users: UsersLock?
    private let copy: TemporaryFolder?

    private init(
        _ database: Database, _ place: LedgerPlace, wasCreated: Bool, users: UsersLock? = nil,
        copy: TemporaryFolder? = nil
    ) {
        self.database = database
        self.place = place
        self.wasCreated = wasCreated
        self.users = users
        self.copy = copy
    }

    /// Opens the ledger for a run that writes, and makes it where there is none. What an earlier run left without a result
    /// is settled as unknown, unless that is left to the next broadcast, which ends with an exit code of its own then.
    public static func open(_ place: LedgerPlace, settlesAbandoned: Bool = true) throws(LedgerError) -> Ledger {
        if place.hub == nil, try status(place.path) == nil { throw LedgerError(.missing, path: place.path) }
        try prepareFolder(of: place)
        let wasCreated = try createLedger(place)
        let users = UsersLock(try FileLock(place.usersLockPath, place: place))
        // Before the ledger is looked at: others may be writing.
        let noted = CommitNote.read(from: users.lock.number)
        let isAlone = users.lock.take(alone: true)
        if !isAlone { _ = users.lock.take(alone: false, waiting: true) }
        if isAlone { try checkSize(of: place.path, place) }
        let log = try status(place.path + "-wal")
        let database = try Database(place.path, path: place.path, flags: SQLITE_OPEN_READWRITE)
        try database.prepareForWriting()
        let ledger = Ledger(database, place, wasCreated: wasCreated, users: users)
        try ledger.checkBinding(noted: noted)
        if ledger.newBinding == nil { ledger.noteCommits() }
        // A log is left only by a kill or a crash of the machine: worth the half second that 50 MB take.
        if isAlone, let log, log.st_size > 0 { try ledger.check() }
        if isAlone {
            // Nobody else has the ledger open, so whoever left an intent without a result is gone.
            if settlesAbandoned { try ledger.settleAbandoned() }
            _ = users.lock.take(alone: false, waiting: true)
        }
        return ledger
    }

    /// Opens the ledger for a dry run, which writes nothing beside it; where there is none, an empty one in memory.
    /// It sees everything that was committed before, also by a run that was killed.
    public static func openForReading(_ place: LedgerPlace) throws(LedgerError) -> Ledger {
        guard try status(place.path) != nil else {
            guard place.hub != nil else { throw LedgerError(.missing, path: place.path) }
            let database = try Database(
                ":memory:", path: place.path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY)
            try Schema.migrate(database)
            return Ledger(database, place, wasCreated: true)
        }
        let noted = CommitNote.read(place)
        let copy = try copyLedger(place)
        try checkSize(of: copy.databasePath, place)
        let database = try Database(copy.databasePath, path: place.path, flags: SQLITE_OPEN_READWRITE)
        try database.prepareCopy()
        let ledger = Ledger(database, place, wasCreated: false, copy: copy)
        try ledger.checkBinding(noted: noted)
        return ledger
    }

    /// Counts what a run that is gone left without a result as unknown, in the copy that was opened for reading: that is
    /// what the next run will find.
    public func countAbandoned() throws(LedgerError) {
        if copy?.wasAlone == true { try settleAbandoned() }
    }

    /// From now on commits are counted beside the ledger too. One that is taken over is this place's own only when that is
    /// done: until then its number would make it pass for the one that was there.
    func noteCommits() {
        database.commitNote = users.map { CommitNote(descriptor: $0.lock.number) }
    }

    private func checkBinding(noted: Int64?) throws(LedgerError) {
        let inode = try status(place.path).map { UInt64($0.st_ino) } ?? 0
        let recorded = try Binding(in: database)
        let isBehind = try CommitNote.count(in: database) < noted ?? 0
        if try recorded.allows(place, inode: inode, isBehind: isBehind) { return }
        newBinding = Binding(hub: recorded.hub, machine: place.machine, inode: inode)
    }
}

/// Keeps the shared lock as long as the ledger is open.
private final class UsersLock {
    let lock: FileLock

    init(_ lock: consuming FileLock) {
        self.lock = lock
    }
}

extension Database {
    /// The settings under which nothing committed is lost at a power cut (`synchronous = FULL`), and checks that cost
    /// nothing.
    fileprivate func prepareForWriting() throws(LedgerError) {
        try checkKind()
        if isReadOnly { throw LedgerError(.notWritable("it is read-only"), path: path) }
        let mode = try first("PRAGMA journal_mode = WAL") { $0.text(0) }
        guard mode == "wal" else { throw LedgerError(.notWritable("no write-ahead log"), path: path) }
        try execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -8192")
        try execute("PRAGMA journal_size_limit = 67108864; PRAGMA temp_store = MEMORY")
        try Schema.migrate(self)
    }

    fileprivate func prepareCopy() throws(LedgerError) {
        try execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF; PRAGMA cache_size = -8192")
        try checkKind()
        try Schema.migrate(self)
    }

    private func checkKind() throws(LedgerError) {
        try execute("PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF")
        let kind = try first("PRAGMA application_id") { $0.integer(0) }
        guard kind == Schema.applicationID else { throw LedgerError(.notALedger, path: path) }
    }
}

/// A closed ledger is exactly as long as its first page says. SQLite itself would not mind garbage behind the end, or an
/// empty file; here both mean that something else wrote it.
private func checkSize(of path: String, _ place: LedgerPlace) throws(LedgerError) {
    if let log = try status(path + "-wal"), log.st_size > 0 { return }
    guard let file = try status(path) else { return }
    guard file.st_mode & S_IFMT == S_IFREG else { throw LedgerError(.cannotOpen("it is no file"), path: place.path) }
    let size = file.st_size
    if size == 0 { throw LedgerError(.damaged("the file is empty"), path: place.path) }
    let descriptor = try Descriptor(path, flags: O_RDONLY, called: place.path)
    var head = [UInt8](repeating: 0, count: 100)
    guard pread(descriptor.number, &head, head.count, 0) == head.count, head.starts(with: "SQLite format 3\0".utf8)
    else {
        throw LedgerError(.damaged("the file is not a database"), path: place.path)
    }
    let pageSize = Int64(head[16]) << 8 | Int64(head[17])
    let pages = head[28..<32].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    if pages * (pageSize == 1 ? 65_536 : pageSize) != Int64(size) {
        throw LedgerError(.damaged("its length is not what it should be"), path: place.path)
    }
}

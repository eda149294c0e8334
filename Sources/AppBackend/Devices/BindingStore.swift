internal import CSQLite
internal import Glibc
internal import JSON
internal import Synchronization

/// To whom ids were handed out that the hub cannot tell yet: an id binds whoever got it from the moment of the answer, but
/// the tag that says so stands at the hub only after the app has put its registration. A file of SQLite, so that the binding
/// outlives this process and holds for others beside it. Rows go when the hub knows, or after a day: an app that comes back
/// later is told that the id has ended, and asks for a new one.
final class BindingStore: Sendable {
    private let path: String
    /// The connection as a bit pattern: raw pointers cannot be shared between threads.
    private let connection: Mutex<Connection>

    fileprivate struct Connection {
        var handle: UInt
        /// Prepared statements as bit patterns.
        var statements: [String: UInt] = [:]
        var untilPruning = 0
    }

    /// Ids that one user may have without having put them.
    static let perUser = 1_000
    /// Seconds that a row counts.
    static let lifetime: Int64 = 86_400

    /// `bbck`: tells the file from those of other programs.
    private static let mark = 0x6262_636B

    init(_ path: String) throws(AppBackendError) {
        self.path = path
        try BindingStore.claim(path)
        var opened: OpaquePointer?
        // SQLite has a meaning of its own for names such as file:x and :memory:.
        let code = sqlite3_open_v2(
            path.hasPrefix("/") ? path : "./" + path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        connection = Mutex(Connection(handle: UInt(bitPattern: opened)))
        guard code == SQLITE_OK, let opened else { throw .state(file: path, reason: "it cannot be opened") }
        sqlite3_busy_timeout(opened, 5_000)
        let first = """
            PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;
            CREATE TABLE IF NOT EXISTS binding (
                id TEXT PRIMARY KEY, user TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
            CREATE INDEX IF NOT EXISTS binding_by_user ON binding (user);
            CREATE INDEX IF NOT EXISTS binding_by_time ON binding (at);
            """
        guard let mark = connection.withLock({ $0.number("PRAGMA application_id", []) }),
            mark == BindingStore.mark
                || mark == 0 && connection.withLock({ $0.number("SELECT count(*) FROM sqlite_schema", []) }) == 0
        else { throw .state(file: path, reason: "it is another program's file, or damaged") }
        guard sqlite3_exec(opened, first + "PRAGMA application_id=\(BindingStore.mark)", nil, nil, nil) == SQLITE_OK
        else { throw .state(file: path, reason: String(cString: sqlite3_errmsg(opened))) }
    }

    deinit {
        connection.withLock { connection in
            for pattern in connection.statements.values { sqlite3_finalize(OpaquePointer(bitPattern: pattern)) }
            sqlite3_close_v2(OpaquePointer(bitPattern: connection.handle))
        }
    }

    /// The file is made with a mode that keeps others out: who could write it could take over devices.
    private static func claim(_ path: String) throws(AppBackendError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .state(file: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw .state(file: path, reason: "it is no file")
        }
        guard facts.st_mode & 0o077 == 0 else {
            throw .state(
                file: path, reason: "it tells whose devices are whose, and others may use it: chmod 600 \(path)")
        }
    }

    /// What became of a claim.
    enum Claim: Sendable, Equatable {
        /// The id is this user's.
        case bound
        /// It is another's.
        case taken
        /// The user has too many already that were never put.
        case tooMany
        /// The file cannot be written.
        case failed
    }

    /// Binds an id to a user, unless it is another's: whoever comes first has it.
    func claim(_ id: String, for user: UserName, at now: Int64) -> Claim {
        connection.withLock { connection in
            connection.untilPruning -= 1
            if connection.untilPruning < 0 {
                connection.untilPruning = 1_000
                _ = connection.run("DELETE FROM binding WHERE at < ?", [.number(now - BindingStore.lifetime)])
            }
            let owner = connection.text(
                """
                INSERT INTO binding (id, user, at)
                SELECT ?1, ?2, ?3 WHERE (SELECT count(*) FROM (SELECT 1 FROM binding WHERE user = ?2 LIMIT ?4)) < ?4
                ON CONFLICT (id) DO UPDATE SET user = excluded.user, at = excluded.at
                WHERE user = excluded.user OR at < ?5
                RETURNING user
                """,
                [
                    .text(id), .text(user.key), .number(now), .number(Int64(BindingStore.perUser)),
                    .number(now - BindingStore.lifetime),
                ])
            switch owner {
            case .failure: return .failed
            case .success(user.key?): return .bound
            case .success(.some): return .taken
            case .success(nil):
                // Another has it, or there is no room.
                switch connection.text(BindingStore.ownerOf, [.text(id)]) {
                case .failure: return .failed
                case .success(nil): return .tooMany
                case .success(let owner?): return owner == user.key ? .bound : .taken
                }
            }
        }
    }

    /// The key of the user to whom an id was handed out; nil where there is no row.
    func owner(of id: String, at now: Int64) -> Result<String?, StoreFault> {
        connection.withLock {
            $0.text(BindingStore.ownerOf + " AND at >= ?", [.text(id), .number(now - BindingStore.lifetime)])
        }
    }

    /// Forgets bindings that the hub tells from now on.
    func forget(_ ids: [String]) {
        let list = JSONValue.array(ids.map(JSONValue.string)).text()
        // Rows that stay because the file cannot be written do no harm.
        connection.withLock {
            _ = $0.run("DELETE FROM binding WHERE id IN (SELECT value FROM json_each(?))", [.text(list)])
        }
    }

    private static let ownerOf = "SELECT user FROM binding WHERE id = ?"

    struct StoreFault: Error, Sendable, Equatable {}

    fileprivate enum Value {
        case text(String)
        case number(Int64)
    }
}

extension BindingStore.Connection {
    mutating func run(_ sql: String, _ values: [BindingStore.Value]) -> Bool {
        step(sql, values) { _ in () } != nil
    }

    mutating func text(
        _ sql: String, _ values: [BindingStore.Value]
    ) -> Result<String?, BindingStore.StoreFault> {
        let row = step(sql, values) { statement in sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "" }
        return row.map { .success($0) } ?? .failure(BindingStore.StoreFault())
    }

    mutating func number(_ sql: String, _ values: [BindingStore.Value]) -> Int? {
        step(sql, values) { Int(sqlite3_column_int64($0, 0)) }.flatMap(\.self)
    }

    /// Runs a statement to its end. Nil for a failure; inside it what `read` makes of the first row, if there is one.
    private mutating func step<Row>(
        _ sql: String, _ values: [BindingStore.Value], _ read: (OpaquePointer) -> Row
    ) -> Row?? {
        guard let statement = prepared(sql) else { return nil }
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (position, value) in values.enumerated() {
            switch value {
            case .text(var text):
                text.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        _ = bulletin_sqlite3_bind_text_copied(
                            statement, Int32(position + 1), $0.baseAddress, Int32(clamping: $0.count))
                    }
                }
            case .number(let number): sqlite3_bind_int64(statement, Int32(position + 1), number)
            }
        }
        var row: Row?
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: if row == nil { row = read(statement) }
            case SQLITE_DONE: return .some(row)
            default: return nil
            }
        }
    }

    private mutating func prepared(_ sql: String) -> OpaquePointer? {
        if let pattern = statements[sql] { return OpaquePointer(bitPattern: pattern) }
        var statement: OpaquePointer?
        guard let handle = OpaquePointer(bitPattern: handle),
            sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil) == SQLITE_OK
        else { return nil }
        statements[sql] = UInt(bitPattern: statement)
        return statement
    }
}

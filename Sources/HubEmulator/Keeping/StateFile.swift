internal import CSQLite
internal import Glibc
internal import JSON
internal import Synchronization

/// The file in which a hub keeps its state: one table of JSON values in SQLite. A change is in the file before its
/// request is answered, so that a killed hub forgets nothing that it said; a power cut may cost the last moments.
///
/// It holds keys, so nobody but its owner may read it, and one hub at a time uses it.
final class StateFile: Sendable {
    private let path: String
    /// The connection as a bit pattern: raw pointers cannot be shared between threads.
    private let connection: Mutex<UInt>

    /// `bhub`: tells the file from those of other programs.
    private static let mark = 0x6268_7562

    /// Opens a file, or makes it.
    init(_ path: String) throws(HubEmulatorError) {
        self.path = path
        try StateFile.claim(path)
        var opened: OpaquePointer?
        // SQLite has a meaning of its own for names such as file:x and :memory:.
        let name = path.hasPrefix("/") ? path : "./" + path
        let code = sqlite3_open_v2(name, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        connection = Mutex(UInt(bitPattern: opened))
        guard code == SQLITE_OK, let opened else { throw fault("it cannot be opened") }
        // The lock is taken with the first reading and held to the end: a second hub is refused.
        guard StateFile.run("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT", opened) else {
            throw fault(
                sqlite3_errcode(opened) == SQLITE_BUSY
                    ? "another local hub uses it" : String(cString: sqlite3_errmsg(opened)))
        }
        let mark = StateFile.number("PRAGMA application_id", opened)
        let isNew = StateFile.number("SELECT count(*) FROM sqlite_schema", opened) == 0
        guard mark == StateFile.mark || mark == 0 && isNew else { throw fault("it is another program's file") }
        let isReady = StateFile.run(
            """
            PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA application_id=\(StateFile.mark);
            CREATE TABLE IF NOT EXISTS entry (
                place INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, id TEXT NOT NULL, value TEXT NOT NULL,
                UNIQUE (kind, id));
            """, opened)
        guard isReady else { throw fault(String(cString: sqlite3_errmsg(opened))) }
    }

    deinit { _ = connection.withLock { sqlite3_close_v2(OpaquePointer(bitPattern: $0)) } }

    /// The file is made with a mode that keeps others out, before anything stands in it.
    private static func claim(_ path: String) throws(HubEmulatorError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .state(file: path, reason: String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw .state(file: path, reason: "it is no file")
        }
        guard facts.st_mode & 0o077 == 0 else {
            throw .state(file: path, reason: "it holds keys and others may use it: chmod 600 \(path)")
        }
    }

    /// All values of a kind with their ids, in the order in which they were first kept.
    func values(_ kind: StateKind) throws(HubEmulatorError) -> [(id: String, value: JSONValue)] {
        let read = connection.withLock { pattern -> [(id: String, value: JSONValue)]? in
            let sql = "SELECT id, value FROM entry WHERE kind = ? ORDER BY place"
            guard let handle = OpaquePointer(bitPattern: pattern), let statement = StateFile.prepared(sql, handle)
            else { return nil }
            defer { sqlite3_finalize(statement) }
            StateFile.bind(kind.rawValue, 1, statement)
            var values: [(id: String, value: JSONValue)] = []
            while true {
                switch sqlite3_step(statement) {
                case SQLITE_ROW: break
                case SQLITE_DONE: return values
                default: return nil
                }
                guard let value = try? JSONValue(parsing: StateFile.text(1, statement)) else { return nil }
                values.append((StateFile.text(0, statement), value))
            }
        }
        guard let read else { throw fault("it is damaged: what it holds as \(kind.rawValue) cannot be read") }
        return read
    }

    /// Keeps changes, all or none; false where that is impossible, as on a full disk.
    func write(_ changes: [StateChange]) -> Bool {
        connection.withLock { pattern in
            guard let handle = OpaquePointer(bitPattern: pattern), StateFile.run("BEGIN IMMEDIATE", handle) else {
                return false
            }
            var writer = StateWriter(handle)
            let isWritten = changes.allSatisfy { writer.write($0) }
            writer.finish()
            if isWritten, StateFile.run("COMMIT", handle) { return true }
            _ = StateFile.run("ROLLBACK", handle)
            return false
        }
    }

    func fault(_ reason: String) -> HubEmulatorError { .state(file: path, reason: reason) }
}

/// Writes changes with statements that are prepared once for all of them.
private struct StateWriter {
    private let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    mutating func write(_ change: StateChange) -> Bool {
        switch change {
        case .put(let kind, let id, let value):
            // An update leaves the place as it is.
            run(
                "INSERT INTO entry (kind, id, value) VALUES (?, ?, ?) "
                    + "ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value", kind.rawValue, id, value.text())
        case .remove(let kind, let id): run("DELETE FROM entry WHERE kind = ? AND id = ?", kind.rawValue, id)
        case .clear(let kind): run("DELETE FROM entry WHERE kind = ?", kind.rawValue)
        }
    }

    private mutating func run(_ sql: String, _ values: String...) -> Bool {
        guard let statement = statements[sql] ?? StateFile.prepared(sql, handle) else { return false }
        statements[sql] = statement
        for (position, value) in values.enumerated() { StateFile.bind(value, Int32(position + 1), statement) }
        defer { sqlite3_reset(statement) }
        return sqlite3_step(statement) == SQLITE_DONE
    }

    mutating func finish() {
        for statement in statements.values { sqlite3_finalize(statement) }
        statements.removeAll()
    }
}

extension StateFile {
    fileprivate static func run(_ sql: String, _ handle: OpaquePointer) -> Bool {
        sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK
    }

    fileprivate static func prepared(_ sql: String, _ handle: OpaquePointer) -> OpaquePointer? {
        var statement: OpaquePointer?
        return sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK ? statement : nil
    }

    fileprivate static func number(_ sql: String, _ handle: OpaquePointer) -> Int? {
        guard let statement = prepared(sql, handle) else { return nil }
        defer { sqlite3_finalize(statement) }
        return sqlite3_step(statement) == SQLITE_ROW ? Int(sqlite3_column_int64(statement, 0)) : nil
    }

    fileprivate static func bind(_ text: String, _ position: Int32, _ statement: OpaquePointer) {
        var text = text
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                _ = bulletin_sqlite3_bind_text_copied(statement, position, $0.baseAddress, Int32(clamping: $0.count))
            }
        }
    }

    fileprivate static func text(_ column: Int32, _ statement: OpaquePointer) -> String {
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
        return String(decoding: bytes, as: UTF8.self)
    }
}

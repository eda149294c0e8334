internal import CSQLite

/// A connection to one SQLite file. Statements are prepared once and kept, since a run asks the same few questions
/// hundreds of thousands of times.
final class Database {
    let path: String
    fileprivate let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]
    /// Where commits are counted; nil where they are not.
    var commitNote: CommitNote?

    /// Opens an existing file. `name` is its path, `path` what people call it.
    init(_ name: String, path: String, flags: Int32) throws(LedgerError) {
        var opened: OpaquePointer?
        // SQLite has a meaning of its own for names such as file:x and :memory:.
        let name = name.first == "/" || flags & SQLITE_OPEN_MEMORY != 0 ? name : "./" + name
        let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened else {
            let error = LedgerError(.init(code: code, handle: opened), path: path)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        self.path = path
        // Writers of a hand send and of a broadcast take turns of milliseconds.
        sqlite3_busy_timeout(handle, 10_000)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
    }

    /// The row number of the last insertion.
    var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes64(handle)) }

    /// Runs statements without parameters and results.
    func execute(_ sql: String) throws(LedgerError) {
        try check(sqlite3_exec(handle, sql, nil, nil, nil))
    }

    /// Runs a statement and hands each row to `body`, which may stop the reading by answering false.
    func query(_ sql: String, _ values: [Value] = [], _ body: (Row) -> Bool) throws(LedgerError) {
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1), to: statement) }
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw error(code) }
            if !body(Row(statement: statement)) { return }
        }
    }

    /// Runs a statement without results.
    func run(_ sql: String, _ values: [Value] = []) throws(LedgerError) {
        try query(sql, values) { _ in true }
    }

    /// All rows, made into values.
    func rows<T>(_ sql: String, _ values: [Value] = [], _ make: (Row) -> T) throws(LedgerError) -> [T] {
        var result: [T] = []
        try query(sql, values) { row in
            result.append(make(row))
            return true
        }
        return result
    }

    /// The first row, made into a value.
    func first<T>(_ sql: String, _ values: [Value] = [], _ make: (Row) -> T) throws(LedgerError) -> T? {
        var result: T?
        try query(sql, values) { row in
            result = make(row)
            return false
        }
        return result
    }

    /// Runs `body` in a transaction that has the right to write from its beginning, so that it cannot lose that right
    /// half way; all of it is kept, or nothing.
    func transaction<T>(_ body: () throws(LedgerError) -> T) throws(LedgerError) -> T {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            let count = try commitNote?.count(in: self)
            try execute("COMMIT")
            if let count { commitNote?.write(count) }
            return result
        } catch {
            // SQLite rolls back by itself on some errors; then this one is refused, which says nothing new.
            sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    /// Runs several questions on one state of the database, whoever writes meanwhile; it also spares each of them the
    /// locks.
    func snapshot<T>(_ body: () throws(LedgerError) -> T) throws(LedgerError) -> T {
        try execute("BEGIN")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
            throw error
        }
    }

    /// A statement for a loop, which spares looking it up by its text each time.
    func statement(_ sql: String) throws(LedgerError) -> Statement {
        Statement(handle: try prepared(sql), database: self)
    }

    private func prepared(_ sql: String) throws(LedgerError) -> OpaquePointer {
        if let statement = statements[sql] { return statement }
        var statement: OpaquePointer?
        try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil))
        guard let statement else { throw LedgerError(.misuse("empty statement"), path: path) }
        statements[sql] = statement
        return statement
    }

    private func bind(_ value: Value, at index: Int32, to statement: OpaquePointer) throws(LedgerError) {
        switch value {
        case .null: try check(sqlite3_bind_null(statement, index))
        case .integer(let number): try check(sqlite3_bind_int64(statement, index, number))
        case .text(var text):
            let code = text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    bulletin_sqlite3_bind_text_copied(statement, index, $0.baseAddress, Int32(clamping: $0.count))
                }
            }
            try check(code)
        case .blob(let bytes):
            try check(
                bytes.withUnsafeBytes {
                    bulletin_sqlite3_bind_blob_copied(statement, index, $0.baseAddress, Int32(clamping: $0.count))
                })
        }
    }

    private func check(_ code: Int32) throws(LedgerError) {
        guard code == SQLITE_OK else { throw error(code) }
    }

    func error(_ code: Int32) -> LedgerError {
        LedgerError(.init(code: code, handle: handle), path: path)
    }
}

extension Database {
    /// SQLite fell back to reading only, as the file's mode or file system asks.
    var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }
}

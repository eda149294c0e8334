internal import CSQLite
internal import Stories

/// A prepared statement that a loop runs for each of many items, and whose values need no boxes. The database owns it.
///
/// What cannot be bound stays null; there is none of these statements that null would not end with an error.
struct Statement {
    let handle: OpaquePointer
    let database: Database

    func bind(_ number: Int64?, at parameter: Int32) {
        if let number {
            sqlite3_bind_int64(handle, parameter, number)
        } else {
            sqlite3_bind_null(handle, parameter)
        }
    }

    /// Binds a copy of these bytes.
    func bind(copying bytes: UnsafeRawBufferPointer, at parameter: Int32) {
        _ = bulletin_sqlite3_bind_blob_copied(handle, parameter, bytes.baseAddress, Int32(clamping: bytes.count))
    }

    /// Binds these bytes themselves: they must stay until the statement has run.
    func bind(borrowing bytes: UnsafeRawBufferPointer, at parameter: Int32) {
        sqlite3_bind_blob(handle, parameter, bytes.baseAddress, Int32(clamping: bytes.count), nil)
    }

    /// Binds a digest as it is stored.
    func bind(_ digest: IdentityDigest, at parameter: Int32) {
        let stored = (digest.high.bigEndian, digest.low.bigEndian)
        withUnsafeBytes(of: stored) { bind(copying: $0, at: parameter) }
    }

    /// Runs the statement with the values bound, and hands each row to `body`, which may stop by answering false.
    func run(_ body: (Row) -> Bool = { _ in true }) throws(LedgerError) {
        defer { sqlite3_reset(handle) }
        while true {
            let code = sqlite3_step(handle)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw database.error(code) }
            if !body(Row(statement: handle)) { return }
        }
    }

    /// Forgets the values, which may have been borrowed.
    func clear() {
        sqlite3_clear_bindings(handle)
    }
}

extension Database {
    /// How many rows go into one statement: a statement for each costs three times as much as the row.
    private static let rowsAtATime = 100

    /// Inserts many rows, in order.
    ///
    /// - Parameters:
    ///   - insertion: the statement up to its `VALUES`.
    ///   - columns: how many values a row has.
    ///   - bind: binds the values of the row at that place, the first one to the parameter it is given.
    func insert(
        _ insertion: String, columns: Int, rows count: Int, _ bind: (Statement, _ row: Int, _ parameter: Int32) -> Void
    ) throws(LedgerError) {
        let row = "(" + String(repeating: "?, ", count: columns - 1) + "?)"
        var place = 0
        for size in [Database.rowsAtATime, 1] where count - place >= size {
            let statement = try statement(
                insertion + " VALUES " + String(repeating: row + ", ", count: size - 1) + row)
            defer { statement.clear() }
            while count - place >= size {
                for offset in 0..<size { bind(statement, place + offset, Int32(offset * columns + 1)) }
                try statement.run()
                place += size
            }
        }
    }
}

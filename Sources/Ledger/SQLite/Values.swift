internal import CSQLite
internal import Glibc
internal import News
internal import Stories

/// A value bound to a statement.
enum Value {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    init(_ number: Int64?) { self = number.map(Value.integer) ?? .null }
    init(_ text: String?) { self = text.map(Value.text) ?? .null }
    init(_ instant: Instant?) { self.init(instant?.secondsSince1970) }
    init(_ digest: IdentityDigest?) { self = digest.map { .blob($0.bytes) } ?? .null }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral number: Int64) { self = .integer(number) }
}

/// The row a statement stands on; valid until it goes on.
struct Row {
    fileprivate let statement: OpaquePointer

    init(statement: OpaquePointer) {
        self.statement = statement
    }

    func integer(_ column: Int32) -> Int64 {
        sqlite3_column_int64(statement, column)
    }

    func optionalInteger(_ column: Int32) -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : integer(column)
    }

    func text(_ column: Int32) -> String {
        optionalText(column) ?? ""
    }

    func optionalText(_ column: Int32) -> String? {
        guard let start = sqlite3_column_text(statement, column) else { return nil }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
        return String(decoding: bytes, as: UTF8.self)
    }

    func instant(_ column: Int32) -> Instant {
        Instant(secondsSince1970: integer(column))
    }

    func optionalInstant(_ column: Int32) -> Instant? {
        optionalInteger(column).map(Instant.init(secondsSince1970:))
    }

    /// Hands the bytes of a blob to `body`; they are valid for the call.
    func blob<T>(_ column: Int32, _ body: (UnsafeRawBufferPointer) -> T) -> T {
        let start = sqlite3_column_blob(statement, column)
        return body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    func digest(_ column: Int32) -> IdentityDigest? {
        blob(column) { bytes in
            guard bytes.count == 16 else { return nil }
            return IdentityDigest(
                high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
                low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
        }
    }
}

extension LedgerError.Problem {
    /// SQLite's result code as a problem; the message of `handle` names no values.
    init(code: Int32, handle: OpaquePointer?) {
        let words = handle.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
        switch code & 0xFF {
        case SQLITE_FULL: self = .full
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: self = .busy
        // A file that once was a database is damaged; one of another program is told by its application id.
        case SQLITE_CORRUPT, SQLITE_FORMAT, SQLITE_NOTADB: self = .damaged(words)
        // Every statement was tried on sound ledgers: what contradicts its tables is in the file.
        case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH: self = .damaged(words)
        case SQLITE_READONLY, SQLITE_PERM: self = .notWritable(words)
        case SQLITE_CANTOPEN, SQLITE_AUTH: self = .cannotOpen(words)
        case SQLITE_IOERR where handle.map { LedgerError.Problem.isFull(sqlite3_system_errno($0)) } == true:
            self = .full
        case SQLITE_IOERR, SQLITE_NOMEM, SQLITE_NOLFS: self = .inputOutput(words)
        default: self = .misuse(words)
        }
    }

    /// What SQLite calls an I/O error: a full disk when it maps the log's index, a limit on the size of files.
    private static func isFull(_ systemError: Int32) -> Bool { [ENOSPC, EDQUOT, EFBIG].contains(systemError) }
}

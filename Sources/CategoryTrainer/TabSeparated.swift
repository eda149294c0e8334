internal import Categories
internal import Glibc

/// A tab-separated text with a header line; no quoting.
struct TabSeparated {
    /// One line below the header.
    struct Row {
        /// Counted from 1, the header included.
        var line: Int
        var fields: [Substring]
    }

    let path: String
    let columns: [Substring]
    let rows: [Row]
    /// Of the whole file, so that a table tells which text it was made from.
    let digest: UInt64

    init(path: String) throws(TrainerError) {
        let bytes = try readFile(path)
        self.path = path
        digest = stableHash(bytes)
        let lines = String(decoding: bytes, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        columns = lines.first ?? []
        rows = lines.indices.dropFirst().filter { lines[$0] != [""] && !lines[$0].isEmpty }
            .map { Row(line: $0 + 1, fields: lines[$0]) }
    }

    /// Where the column of that name stands.
    func column(_ name: String) throws(TrainerError) -> Int {
        guard let index = columns.firstIndex(of: name[...]) else { throw bad(1, "there is no column \(name)") }
        return index
    }

    /// The field of a row in that column.
    func field(_ column: Int, of row: Row) throws(TrainerError) -> Substring {
        guard row.fields.indices.contains(column) else { throw bad(row.line, "there are too few columns") }
        return row.fields[column]
    }

    func bad(_ line: Int, _ reason: String) -> TrainerError {
        .badLine(path: path, line: line, reason: reason)
    }
}

private func readFile(_ path: String) throws(TrainerError) -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw .unreadable(path: path) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        if count == 0 { break }
        bytes.append(contentsOf: chunk[..<count])
    }
    guard ferror(file) == 0 else { throw .unreadable(path: path) }
    return bytes
}

func writeFile(_ bytes: [UInt8], to path: String) throws(TrainerError) {
    guard let file = fopen(path, "wb") else { throw .unwritable(path: path) }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else { throw .unwritable(path: path) }
}

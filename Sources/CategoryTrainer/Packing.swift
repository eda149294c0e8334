internal import Categories
internal import News
internal import PlainText

/// A finished table.
struct Packed {
    var bytes: [UInt8]
    var records: Int
}

/// The table of section names: one record for each name and language, sorted by the key's hash, then the language.
func packSectionNames(_ source: TabSeparated) throws(TrainerError) -> Packed {
    let (alias, category) = (try source.column("alias"), try source.column("category"))
    let (language, weight) = (try source.column("lang"), try source.column("weight"))
    var records: [SectionRecord: Int] = [:]
    var names: [UInt64: String] = [:]
    for row in source.rows {
        let name = try source.field(alias, of: row)
        guard let key = SectionKey(name) else { throw source.bad(row.line, "the name is empty or too long") }
        guard
            names.updateValue(sectionKey(String(name)), forKey: key.hash) ?? sectionKey(String(name))
                == sectionKey(String(name))
        else {
            throw source.bad(row.line, "\(name) has the hash of another name; the hash function needs another seed")
        }
        let tag = try source.field(language, of: row)
        guard let code = tag == "any" ? LanguageCode.neutral : LanguageCode(tag: String(tag)) else {
            throw source.bad(row.line, "\(tag) is neither a language of two letters nor any")
        }
        guard let level = UInt8(try source.field(weight, of: row)), (1...3).contains(level) else {
            throw source.bad(row.line, "the weight is not 1, 2 or 3")
        }
        let record = SectionRecord(
            hash: key.hash, language: code.rawValue, category: try categoryCode(category, of: row, in: source),
            weight: level)
        if let earlier = records.updateValue(row.line, forKey: record) {
            throw source.bad(row.line, "line \(earlier) has the same name in the same language")
        }
    }
    var table = TableWriter(magic: SectionTable.magic, recordSize: SectionTable.recordSize, digest: source.digest)
    for record in records.keys.sorted(by: { ($0.hash, $0.language) < ($1.hash, $1.language) }) {
        table.append(record.hash)
        table.append(record.language)
        table.append(record.category)
        table.append(record.weight)
    }
    return table.packed
}

/// Two records are equal when they answer the same question.
private struct SectionRecord: Hashable {
    var hash: UInt64
    var language: UInt16
    var category: UInt8
    var weight: UInt8

    static func == (left: SectionRecord, right: SectionRecord) -> Bool {
        left.hash == right.hash && left.language == right.language
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(hash)
        hasher.combine(language)
    }
}

/// The table of codes: Media Topics and Subject Codes together, sorted.
func packNewsCodes(_ source: TabSeparated) throws(TrainerError) -> Packed {
    let columns = [try source.column("medtop"), try source.column("subjectcode")]
    let category = try source.column("category")
    var categories: [UInt32: UInt8] = [:]
    for row in source.rows {
        for column in columns {
            let text = try source.field(column, of: row)
            guard !text.isEmpty else { continue }
            let digits = text.hasPrefix("medtop:") ? text.dropFirst("medtop:".count) : text
            guard digits.utf8.count == 8, let code = UInt32(digits) else {
                throw source.bad(row.line, "\(text) is no code of eight digits")
            }
            let meaning = try categoryCode(category, of: row, in: source)
            if let earlier = categories.updateValue(meaning, forKey: code), earlier != meaning {
                throw source.bad(row.line, "\(text) has another category in an earlier line")
            }
        }
    }
    var table = TableWriter(magic: CodeTable.magic, recordSize: CodeTable.recordSize, digest: source.digest)
    for (code, meaning) in categories.sorted(by: { $0.key < $1.key }) {
        table.append(code)
        table.append(UInt32(meaning))
    }
    return table.packed
}

private func categoryCode(
    _ column: Int, of row: TabSeparated.Row, in source: TabSeparated
) throws(TrainerError) -> UInt8 {
    let text = try source.field(column, of: row)
    if text == "None" { return Category.tableCode(nil) }
    guard let category = Category(rawValue: String(text)) else {
        throw source.bad(row.line, "\(text) is none of the six categories, nor None")
    }
    return Category.tableCode(category)
}

/// Puts a header and records together; see ``PackedTable`` for the form.
struct TableWriter {
    private var bytes: [UInt8] = []
    private let recordSize: Int

    init(magic: UInt64, recordSize: Int, digest: UInt64) {
        self.recordSize = recordSize
        append(magic)
        append(PackedTable.version)
        append(UInt32(0))
        append(UInt32(recordSize))
        append(UInt32(0))
        append(digest)
    }

    mutating func append(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// The table with the number of its records written into the header.
    var packed: Packed {
        var finished = bytes
        let records = (bytes.count - PackedTable.headerSize) / recordSize
        withUnsafeBytes(of: UInt32(records).littleEndian) { finished.replaceSubrange(12..<16, with: $0) }
        return Packed(bytes: finished, records: records)
    }
}

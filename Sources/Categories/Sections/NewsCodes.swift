internal import CTables
public import News

/// IPTC Media Topics and the older Subject Codes, the numbers by which agencies mark what news is about.
///
/// Source: NewsCodes of the International Press Telecommunications Council (CC BY 4.0), <https://iptc.org/newscodes/>;
/// which of the six a code belongs to is our own reading.
public enum NewsCodes {
    /// What a code means.
    public struct Meaning: Sendable, Hashable {
        /// The code's eight digits as a number.
        public var code: UInt32
        /// One of the six, or nil for a subject that is none of them.
        public var category: Category?
    }

    /// What `term` means if it is a known code: `medtop:20000153`, `subj:15054000`, an address such as
    /// `http://cv.iptc.org/newscodes/mediatopic/20000153`, or the bare digits.
    ///
    /// Bare digits of a Media Topic look like a date of the year 2000; they count only under a scheme that names IPTC.
    /// Both families share one space of numbers: the seventeen they have in common mean the same.
    public static func meaning(of term: String, scheme: String? = nil) -> Meaning? {
        guard let (code, prefix) = trailingCode(term) else { return nil }
        if code >= firstMediaTopic || !prefix.isEmpty {
            guard namesCodes(prefix) || namesCodes((scheme ?? "")[...]) else { return nil }
        }
        return CodeTable.embedded?.meaning(of: code)
    }

    private static let firstMediaTopic: UInt32 = 20_000_000

    /// The eight digits at the end, and what stands before them.
    private static func trailingCode(_ term: String) -> (code: UInt32, prefix: Substring)? {
        guard term.utf8.count <= 256 else { return nil }
        var rest = term[...]
        while let last = rest.utf8.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "/") { rest.removeLast() }
        guard rest.utf8.count >= 8 else { return nil }
        let digits = rest.utf8.suffix(8)
        guard digits.allSatisfy(isASCIIDigit) else { return nil }
        let code = digits.reduce(UInt32(0)) { $0 * 10 + UInt32($1 - UInt8(ascii: "0")) }
        return (code, rest[..<digits.startIndex])
    }

    /// Whether a scheme or prefix says that what follows is one of these codes.
    private static func namesCodes(_ text: Substring) -> Bool {
        let lowered = text.lowercased()
        return ["medtop", "mediatopic", "subj", "iptc", "newscodes"].contains { lowered.contains($0) }
    }
}

/// The packed table of codes: records of the code (4 bytes), its category (1), zeros (3).
package struct CodeTable {
    /// `blt-iptc` as bytes.
    package static let magic: UInt64 = 0x6374_7069_2d74_6c62
    /// Bytes in a record.
    package static let recordSize = 8

    private let table: PackedTable

    /// The table in `bytes`; nil when they hold no such table.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard let table = PackedTable(bytes, magic: CodeTable.magic, recordSize: CodeTable.recordSize) else {
            return nil
        }
        self.table = table
    }

    /// The table that is linked into the program.
    package static var embedded: CodeTable? {
        let embedded = news_codes_table()
        return CodeTable(UnsafeRawBufferPointer(start: embedded.bytes, count: embedded.size))
    }

    package var count: Int { table.count }
    package var sourceDigest: UInt64 { table.sourceDigest }

    package func meaning(of code: UInt32) -> NewsCodes.Meaning? {
        let index = table.firstIndex(from: code)
        guard index < table.count, table.number(index, at: 0, as: UInt32.self) == code else { return nil }
        return NewsCodes.Meaning(code: code, category: Category(tableCode: table.number(index, at: 4, as: UInt8.self)))
    }
}

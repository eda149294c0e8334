internal import CTables
public import News

/// What a section name means.
public struct SectionMeaning: Sendable, Hashable {
    /// One of the six, or nil for a section known to be none of them (weather, culture, opinion).
    public var category: Category?
    /// 3: the name is the category's own ("Deportes"); 2: one of its subjects ("football"); 1: a hint (a country).
    public var weight: Int

    /// A meaning from its parts.
    public init(category: Category?, weight: Int) {
        self.category = category
        self.weight = weight
    }
}

/// The names that publishers give their sections, in 15 languages.
public enum SectionNames {
    /// What `name` means in a feed of that language, or nil when it is no section name that is known.
    ///
    /// The feed's own language is asked first, then English (publishers everywhere use its words in addresses), then
    /// the abbreviations that belong to no language. A name known only in other languages counts when all of them
    /// agree, and then a step less than there.
    /// - Parameter language: BCP 47 tag; nil when it is not known.
    public static func meaning(of name: String, language: String? = nil) -> SectionMeaning? {
        guard let key = SectionKey(name[...]) else { return nil }
        return SectionTable.embedded?.meaning(of: key, language: LanguageCode(tag: language))
    }
}

/// The packed table of section names: records of key hash (8 bytes), language (2 letters or zeros), category, weight.
package struct SectionTable {
    /// `blt-sect` as bytes.
    package static let magic: UInt64 = 0x7463_6573_2d74_6c62
    /// Bytes in a record.
    package static let recordSize = 12

    private let table: PackedTable

    /// The table in `bytes`; nil when they hold no such table.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard let table = PackedTable(bytes, magic: SectionTable.magic, recordSize: SectionTable.recordSize) else {
            return nil
        }
        self.table = table
    }

    /// The table that is linked into the program.
    package static var embedded: SectionTable? {
        let embedded = section_names_table()
        return SectionTable(UnsafeRawBufferPointer(start: embedded.bytes, count: embedded.size))
    }

    package var count: Int { table.count }
    package var sourceDigest: UInt64 { table.sourceDigest }

    /// See ``SectionNames/meaning(of:language:)``.
    package func meaning(of key: SectionKey, language: LanguageCode?) -> SectionMeaning? {
        var found = Candidates()
        var index = table.firstIndex(from: key.hash)
        while index < table.count, table.number(index, at: 0, as: UInt64.self) == key.hash {
            found.add(meaning(at: index), in: table.number(index, at: 8, as: UInt16.self), wanted: language)
            index += 1
        }
        return found.chosen
    }

    private func meaning(at index: Int) -> SectionMeaning {
        SectionMeaning(
            category: Category(tableCode: table.number(index, at: 10, as: UInt8.self)),
            weight: Int(table.number(index, at: 11, as: UInt8.self)))
    }
}

/// The rows of one name, kept by how much they are to be trusted.
private struct Candidates {
    private var own: SectionMeaning?
    private var english: SectionMeaning?
    private var neutral: SectionMeaning?
    private var elsewhere: SectionMeaning?
    private var languagesDisagree = false

    mutating func add(_ meaning: SectionMeaning, in language: UInt16, wanted: LanguageCode?) {
        if let wanted, language == wanted.rawValue { own = meaning }
        if language == LanguageCode.english.rawValue { english = meaning }
        if language == LanguageCode.neutral.rawValue { neutral = meaning }
        guard let other = elsewhere else {
            elsewhere = meaning
            return
        }
        if other.category != meaning.category { languagesDisagree = true }
        elsewhere?.weight = max(other.weight, meaning.weight)
    }

    var chosen: SectionMeaning? {
        own ?? english ?? neutral ?? (languagesDisagree ? nil : foreign)
    }

    /// One step less than where it is at home: `liga` and `social` are other things elsewhere.
    private var foreign: SectionMeaning? {
        elsewhere.map { SectionMeaning(category: $0.category, weight: max(1, $0.weight - 1)) }
    }
}

extension Category {
    /// The number of a category in packed tables: its place in the listed order, 6 for none of the six.
    package static func tableCode(_ category: Category?) -> UInt8 {
        switch category {
        case .world: 0
        case .politics: 1
        case .business: 2
        case .technology: 3
        case .science: 4
        case .sports: 5
        case nil: 6
        }
    }

    package init?(tableCode: UInt8) {
        switch tableCode {
        case 0: self = .world
        case 1: self = .politics
        case 2: self = .business
        case 3: self = .technology
        case 4: self = .science
        case 5: self = .sports
        default: return nil
        }
    }
}

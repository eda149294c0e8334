/// A language by its BCP 47 tag (RFC 5646), such as `en`, `fr-CA` or `zh-Hant`, in its usual case.
public struct LanguageTag: Sendable, Hashable, CustomStringConvertible {
    /// The tag.
    public let text: String
    /// Its parts in lower case: what tags are compared by.
    private let subtags: [String]

    /// The tag that a text stands for; nil for none (`English`). Feeds write `en_US`, `EN-us` and the old codes
    /// of three letters too.
    public init?(_ text: String) {
        // No tag is longer; what feeds write there may be anything.
        guard text.utf8.count <= 100 else { return nil }
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        let isWellFormed = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count) && part.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit }
        }
        guard isWellFormed, parts.count <= 12, let first = parts.first, (2...3).contains(first.utf8.count),
            first.utf8.allSatisfy(\.isASCIILetter)
        else { return nil }
        var lowered = parts.map { $0.lowercased() }
        lowered[0] = LanguageTag.shorter[lowered[0]] ?? lowered[0]
        subtags = lowered
        self.text = LanguageTag.written(lowered)
    }

    private init(subtags: [String]) {
        self.subtags = subtags
        text = LanguageTag.written(subtags)
    }

    /// The language itself, in lower case: `zh` of `zh-Hant-TW`.
    public var language: String { subtags[0] }

    /// The script in lower case, as it is written or as the region has it; nil where neither says.
    public var script: String? {
        if subtags.count > 1, subtags[1].utf8.count == 4, subtags[1].utf8.allSatisfy(\.isASCIILetter) {
            return subtags[1]
        }
        guard language == "zh", subtags.count > 1 else { return nil }
        return ["tw", "hk", "mo"].contains(subtags[1])
            ? "hant" : ["cn", "sg", "my"].contains(subtags[1]) ? "hans" : nil
    }

    /// The tag.
    public var description: String { text }

    /// Which of the languages that are spoken an item in this one belongs to: lookup by RFC 4647, section 3.4, so that
    /// `en-GB` is `en`, the most special one first. Where none is found, one that is spoken with a region that the item
    /// leaves open: `en` belongs to `en-GB`. Scripts are never mixed: without one `zh` is written `Hans`, in Taiwan `Hant`.
    public func match(in spoken: [LanguageTag]) -> LanguageTag? {
        var range = withScript(ofBare: true).subtags
        let scripted = spoken.map { $0.withScript(ofBare: false).subtags }
        let own = range
        while !range.isEmpty {
            if let place = scripted.firstIndex(of: range) { return spoken[place] }
            range.removeLast()
            // A single letter or digit announces what follows, and means nothing alone.
            if range.count > 1, range.last?.utf8.count == 1 { range.removeLast() }
        }
        return zip(spoken, scripted).first { tag, subtags in
            subtags.starts(with: own) && (tag.script == nil || own.count > 1)
        }?.0
    }

    private func withScript(ofBare includesBare: Bool) -> LanguageTag {
        guard let script = script ?? (includesBare && self.text == "zh" ? "hans" : nil),
            subtags.count < 2 || subtags[1] != script
        else { return self }
        return LanguageTag(subtags: [language, script] + subtags.dropFirst())
    }

    /// `zh-Hant-TW`: scripts begin with a capital letter, regions are in capitals (RFC 5646, section 2.1.1).
    private static func written(_ subtags: [String]) -> String {
        var isAfterSingleton = false
        return subtags.enumerated().map { place, subtag in
            defer { isAfterSingleton = isAfterSingleton || subtag.utf8.count == 1 }
            guard place > 0, !isAfterSingleton else { return subtag }
            let isWord = subtag.utf8.allSatisfy(\.isASCIILetter)
            if isWord, subtag.utf8.count == 2 { return subtag.uppercased() }
            return isWord && subtag.utf8.count == 4 ? subtag.prefix(1).uppercased() + subtag.dropFirst() : subtag
        }.joined(separator: "-")
    }

    /// Codes of three letters and withdrawn ones by the code that BCP 47 wants (IANA language subtag registry).
    private static let shorter = [
        "ara": "ar", "chi": "zh", "zho": "zh", "cmn": "zh", "deu": "de", "ger": "de", "eng": "en", "fra": "fr",
        "fre": "fr", "in": "id", "ind": "id", "iw": "he", "spa": "es", "swe": "sv", "tur": "tr", "por": "pt",
        "rus": "ru", "jpn": "ja", "ita": "it", "nld": "nl", "dut": "nl",
    ]
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool { (0x41...0x5A).contains(self & 0xDF) }
    fileprivate var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}

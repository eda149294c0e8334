/// Two section names that an "and" joins: `Technology & Media`, `economia-y-empresa`.
struct JoinedName {
    var first: Substring
    var second: Substring

    /// Longer names are sentences.
    private static let longest = 48

    /// Nil where no "and" stands between two words, or more than one.
    init?(_ name: Substring) {
        guard name.utf8.count <= JoinedName.longest else { return nil }
        let words = name.split { $0 == "-" || $0 == "_" || $0 == " " }
        guard words.count >= 3 else { return nil }
        let joints = words.indices.dropFirst().dropLast().filter { JoinedName.isAnd(words[$0]) }
        guard joints.count == 1, let joint = joints.first else { return nil }
        first = name[..<words[joint].startIndex]
        second = name[words[joint].endIndex...]
    }

    /// "And" in the languages of the table.
    private static func isAnd(_ word: Substring) -> Bool {
        switch word.lowercased() {
        case "&", "+", "and", "et", "und", "y", "e", "en", "och", "og", "ve", "dan", "i", "и", "та", "و": true
        default: false
        }
    }
}

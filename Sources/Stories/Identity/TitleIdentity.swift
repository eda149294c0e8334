internal import PlainText

/// A title as it is compared: without case, marks, punctuation and width, words set apart by single blanks.
struct FoldedTitle {
    let text: String

    init(_ title: String) {
        text = foldedTitle(title)
    }

    /// Whether the title is long enough to mean the same story in two feeds: 16 characters, 8 in writing that has no
    /// blanks between words. "Live" and "In pictures" identify a story within their feed at most.
    var tellsAcrossFeeds: Bool {
        var weight = 0
        for scalar in text.unicodeScalars {
            weight += isIdeographic(scalar) ? 2 : 1
            if weight >= 16 { return true }
        }
        return false
    }
}

/// The words of a title as 16-bit hashes, at most 32 of them: enough to tell whether two titles share half their words,
/// and small enough to be kept for every known item.
public struct TitleWords: Sendable, Hashable {
    /// The hashes in ascending order, each once.
    public let hashes: [UInt16]

    /// Words from stored hashes.
    public init(hashes: [UInt16]) {
        self.hashes = Set(hashes).sorted()
    }

    init(_ title: FoldedTitle) {
        var hashes: Set<UInt16> = []
        for word in title.text.split(separator: " ") {
            // Chinese and Japanese have no blanks between words: each character counts.
            for piece in pieces(of: word) where hashes.count < 32 { hashes.insert(shortHash(piece)) }
        }
        self.hashes = hashes.sorted()
    }

    /// Shared words as a part of the mean number of words, 0 to 1 (Dice). Two titles without words share all.
    func likeness(to other: TitleWords) -> Double {
        let total = hashes.count + other.hashes.count
        guard total > 0 else { return 1 }
        let shared = Set(hashes).intersection(other.hashes).count
        return Double(2 * shared) / Double(total)
    }
}

private func pieces(of word: Substring) -> [Substring.UnicodeScalarView.SubSequence] {
    let scalars = word.unicodeScalars
    guard scalars.contains(where: isIdeographic) else { return [scalars[...]] }
    return scalars.indices.map { scalars[$0...$0] }
}

/// FNV-1a, folded to 16 bits: a fixed hash, since it is stored. It proves nothing by itself: it is only asked about
/// titles whose ids are equal.
private func shortHash(_ word: Substring.UnicodeScalarView.SubSequence) -> UInt16 {
    var value: UInt32 = 2_166_136_261
    for scalar in word { value = (value ^ scalar.value) &* 16_777_619 }
    return UInt16(truncatingIfNeeded: value ^ value >> 16)
}

private func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Kana, CJK ideographs with their extensions, Hangul syllables.
    case 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
}

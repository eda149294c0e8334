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
        // A handful of words is found faster in an array than in a set, and this runs for every new item.
        var hashes: [UInt16] = []
        var word = WordHash()
        for scalar in title.text.unicodeScalars {
            if scalar == " " { word.finish(into: &hashes) } else { word.append(scalar) }
        }
        word.finish(into: &hashes)
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

/// FNV-1a, folded to 16 bits: a fixed hash, since it is stored. It proves nothing by itself: it is only asked about
/// titles whose ids are equal.
private struct WordHash {
    private static let start: UInt32 = 2_166_136_261
    private static let most = 32

    private var value = start
    private var hasIdeograph = false
    private var scalars: [Unicode.Scalar] = []

    mutating func append(_ scalar: Unicode.Scalar) {
        value = Self.step(value, scalar)
        hasIdeograph = hasIdeograph || isIdeographic(scalar)
        scalars.append(scalar)
    }

    /// Chinese and Japanese have no blanks between words: each character counts.
    mutating func finish(into hashes: inout [UInt16]) {
        if hasIdeograph {
            for scalar in scalars { Self.add(Self.step(Self.start, scalar), to: &hashes) }
        } else if !scalars.isEmpty {
            Self.add(value, to: &hashes)
        }
        value = Self.start
        hasIdeograph = false
        scalars.removeAll(keepingCapacity: true)
    }

    private static func step(_ value: UInt32, _ scalar: Unicode.Scalar) -> UInt32 {
        (value ^ scalar.value) &* 16_777_619
    }

    private static func add(_ value: UInt32, to hashes: inout [UInt16]) {
        let short = UInt16(truncatingIfNeeded: value ^ value >> 16)
        if hashes.count < most, !hashes.contains(short) { hashes.append(short) }
    }
}

private func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Kana, CJK ideographs with their extensions, Hangul syllables.
    case 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
}

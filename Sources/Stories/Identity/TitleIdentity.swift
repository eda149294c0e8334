internal import PlainText

/// A title as it is compared: without case, marks, punctuation and width, words set apart by single blanks.
struct FoldedTitle {
    let text: String
    let isASCII: Bool

    init(_ title: String) {
        text = foldedTitle(title)
        isASCII = text.withBytes { $0.allSatisfy { $0 < 0x80 } }
    }

    /// Whether the title is long enough to mean the same story in two feeds: 16 characters, 8 in writing that has no
    /// blanks between words. "Live" and "In pictures" identify a story within their feed at most.
    var tellsAcrossFeeds: Bool {
        if isASCII { return text.utf8.count >= 16 }
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
        let isInOrder = zip(hashes, hashes.dropFirst()).allSatisfy { $0 < $1 }
        self.hashes = isInOrder ? hashes : Set(hashes).sorted()
    }

    init(_ title: FoldedTitle) {
        var writer = WordHashes()
        if title.isASCII {
            title.text.withBytes { writer.take(ascii: $0) }
        } else {
            for scalar in title.text.unicodeScalars { writer.take(scalar) }
        }
        hashes = writer.finish()
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
private struct WordHashes {
    private static let start: UInt32 = 2_166_136_261
    private static let most = 32

    /// In ascending order: a handful of words is found faster in an array than in a set.
    private var hashes: [UInt16] = []
    private var word = start
    private var hasIdeograph = false
    /// The characters of the word.
    private var scalars: [Unicode.Scalar] = []

    init() {
        hashes.reserveCapacity(16)
    }

    mutating func take(ascii text: UnsafeBufferPointer<UInt8>) {
        for word in text.split(separator: 0x20) {
            add(word.reduce(Self.start) { ($0 ^ UInt32($1)) &* 16_777_619 })
        }
    }

    mutating func take(_ scalar: Unicode.Scalar) {
        guard scalar != " " else { return endWord() }
        word = Self.step(word, scalar)
        hasIdeograph = hasIdeograph || isIdeographic(scalar)
        scalars.append(scalar)
    }

    mutating func finish() -> [UInt16] {
        endWord()
        return hashes
    }

    /// Chinese and Japanese have no blanks between words: each character counts.
    private mutating func endWord() {
        if hasIdeograph {
            for scalar in scalars { add(Self.step(Self.start, scalar)) }
        } else if !scalars.isEmpty {
            add(word)
        }
        word = Self.start
        hasIdeograph = false
        scalars.removeAll(keepingCapacity: true)
    }

    private static func step(_ value: UInt32, _ scalar: Unicode.Scalar) -> UInt32 {
        (value ^ scalar.value) &* 16_777_619
    }

    private mutating func add(_ value: UInt32) {
        guard hashes.count < Self.most else { return }
        let short = UInt16(truncatingIfNeeded: value ^ value >> 16)
        var place = hashes.count
        while place > 0, hashes[place - 1] > short { place -= 1 }
        if place > 0, hashes[place - 1] == short { return }
        hashes.insert(short, at: place)
    }
}

private func isIdeographic(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Kana, CJK ideographs with their extensions, Hangul syllables.
    case 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
}

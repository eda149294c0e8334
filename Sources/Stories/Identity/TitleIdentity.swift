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
        text.withBytes { bytes in
            forEachScalar(of: bytes[...]) { weight += isIdeographic($0) ? 2 : 1 }
        }
        return weight >= 16
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
        hashes = title.text.withBytes { text in
            withUnsafeTemporaryAllocation(of: UInt16.self, capacity: WordHashes.most) { room in
                var writer = WordHashes(room)
                var rest = text[...]
                while let blank = rest.firstIndex(of: 0x20) {
                    writer.add(rest[..<blank], isASCII: title.isASCII)
                    rest = rest[(blank + 1)...]
                }
                if !rest.isEmpty { writer.add(rest, isASCII: title.isASCII) }
                return Array(writer.hashes)
            }
        }
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
    static let most = 32
    private static let start: UInt32 = 2_166_136_261

    /// In ascending order: a handful of words is found faster in an array than in a set.
    private let room: UnsafeMutableBufferPointer<UInt16>
    private var count = 0

    init(_ room: UnsafeMutableBufferPointer<UInt16>) {
        self.room = room
    }

    var hashes: UnsafeMutableBufferPointer<UInt16>.SubSequence { room[..<count] }

    /// Adds a word of a folded title. Chinese and Japanese have no blanks between words: each character counts.
    mutating func add(_ word: Bytes, isASCII: Bool) {
        if isASCII {
            add(word.reduce(Self.start) { Self.step($0, UInt32($1)) })
        } else {
            var value = Self.start
            var hasIdeograph = false
            forEachScalar(of: word) { scalar in
                value = Self.step(value, scalar)
                hasIdeograph = hasIdeograph || isIdeographic(scalar)
            }
            guard hasIdeograph else { return add(value) }
            forEachScalar(of: word) { add(Self.step(Self.start, $0)) }
        }
    }

    private static func step(_ value: UInt32, _ scalar: UInt32) -> UInt32 {
        (value ^ scalar) &* 16_777_619
    }

    private mutating func add(_ value: UInt32) {
        guard count < Self.most else { return }
        let short = UInt16(truncatingIfNeeded: value ^ value >> 16)
        var place = count
        while place > 0, room[place - 1] > short { place -= 1 }
        if place > 0, room[place - 1] == short { return }
        var last = count
        while last > place {
            room[last] = room[last - 1]
            last -= 1
        }
        room[place] = short
        count += 1
    }
}

/// Calls `body` with each character of a text that is well-formed UTF-8, as every string's is.
private func forEachScalar(of text: Bytes, _ body: (UInt32) -> Void) {
    var scalar: UInt32 = 0
    var isOpen = false
    for byte in text {
        if byte & 0xC0 == 0x80 {
            scalar = scalar << 6 | UInt32(byte & 0x3F)
            continue
        }
        if isOpen { body(scalar) }
        isOpen = true
        // The first byte has as many ones on top as the character has bytes, if these are more than one.
        let ones = (~byte).leadingZeroBitCount
        scalar = UInt32(byte & (0xFF >> ones))
    }
    if isOpen { body(scalar) }
}

private func isIdeographic(_ scalar: UInt32) -> Bool {
    switch scalar {
    // Kana, CJK ideographs with their extensions, Hangul syllables.
    case 0x3040...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
}

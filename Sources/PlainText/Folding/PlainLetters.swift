/// The letters and signs that most titles are made of, folded without Unicode's tables: what they fold to does not depend
/// on their neighbours, as long as these are of the same kind.
enum PlainLetters {
    /// What becomes of a character.
    enum Fold {
        /// It is part of a word, and written so.
        case letter(UInt32)
        /// It sets words apart.
        case separator
        /// It must be looked up, together with its neighbours.
        case unknown
    }

    /// The folded form of a character beyond ASCII.
    static func fold(_ scalar: UInt32) -> Fold {
        switch scalar {
        // Latin-1: capitals, letters; `ß`, which becomes two, is looked up.
        case 0xC0...0xD6, 0xD8...0xDE: .letter(scalar + 0x20)
        case 0xE0...0xF6, 0xF8...0xFF: .letter(scalar)
        case 0xA0...0xA7, 0xA9, 0xAB, 0xAC, 0xAE, 0xB0, 0xB1, 0xB6, 0xB7, 0xBB, 0xBF, 0xD7, 0xF7: .separator
        // Cyrillic of Russian, Ukrainian, Serbian and their like.
        case 0x400...0x40F: .letter(scalar + 0x50)
        case 0x410...0x42F: .letter(scalar + 0x20)
        case 0x430...0x45F: .letter(scalar)
        // Arabic without its marks.
        case 0x621...0x63A, 0x641...0x64A, 0x660...0x669: .letter(scalar)
        case 0x60C, 0x61B, 0x61F: .separator
        // Dashes, quotation marks, bullets, dots.
        case 0x2010...0x2015, 0x2018...0x2022, 0x2026, 0x2039, 0x203A, 0x20AC: .separator
        // Kana with their voiced forms, ideographs, Hangul syllables.
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x3400...0x4DB5, 0x4E00...0x9FEF, 0xAC00...0xD7A3:
            .letter(scalar)
        case 0x3000...0x3002, 0x3008...0x3011, 0x3014...0x301B, 0x30FB: .separator
        // Wide forms of ASCII.
        case 0xFF10...0xFF19, 0xFF41...0xFF5A: .letter(scalar - 0xFEE0)
        case 0xFF21...0xFF3A: .letter(scalar - 0xFEE0 + 0x20)
        case 0xFF01...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF3D: .separator
        default: .unknown
        }
    }
}

/// Most titles are made of few kinds of letters, and this is ten times as fast. Nil where one of them must be looked up.
func foldPlainLetters(_ bytes: UnsafeBufferPointer<UInt8>, separator: UInt8, onlyASCII: Bool = false) -> String? {
    var isKnown = true
    // No letter of these is longer folded.
    let folded = String(unsafeUninitializedCapacity: bytes.count) { room in
        var words = PlainWordWriter(room: room, separator: separator)
        isKnown = words.append(bytes, onlyASCII: onlyASCII)
        return words.count
    }
    return isKnown ? folded : nil
}

/// Joins words with single separators.
private struct PlainWordWriter {
    let room: UnsafeMutableBufferPointer<UInt8>
    let separator: UInt8
    private(set) var count = 0
    private var isBetweenWords = false

    init(room: UnsafeMutableBufferPointer<UInt8>, separator: UInt8) {
        self.room = room
        self.separator = separator
    }

    /// False where a character must be looked up.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, onlyASCII: Bool) -> Bool {
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            if byte < 0x80 {
                place += 1
                if isASCIILetter(byte) {
                    append(byte | 0x20)
                } else if isASCIIDigit(byte) {
                    append(byte)
                } else {
                    isBetweenWords = count > 0
                }
                continue
            }
            guard !onlyASCII, let (scalar, length) = shortScalar(bytes, at: place) else { return false }
            place += length
            switch PlainLetters.fold(scalar) {
            case .letter(let folded): append(folded)
            case .separator: isBetweenWords = count > 0
            case .unknown: return false
            }
        }
        return true
    }

    private mutating func append(_ byte: UInt8) {
        if isBetweenWords {
            put(separator)
            isBetweenWords = false
        }
        put(byte)
    }

    private mutating func append(_ scalar: UInt32) {
        guard scalar >= 0x80 else { return append(UInt8(truncatingIfNeeded: scalar)) }
        if scalar < 0x800 {
            append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
        } else {
            append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
            put(UInt8(truncatingIfNeeded: 0x80 | scalar >> 6 & 0x3F))
        }
        put(UInt8(truncatingIfNeeded: 0x80 | scalar & 0x3F))
    }

    private mutating func put(_ byte: UInt8) {
        room[count] = byte
        count += 1
    }
}

/// A character of two or three bytes, and how many; nil for anything else, also for what is no UTF-8.
private func shortScalar(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> (scalar: UInt32, count: Int)? {
    let first = UInt32(bytes[place])
    guard place + 1 < bytes.count, bytes[place + 1] & 0xC0 == 0x80 else { return nil }
    let second = UInt32(bytes[place + 1] & 0x3F)
    switch first {
    case 0xC2...0xDF: return ((first & 0x1F) << 6 | second, 2)
    case 0xE0...0xEF:
        guard place + 2 < bytes.count, bytes[place + 2] & 0xC0 == 0x80 else { return nil }
        let scalar = (first & 0x0F) << 12 | second << 6 | UInt32(bytes[place + 2] & 0x3F)
        return scalar < 0x800 ? nil : (scalar, 3)
    default: return nil
    }
}

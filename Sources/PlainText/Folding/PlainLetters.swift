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

/// A character of two or three bytes, and how many; nil for anything else, also for what is no UTF-8.
func shortScalar(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> (scalar: UInt32, count: Int)? {
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

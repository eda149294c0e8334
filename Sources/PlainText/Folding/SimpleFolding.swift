/// NFKC_Casefold for the scalars whose folding follows a rule and does not depend on what stands around them.
///
/// Written down for Latin, Cyrillic, Arabic, Devanagari, Bengali, Chinese, Japanese and Korean; a test compares it with
/// Unicode's tables, scalar by scalar and in pairs.
enum SimpleFolding {
    /// The scalar, or its neighbourhood, needs Unicode's tables.
    static let needsTables: UInt32 = 0xFFFF_FFFF
    /// The scalar leaves nothing, not even a blank.
    static let ignored: UInt32 = 0xFFFF_FFFE
    private static let blank: UInt32 = 0x20

    static func ascii(_ byte: UInt8) -> UInt32 {
        switch byte {
        case 0x30...0x39, 0x61...0x7A: UInt32(byte)
        case 0x41...0x5A: UInt32(byte | 0x20)
        default: blank
        }
    }

    /// A scalar beyond ASCII.
    static func fold(_ scalar: UInt32, after previous: UInt32) -> UInt32 {
        switch scalar {
        case 0xA0...0x17F: latin(scalar)
        case 0x400...0x4FF: cyrillic(scalar)
        case 0x600...0x6FF: arabic(scalar, after: previous)
        case 0x900...0x97F: devanagari(scalar, after: previous)
        case 0x980...0x9FF: bengali(scalar, after: previous)
        case 0x2000...0x20BF: punctuation(scalar)
        case 0x3000...0x30FF: kana(scalar)
        case 0x3400...0x4DBF, 0x4E00...0x9FFC, 0xAC00...0xD7A3: scalar
        case 0xFE00...0xFE0F, 0xFEFF: ignored
        case 0xFF01...0xFF5E: ascii(UInt8(scalar - 0xFEE0))
        case 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF: blank
        default: needsTables
        }
    }

    private static func latin(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0xD7, 0xF7: blank
        case 0xC0...0xDE: scalar + 0x20
        case 0xDF: needsTables
        case 0xE0...0xFF: scalar
        case 0xAD: ignored
        case 0xA8, 0xAA, 0xAF, 0xB2...0xB5, 0xB8...0xBA, 0xBC...0xBE: needsTables
        case 0xA0...0xBF: blank
        case 0x130, 0x132, 0x133, 0x13F, 0x140, 0x149, 0x17F: needsTables
        case 0x131, 0x138: scalar
        case 0x178: 0xFF
        case 0x139...0x148, 0x179...0x17E: scalar + scalar % 2
        default: scalar | 1
        }
    }

    private static func cyrillic(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x400...0x40F: scalar + 0x50
        case 0x410...0x42F: scalar + 0x20
        case 0x430...0x45F: scalar
        case 0x48A...0x4BF: scalar | 1
        default: needsTables
        }
    }

    private static func arabic(_ scalar: UInt32, after previous: UInt32) -> UInt32 {
        switch scalar {
        case 0x60C, 0x61B, 0x61F, 0x66A...0x66D, 0x6D4: blank
        case 0x621...0x64A, 0x660...0x669, 0x671...0x674, 0x679...0x6D3: scalar
        // Two vowel signs in a row may have to change places.
        case 0x64B...0x652: isArabicMark(previous) ? needsTables : scalar
        default: needsTables
        }
    }

    /// What may have to change places with a mark that follows.
    private static func isArabicMark(_ scalar: UInt32) -> Bool { (0x64B...0x655).contains(scalar) }

    private static func devanagari(_ scalar: UInt32, after previous: UInt32) -> UInt32 {
        switch scalar {
        case 0x93C: isPlainConsonant(previous) ? scalar : needsTables
        case 0x94D: isArabicMark(previous) ? needsTables : scalar
        case 0x964, 0x965, 0x970: blank
        case 0x951...0x954, 0x958...0x95F: needsTables
        default: scalar
        }
    }

    /// One that takes the dot below without becoming another letter.
    private static func isPlainConsonant(_ scalar: UInt32) -> Bool {
        (0x915...0x939).contains(scalar) && scalar != 0x928 && scalar != 0x930 && scalar != 0x933
    }

    private static func bengali(_ scalar: UInt32, after previous: UInt32) -> UInt32 {
        switch scalar {
        case 0x9CD: isArabicMark(previous) ? needsTables : scalar
        case 0x981...0x983, 0x985...0x98C, 0x98F, 0x990, 0x993...0x9A8, 0x9AA...0x9B0, 0x9B2, 0x9B6...0x9B9: scalar
        case 0x9BF...0x9C4, 0x9C7, 0x9C8, 0x9CB...0x9CE, 0x9E6...0x9F1: scalar
        case 0x9BC: (0x995...0x9B9).contains(previous) ? scalar : needsTables
        case 0x9BE: previous == 0x9C7 ? needsTables : scalar
        default: needsTables
        }
    }

    private static func punctuation(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x200B...0x200F, 0x202A...0x202E, 0x2060: ignored
        case 0x2000...0x200A, 0x2010...0x2016, 0x2018...0x202F, 0x2030...0x203D, 0x20A0...0x20A7, 0x20A9...0x20BF: blank
        default: needsTables
        }
    }

    private static func kana(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x3000...0x3003, 0x3008...0x3011, 0x3014...0x301D, 0x30FB: blank
        case 0x3005...0x3007, 0x3041...0x3096, 0x309D, 0x309E, 0x30A1...0x30FA, 0x30FC...0x30FE: scalar
        default: needsTables
        }
    }
}

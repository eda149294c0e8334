/// What one line of text does with a character.
enum ScalarTreatment {
    /// Stands as it is.
    case kept
    /// Stands as it is, but is nothing to see: joiners, directional marks, and where a publisher allows a word to break
    /// (soft hyphens, zero-width spaces). Folding drops them, so that they never tell two titles apart.
    case invisible
    /// Counts as a blank: spaces of any width, line ends, letters that show nothing.
    case blank
    /// Without use in a line: controls, byte-order marks, markers of other software. What stands at
    /// 80 to 9F is read as windows-1252 first.
    case dropped
    /// Opens an embedding, which U+202C closes.
    case opensEmbedding
    /// Opens an override. No language needs one; reversed letters only ever deceive. Dropped with its end.
    case opensOverride
    /// Opens an isolate, which U+2069 closes.
    case opensIsolate
    /// U+202C.
    case closesEmbedding
    /// U+2069.
    case closesIsolate
    /// A tag character: of use only behind a flag (Scotland's is a black flag and six of them); anywhere else it
    /// is text that nobody sees.
    case tag

    init(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        switch value {
        case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000: self = .blank
        // Fillers of Hangul: letters that show nothing.
        case 0x3164, 0xFFA0: self = .blank
        case 0..<0x20, 0x7F..<0xA0: self = .dropped
        case 0xAD, 0x200B...0x200F, 0x061C: self = .invisible
        case 0x202A, 0x202B: self = .opensEmbedding
        case 0x202C: self = .closesEmbedding
        case 0x202D, 0x202E: self = .opensOverride
        case 0x2066...0x2068: self = .opensIsolate
        case 0x2069: self = .closesIsolate
        // Word joiner, invisible operators, deprecated formatting; byte-order mark; interlinear notes; the place of
        // an object that text has not.
        case 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFC: self = .dropped
        case 0xFDD0...0xFDEF: self = .dropped
        case 0xE0020...0xE007F: self = .tag
        case 0xE0000..<0xE0020, 0xE0080..<0xE0100: self = .dropped
        default: self = value & 0xFFFE == 0xFFFE ? .dropped : .kept
        }
    }
}

/// Characters 80 to 9F of windows-1252 (encoding.spec.whatwg.org), which publishers write as if they were Unicode's.
/// `nil` where that code page has none.
func windows1252Scalar(_ value: UInt32) -> Unicode.Scalar? {
    let scalar: Unicode.Scalar? =
        switch value {
        case 0x80: "€"
        case 0x82: "‚"
        case 0x83: "ƒ"
        case 0x84: "„"
        case 0x85: "…"
        case 0x86: "†"
        case 0x87: "‡"
        case 0x88: "ˆ"
        case 0x89: "‰"
        case 0x8A: "Š"
        case 0x8B: "‹"
        case 0x8C: "Œ"
        case 0x8E: "Ž"
        case 0x91: "‘"
        case 0x92: "’"
        case 0x93: "“"
        case 0x94: "”"
        case 0x95: "•"
        case 0x96: "–"
        case 0x97: "—"
        case 0x98: "˜"
        case 0x99: "™"
        case 0x9A: "š"
        case 0x9B: "›"
        case 0x9C: "œ"
        case 0x9E: "ž"
        case 0x9F: "Ÿ"
        default: nil
        }
    return scalar
}

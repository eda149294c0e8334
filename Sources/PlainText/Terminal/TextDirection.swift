internal import CUTF8Proc

/// The direction in which a text is written.
public enum TextDirection: Sendable {
    case leftToRight
    case rightToLeft
}

/// The direction of the first strongly directional character outside isolates (rules P2 and P3 of Unicode Standard
/// Annex 9); `nil` for text without one, such as numbers.
public func firstStrongDirection(of text: String) -> TextDirection? {
    strongDirections(of: text) { _ in false }
}

/// The direction of the last one.
public func lastStrongDirection(of text: String) -> TextDirection? {
    strongDirections(of: text) { _ in true }
}

/// The first direction after which nobody wants another, else the last.
private func strongDirections(of text: String, wantsMore: (TextDirection) -> Bool) -> TextDirection? {
    var found: TextDirection?
    var depth = 0
    for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0x2066...0x2068: depth += 1
        case 0x2069: depth = max(0, depth - 1)
        default:
            guard depth == 0, let direction = strongDirection(of: scalar) else { continue }
            guard wantsMore(direction) else { return direction }
            found = direction
        }
    }
    return found
}

/// Whether anything in `text` could change the order of the characters around it.
func hasRightToLeft(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
        guard scalar.value >= 0x590 else { return false }
        switch bidirectionalClass(of: scalar) {
        case UTF8PROC_BIDI_CLASS_AN, UTF8PROC_BIDI_CLASS_RLE, UTF8PROC_BIDI_CLASS_RLO, UTF8PROC_BIDI_CLASS_RLI,
            UTF8PROC_BIDI_CLASS_LRE, UTF8PROC_BIDI_CLASS_LRO, UTF8PROC_BIDI_CLASS_LRI, UTF8PROC_BIDI_CLASS_FSI:
            return true
        default: return strongDirection(of: scalar) == .rightToLeft
        }
    }
}

private func strongDirection(of scalar: Unicode.Scalar) -> TextDirection? {
    switch bidirectionalClass(of: scalar) {
    case UTF8PROC_BIDI_CLASS_L: .leftToRight
    case UTF8PROC_BIDI_CLASS_R, UTF8PROC_BIDI_CLASS_AL: .rightToLeft
    default: nil
    }
}

private func bidirectionalClass(of scalar: Unicode.Scalar) -> utf8proc_bidi_class_t {
    let property = utf8proc_get_property(Int32(bitPattern: scalar.value))
    return utf8proc_bidi_class_t(UInt32(property?.pointee.bidi_class ?? 0))
}

/// Whether `text` is written in Chinese, Japanese or Korean, where a character says as much as two letters
/// elsewhere: these carry at least half of it.
public func isMostlyCJK(_ text: String) -> Bool {
    var (dense, others) = (0, 0)
    for scalar in text.unicodeScalars {
        switch scalar.value {
        case 0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
            0xFF66...0xFF9D, 0x20000...0x3FFFF:
            dense += 1
        default:
            if scalar.properties.isAlphabetic { others += 1 }
        }
    }
    return dense > 0 && 2 * dense >= others
}

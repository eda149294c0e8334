/// What the features need to know of scripts.
enum Script {
    /// Chinese characters, Japanese kana, Thai: no blanks between words.
    @inline(__always)
    static func isUnspaced(_ scalar: UInt32) -> Bool {
        guard scalar >= 0xE00 else { return false }
        return (0x3041...0x30FF).contains(scalar) || (0x3400...0x9FFF).contains(scalar) || scalar <= 0xE7F
            || (0xF900...0xFAFF).contains(scalar) || (0x20000...0x3FFFF).contains(scalar) || scalar == 0x3005
    }

    /// With the sign that makes a vowel long.
    @inline(__always)
    static func isKatakana(_ scalar: UInt32) -> Bool {
        (0x30A1...0x30FF).contains(scalar)
    }

    @inline(__always)
    static func isHangul(_ scalar: UInt32) -> Bool {
        (0xAC00...0xD7A3).contains(scalar)
    }
}

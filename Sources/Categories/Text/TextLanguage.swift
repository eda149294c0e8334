internal import News

extension LanguageCode {
    /// The language a text is taken for when nobody says: the one that is most written with its letters.
    ///
    /// Latin letters do not tell; there the familiarity of the words must.
    static func ofLetters(in text: String) -> LanguageCode? {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
        var latin = 0
        for (place, scalar) in text.unicodeScalars.enumerated() {
            if place == 400 { break }
            switch scalar.value {
            case 0x41...0x24F: latin += 1
            case 0x3041...0x30FF: return LanguageCode(tag: "ja")
            case 0xAC00...0xD7A3: return LanguageCode(tag: "ko")
            case 0x400...0x4FF where latin < 12: return LanguageCode(tag: "ru")
            case 0x600...0x6FF where latin < 12: return LanguageCode(tag: "ar")
            case 0x900...0x97F where latin < 12: return LanguageCode(tag: "hi")
            case 0x980...0x9FF where latin < 12: return LanguageCode(tag: "bn")
            case 0x4E00...0x9FFF where latin < 12:
                return text.unicodeScalars.contains { (0x3041...0x30FF).contains($0.value) }
                    ? LanguageCode(tag: "ja") : LanguageCode(tag: "zh")
            case 0x370...0x3FF, 0x590...0x5FF, 0xA00...0xE7F: return LanguageCode(tag: "zz")
            default: break
            }
        }
        return nil
    }
}

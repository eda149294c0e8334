/// Words that stand in dates without telling anything.
enum DateWords {
    /// Whether it is one of the Korean words for a part of a date, which nothing but Korean uses.
    static func isKorean(_ word: String) -> Bool {
        ["년", "월", "일", "오전", "오후"].contains(word)
    }

    static func isFiller(_ word: String) -> Bool {
        fillers.contains(word) || weekdayBeginnings.contains { word.utf8.starts(with: $0.utf8) }
            || weekdayEndings.contains { word.hasSuffix($0) }
    }

    /// Marks that stand between the parts of dates.
    static func isPunctuation(_ mark: Unicode.Scalar) -> Bool {
        switch mark {
        case ",", ".", "-", ":", "–", "|", "،", "、", "'", "’", "·", ";": true
        default: false
        }
    }

    private static let fillers: Set<String> = [
        "st", "nd", "rd", "th", "of", "at", "on", "the", "de", "del", "du", "le", "la", "las", "el", "a", "as", "alle",
        "ore", "ora", "um", "uhr", "den", "der", "kl", "klo", "om", "uur", "saat", "pukul", "jam", "г", "года", "р",
        "року", "в", "о", "στις", "hs", "hrs", "h", "en", "i", "er", "ve", "godz", "ngay", "luc",
    ]

    private static let weekdayBeginnings = ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "星期", "周"]
    private static let weekdayEndings = ["曜日", "요일"]
}

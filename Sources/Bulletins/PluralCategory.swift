public import News

/// The form that a word takes beside a number: the cardinal plural categories of the Unicode CLDR.
public enum PluralCategory: String, CaseIterable, Sendable {
    case zero, one, two, few, many, other

    /// The category of a whole number in a language (CLDR 44, plurals.xml); `other` in languages whose rules are not here.
    public init(of number: Int, in language: LanguageTag?) {
        let number = number.magnitude
        self =
            switch language?.language ?? "en" {
            case "en", "de", "sv", "tr", "nl", "da", "nb", "no", "fi", "hu", "el": number == 1 ? .one : .other
            case "es", "it": number == 1 ? .one : number.isMillions ? .many : .other
            case "fr", "pt": number < 2 ? .one : number.isMillions ? .many : .other
            case "ar": PluralCategory(arabic: number)
            // Indonesian, Chinese: one form for all.
            default: .other
            }
    }

    private init(arabic number: UInt) {
        self =
            switch (number, number % 100) {
            case (0, _): .zero
            case (1, _): .one
            case (2, _): .two
            case (_, 3...10): .few
            case (_, 11...99): .many
            default: .other
            }
    }
}

extension UInt {
    fileprivate var isMillions: Bool { self != 0 && self % 1_000_000 == 0 }
}

public import News

/// The names of properties for several languages in one notification.
public struct LanguageProperties: Sendable, Hashable {
    /// A language and the property that carries its message.
    public struct Entry: Sendable, Hashable {
        /// The language.
        public var language: LanguageTag
        /// The property.
        public var message: String
        /// What follows the names of further properties: `url_French`; empty for the first language.
        public var suffix: String
        /// It carries the message beside `messageParam`.
        public var isFurther: Bool
    }

    /// The entries in the newsroom's order.
    public let entries: [Entry]

    /// The first language is `messageParam`, and under a name of its own only if one is given; others are `News_French`
    /// and the like unless named. Of several with one name all bear the whole tag: `News_Chinese_Hant`.
    public init(_ languages: [LanguageTag], named: [LanguageTag: String] = [:]) {
        entries = languages.enumerated().map { place, language in
            let isShared = languages.contains { $0 != language && $0.language == language.language }
            let rest = language.text.split(separator: "-").dropFirst()
            let name = ([LanguageProperties.name(of: language)] + (isShared ? rest.map(String.init) : []))
                .joined(separator: "_")
            return Entry(
                language: language,
                message: named[language] ?? (place == 0 ? BulletinStyle.messageProperty : "News_\(name)"),
                suffix: place == 0 ? "" : "_\(name)", isFurther: place > 0 || named[language] != nil)
        }
    }

    /// The name of a language in English; of one that is not in the table its code.
    private static func name(of language: LanguageTag) -> String { names[language.language] ?? language.language }

    private static let names = [
        "ar": "Arabic", "bg": "Bulgarian", "bn": "Bengali", "ca": "Catalan", "cs": "Czech", "da": "Danish",
        "de": "German", "el": "Greek", "en": "English", "es": "Spanish", "et": "Estonian", "fa": "Persian",
        "fi": "Finnish", "fr": "French", "he": "Hebrew", "hi": "Hindi", "hr": "Croatian", "hu": "Hungarian",
        "id": "Indonesian", "it": "Italian", "ja": "Japanese", "ko": "Korean", "lt": "Lithuanian", "lv": "Latvian",
        "ms": "Malay", "nb": "Norwegian", "nl": "Dutch", "nn": "Norwegian", "no": "Norwegian", "pl": "Polish",
        "pt": "Portuguese", "ro": "Romanian", "ru": "Russian", "sk": "Slovak", "sl": "Slovenian", "sr": "Serbian",
        "sv": "Swedish", "sw": "Swahili", "th": "Thai", "tr": "Turkish", "uk": "Ukrainian", "ur": "Urdu",
        "vi": "Vietnamese", "zh": "Chinese",
    ]
}

internal import News
internal import PlainText

/// The words that a bulletin has of its own in one language, and how the language is called.
struct LanguageWords {
    /// The message template.
    var message: MessageTemplate
    /// The names of the six, in their order.
    var categories: [String]

    func name(of category: Category) -> String {
        zip(Category.allCases, categories).first { $0.0 == category }?.1 ?? category.rawValue
    }

    /// The words of a language; without one, those of English.
    init(_ language: LanguageTag?) {
        guard let row = LanguageWords.rows[LanguageWords.key(of: language)],
            let message = try? MessageTemplate(row.message)
        else {
            // No words are better than those of another language.
            self.message = .bare
            categories = Category.allCases.map(\.rawValue)
            return
        }
        self.message = message
        categories = row.categories
    }

    /// Whether a language has words of its own here.
    static func has(_ language: LanguageTag) -> Bool { rows[key(of: language)] != nil }

    private static func key(of language: LanguageTag?) -> String {
        guard let language else { return "en" }
        return language.language == "zh" && language.script == "hant" ? "zh-hant" : language.language
    }

    /// By language; each in the words and with the punctuation that its newspapers use.
    static let rows: [String: (message: String, categories: [String])] = [
        "en": (
            MessageTemplate.standard.source, ["World", "Politics", "Business", "Technology", "Science", "Sports"]
        ),
        "sv": (
            "Senaste nytt {category}[: {headline}|!][ (+{more} till)]",
            ["Världen", "Politik", "Ekonomi", "Teknik", "Vetenskap", "Sport"]
        ),
        "tr": (
            "Son Dakika {category}[: {headline}|!][ (+{more} haber daha)]",
            ["Dünya", "Siyaset", "Ekonomi", "Teknoloji", "Bilim", "Spor"]
        ),
        "id": (
            "Berita Terkini {category}[: {headline}|!][ (+{more} lainnya)]",
            ["Dunia", "Politik", "Bisnis", "Teknologi", "Sains", "Olahraga"]
        ),
        "ar": (
            "عاجل – {category}[: {headline}|!]"
                + "[ ({more, plural, one {وخبر آخر} two {وخبران آخران} few {و# أخبار أخرى} many {و# خبرًا آخر} other {و# خبر آخر}})]",
            ["العالم", "السياسة", "الاقتصاد", "التكنولوجيا", "العلوم", "الرياضة"]
        ),
        "zh": ("{category}快讯[：{headline}|！][（另有{more}条）]", ["国际", "政治", "财经", "科技", "科学", "体育"]),
        "zh-hant": ("{category}快訊[：{headline}|！][（另有{more}則）]", ["國際", "政治", "財經", "科技", "科學", "體育"]),
        "es": (
            "Última hora {category}[: {headline}][ (+{more} más)]",
            ["Mundo", "Política", "Economía", "Tecnología", "Ciencia", "Deportes"]
        ),
        "fr": (
            "Flash {category}[ : {headline}| !][ (+{more, plural, one {# autre} other {# autres}})]",
            ["Monde", "Politique", "Économie", "Technologie", "Sciences", "Sports"]
        ),
        "de": (
            "Eilmeldung {category}[: {headline}|!][ (+{more} weitere)]",
            ["Welt", "Politik", "Wirtschaft", "Technik", "Wissenschaft", "Sport"]
        ),
    ]
}

extension LanguageTag {
    /// The direction in which the language is written; of most the one of this line.
    var direction: TextDirection {
        switch script {
        case "arab", "hebr", "syrc", "thaa", "nkoo": .rightToLeft
        case nil:
            ["ar", "he", "fa", "ur", "ps", "sd", "ug", "yi", "dv", "ckb"].contains(language)
                ? .rightToLeft : .leftToRight
        default: .leftToRight
        }
    }
}

public import News

/// How a newsroom words its bulletins: pure data, checked when the configuration is read.
public struct BulletinStyle: Sendable {
    /// The name of the property that phones show.
    public static let messageProperty = "messageParam"

    /// The wording for categories and languages that have none of their own. The standard one stands for that of each
    /// language.
    public var message: MessageTemplate
    /// The wording of single categories.
    public var messagesByCategory: [Category: MessageTemplate]
    /// The wording of single languages; it counts more than that of a category.
    public var messagesByLanguage: [LanguageTag: MessageTemplate]
    /// The wording of single categories in single languages; it counts most.
    public var messagesInLanguages: [Category: [LanguageTag: MessageTemplate]]
    /// Further properties and their wording, in the order in which they are sent.
    public var properties: [(name: String, template: MessageTemplate)]
    /// Most bytes of UTF-8 in `messageParam`.
    public var maximumMessageBytes: Int
    /// The language of the words where all count as one; nil for English.
    public var language: LanguageTag?
    /// The same of single categories.
    public var languagesByCategory: [Category: LanguageTag]
    /// The languages that one notification speaks; empty where each has its own, or all count as one.
    public var together: LanguageProperties

    /// The templates whose filled-in payloads must meet the limits of their platforms.
    public var payloads = PayloadBudget.standard

    /// A style from its parts.
    public init(
        message: MessageTemplate = .standard, messagesByCategory: [Category: MessageTemplate] = [:],
        messagesByLanguage: [LanguageTag: MessageTemplate] = [:],
        messagesInLanguages: [Category: [LanguageTag: MessageTemplate]] = [:],
        properties: [(name: String, template: MessageTemplate)] = [], maximumMessageBytes: Int = 1_000,
        language: LanguageTag? = nil, languagesByCategory: [Category: LanguageTag] = [:],
        together: LanguageProperties = LanguageProperties([])
    ) {
        self.message = message
        self.messagesByCategory = messagesByCategory
        self.messagesByLanguage = messagesByLanguage
        self.messagesInLanguages = messagesInLanguages
        self.properties = properties
        self.maximumMessageBytes = maximumMessageBytes
        self.language = language
        self.languagesByCategory = languagesByCategory
        self.together = together
    }

    /// The wording of a category in a language.
    public func message(for category: Category, in language: LanguageTag?) -> MessageTemplate {
        let language = language ?? self.language(of: category)
        let own = language.flatMap { find($0, messagesInLanguages[category] ?? [:]) ?? find($0, messagesByLanguage) }
        let template = own ?? messagesByCategory[category] ?? message
        return template == .standard ? LanguageWords(language).message : template
    }

    /// Whether some wording has the placeholder.
    public func uses(_ placeholder: MessageTemplate.Placeholder) -> Bool {
        let templates =
            [message] + messagesByCategory.values + messagesByLanguage.values
            + messagesInLanguages.values.flatMap(\.values) + properties.map(\.template)
        return templates.contains { $0.uses(placeholder) }
    }

    /// The languages among these for which there are neither words here nor a template of the newsroom's own.
    public func languagesWithoutWords(_ languages: [LanguageTag]) -> [LanguageTag] {
        languages.filter { message == .standard && !LanguageWords.has($0) && find($0, messagesByLanguage) == nil }
    }

    func language(of category: Category) -> LanguageTag? { languagesByCategory[category] ?? language }

    private func find(_ language: LanguageTag, _ templates: [LanguageTag: MessageTemplate]) -> MessageTemplate? {
        guard !templates.isEmpty else { return nil }
        return language.match(in: templates.keys.sorted { $0.text < $1.text }).flatMap { templates[$0] }
    }
}

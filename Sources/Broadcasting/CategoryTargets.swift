public import HubLanguage
public import News

/// Whom each category's notifications are for: a tag of its name, or what the configuration says instead; where each
/// language has notifications of its own, a tag for each of them.
public struct CategoryTargets: Sendable, Hashable {
    /// How the tag of a category in one language is made: `{category}` is the category's, `{language}` the language's.
    public static let standardForm = "{category}_{language}"

    private let expressions: [Category: TagExpression]
    private let inLanguages: [Category: [LanguageTag: TagExpression]]
    private let languages: [LanguageTag]

    /// Checks every expression before anything is sent, by the limits that hold in every version of the hub's
    /// documentation. A category that is not named has the tag of its own name. `languages` are those that have
    /// notifications of their own; none where a notification is for all of them.
    public init(
        _ named: [Category: String] = [:], languages: [LanguageTag] = [], form: String = CategoryTargets.standardForm
    ) throws(CategoryTargetError) {
        var expressions: [Category: TagExpression] = [:]
        var inLanguages: [Category: [LanguageTag: TagExpression]] = [:]
        for category in Category.allCases {
            let text = named[category] ?? category.rawValue
            let expression = try CategoryTargets.expression(text, of: category, in: nil)
            expressions[category] = expression
            for language in languages {
                // In parentheses a form that only fits a tag is refused for an expression, and not misunderstood.
                let inner = expression.text == expression.tags.first?.text ? expression.text : "(\(expression.text))"
                let text = form.replacing("{category}", with: inner).replacing("{language}", with: language.text)
                inLanguages[category, default: [:]][language] =
                    try CategoryTargets.expression(text, of: category, in: language)
            }
        }
        self.expressions = expressions
        self.inLanguages = inLanguages
        self.languages = languages
    }

    private static func expression(
        _ text: String, of category: Category, in language: LanguageTag?
    ) throws(CategoryTargetError) -> TagExpression {
        do {
            let expression = try TagExpression(parsing: text)
            try expression.check(.safe)
            return expression
        } catch {
            throw CategoryTargetError(category: category, language: language, error: error)
        }
    }

    /// All who follow at least one of the categories, in one expression; in one language, or in whichever.
    func joined(_ categories: [Category], in language: LanguageTag? = nil) -> String {
        let parts = categories.flatMap { category -> [TagExpression] in
            if languages.isEmpty { return [expressions[category]].compactMap(\.self) }
            return languages.filter { language == nil || $0 == language }.compactMap { inLanguages[category]?[$0] }
        }
        return parts.map { $0.tags.count == 1 ? $0.text : "(\($0.text))" }.joined(separator: "||")
    }

    /// Whether a category has an expression in each language.
    var areApart: Bool { !languages.isEmpty }

    /// The expression of a category; every category has one, and one in each language that has its own.
    subscript(category: Category, language: LanguageTag?) -> TagExpression? {
        guard let language else { return expressions[category] }
        return inLanguages[category]?[language]
    }
}

/// The tag or expression of a category cannot be used.
public struct CategoryTargetError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The category.
    public var category: Category
    /// The language that it is for alone; nil for all.
    public var language: LanguageTag?
    /// What is wrong with its expression.
    public var error: TagExpressionError

    /// Which category, and what is wrong.
    public var description: String {
        "the tag of \(category.rawValue)\(language.map { " in \($0)" } ?? ""): \(error)"
    }
}

public import HubLanguage
public import News

/// Whom each category's notifications are for: a tag of its name, or what the configuration says instead.
public struct CategoryTargets: Sendable, Hashable {
    private let expressions: [Category: TagExpression]

    /// Checks every expression before anything is sent, by the limits that hold in every version of the hub's
    /// documentation. A category that is not named has the tag of its own name.
    public init(_ named: [Category: String] = [:]) throws(CategoryTargetError) {
        var expressions: [Category: TagExpression] = [:]
        for category in Category.allCases {
            do {
                let expression = try TagExpression(parsing: named[category] ?? category.rawValue)
                try expression.check(.safe)
                expressions[category] = expression
            } catch {
                throw CategoryTargetError(category: category, error: error)
            }
        }
        self.expressions = expressions
    }

    /// All who follow at least one of the categories, in one expression.
    func joined(_ categories: [Category]) -> String {
        let parts = categories.compactMap { expressions[$0] }
        return parts.map { $0.tags.count == 1 ? $0.text : "(\($0.text))" }.joined(separator: "||")
    }

    /// The expression of a category; every category has one.
    subscript(category: Category) -> TagExpression? { expressions[category] }
}

/// The tag or expression of a category cannot be used.
public struct CategoryTargetError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The category.
    public var category: Category
    /// What is wrong with its expression.
    public var error: TagExpressionError

    /// Which category, and what is wrong.
    public var description: String { "the tag of \(category.rawValue): \(error)" }
}

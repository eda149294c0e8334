/// Why a value that begins like an expression is none; the service refuses the registration (400).
public struct TemplateExpressionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Sendable, Hashable {
        /// A term of at least three characters should stand here: a property or a quoted text that is not empty.
        case termExpected
        /// Terms are joined by `+` alone; a value that begins like an expression must be one to its end.
        case plusExpected
        /// `(` should follow `$`, `.`, `%` or `#`.
        case parenthesisExpected
        /// `)` is missing.
        case parenthesisNotClosed
        /// `}` is missing at the end of the value.
        case braceNotClosed
        /// The quote at the position is not closed.
        case quoteNotClosed
        /// The default value at the position is not closed by `}`.
        case defaultNotClosed
        /// Property names are 1 to 120 ASCII letters, digits and underscores.
        case propertyName(String)
        /// `.(…)` needs a length.
        case lengthExpected
        /// `%(…)` and `#(…)` take no length.
        case lengthNotAllowed
        /// A length is a whole number from 0 to 2,147,483,647.
        case length(String)
        /// `#(…)` cannot be joined with other terms.
        case numberInJoin
        /// `$body` is refused by the service.
        case body
    }

    /// The value as given.
    public var expression: String
    /// The character at fault, counted from 1.
    public var position: Int
    /// What is wrong.
    public var reason: Reason

    /// What is wrong where, and what is allowed.
    public var description: String {
        "\(excerpt(expression)) begins like an expression, but at position \(position) \(words)"
    }

    private var words: String {
        switch reason {
        case .termExpected: "a property such as $(name) or a quoted text is missing"
        case .plusExpected: "something other than + follows; write {'text ' + $(name)} to mix text and properties"
        case .parenthesisExpected: "( is missing; a literal text cannot begin with $ . % # or {"
        case .parenthesisNotClosed: "a parenthesis is not closed"
        case .braceNotClosed: "} is missing"
        case .quoteNotClosed: "a quote is not closed"
        case .defaultNotClosed: "a default value is not closed by }"
        case .propertyName(let name):
            "\(excerpt(name)) is no property name: 1 to 120 ASCII letters, digits and underscores"
        case .lengthExpected: "a length is missing, as in .(name, 20)"
        case .lengthNotAllowed: "a length stands where none is allowed: only $(…) and .(…) take one"
        case .length(let text): "\(excerpt(text)) is no length: a whole number, 0 or more"
        case .numberInJoin: "#(…) is joined with other terms, which the hub does not allow"
        case .body: "$body stands, which the hub does not allow"
        }
    }
}

/// Why a template is refused when a registration is made with it.
public enum TemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A body that begins with `<` is not well-formed XML.
    case notXML(line: Int, reason: String)
    /// Any other body is not JSON.
    case notJSON(line: Int, column: Int, reason: String)
    /// A JSON body is not an object.
    case notAnObject
    /// A value begins like an expression and is none.
    case expression(TemplateExpressionError)
    /// The platform takes bodies of another shape.
    case shape(PayloadShapeError)

    /// What is wrong, where, and what is allowed.
    public var description: String {
        switch self {
        case .notXML(let line, let reason):
            "the template is not well-formed XML: \(reason)" + (line > 0 ? " (line \(line))" : "")
        case .notJSON(let line, let column, let reason):
            "the template is neither JSON nor XML: \(reason) (line \(line), column \(column))"
        case .notAnObject: "the template is JSON, but not an object"
        case .expression(let error): "in the template \(error)"
        case .shape(let error): "the template is not for this platform: \(error)"
        }
    }
}

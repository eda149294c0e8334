/// Whom a notification is for: tags joined by `&&`, `||`, `!` and parentheses, as in the header
/// `ServiceBusNotification-Tags`. `!` binds tighter than `&&`, `&&` tighter than `||`; the service documents no
/// precedence, so write parentheses where both kinds meet.
public struct TagExpression: Sendable, Hashable, CustomStringConvertible {
    /// How many tags an expression may hold; each occurrence counts.
    public enum Limits: Sendable {
        /// What the service takes by its current documentation: 20 with `||` alone, 10 without `||`, otherwise 6.
        case accepted
        /// What every version of the documentation allows: 20 with `||` alone, otherwise 6. For those who send.
        case safe
    }

    /// The expression as given, without blanks around it.
    public let text: String
    /// The tags in the order in which they stand, repeats included.
    public let tags: [Tag]
    let program: [TagOperation]

    /// Reads an expression. An empty one is refused: the service takes an empty header as nobody.
    public init(parsing text: String, limits: Limits = .accepted) throws(TagExpressionError) {
        var parser = TagExpressionParser(text)
        program = try parser.parse()
        tags = parser.tags
        self.text = trimmingBlanks(text)
        try check(limits)
    }

    /// The tag, if the expression is one tag and nothing else.
    public var singleTag: String? {
        guard program.count == 1, case .tag(let tag) = program[0] else { return nil }
        return tag
    }

    /// Everybody who has at least one of the tags, as the .NET and JavaScript clients join them.
    public static func any(of tags: [Tag]) throws(TagExpressionError) -> TagExpression {
        try TagExpression(parsing: tags.map(\.text).joined(separator: "||"))
    }

    /// The text.
    public var description: String { text }

    /// Holds the expression to limits other than those it was read with.
    public func check(_ limits: Limits) throws(TagExpressionError) {
        let hasOr = program.contains(.or)
        let hasOther = program.contains(.and) || program.contains(.not)
        let limit =
            switch (hasOr, hasOther, limits) {
            case (_, false, _): 20
            case (false, true, .accepted): 10
            default: 6
            }
        guard tags.count > limit else { return }
        throw TagExpressionError(expression: text, position: 1, reason: .tooManyTags(tags.count, limit: limit))
    }
}

/// One step of an expression in postfix order, which needs no recursion to evaluate or to free, however deep the
/// parentheses were.
enum TagOperation: Sendable, Hashable {
    case tag(String)
    case not
    case and
    case or
}

func trimmingBlanks(_ text: String) -> String {
    var rest = text[...]
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return String(rest)
}

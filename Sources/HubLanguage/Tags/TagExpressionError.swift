/// Why a text is not a tag expression, and where.
public struct TagExpressionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Sendable, Hashable {
        /// There is nothing; leave the header out to address everybody.
        case empty
        /// A tag breaks the rule for tags.
        case tag(TagError)
        /// A tag, `!` or `(` should stand here; nil is the end.
        case tagExpected(found: String?)
        /// `&&`, `||` or `)` should stand here.
        case operatorExpected(found: String)
        /// `&` and `|` stand for nothing alone.
        case singleOperator(Unicode.Scalar)
        /// The parenthesis at the position is never closed.
        case notClosed
        /// The parenthesis at the position closes nothing.
        case closedTooOften
        /// More tags than the service takes.
        case tooManyTags(Int, limit: Int)
    }

    /// The expression as given.
    public var expression: String
    /// The character at fault, counted from 1; one behind the end where something is missing.
    public var position: Int
    /// What is wrong.
    public var reason: Reason

    /// What is wrong where, and what is allowed.
    public var description: String {
        "tag expression \(excerpt(expression)): \(words)"
    }

    private var words: String {
        switch reason {
        case .empty: "it is empty; name a tag"
        case .tag(let error): "\(error), in the expression at position \(position)"
        case .tagExpected(let found?): "a tag is missing before \(found) at position \(position)"
        case .tagExpected(nil): "a tag is missing at its end"
        case .operatorExpected(let found):
            "&& or || is missing before \(excerpt(found, limit: 30)) at position \(position); a tag holds no blank"
        case .singleOperator(let scalar): "\(scalar) at position \(position) must be doubled: \(scalar)\(scalar)"
        case .notClosed: "the parenthesis at position \(position) is not closed"
        case .closedTooOften: "the parenthesis at position \(position) closes nothing"
        case .tooManyTags(let count, let limit):
            "it holds \(count) tags, the hub takes at most \(limit) here "
                + (limit == 10 ? "(20 with || alone, 10 without ||, otherwise 6)" : "(20 with || alone, otherwise 6)")
        }
    }
}

/// Turns an expression into postfix order by the shunting-yard method: a header of thirty thousand parentheses costs
/// memory in proportion and no stack.
struct TagExpressionParser {
    private enum Symbol: String {
        case not = "!"
        case and = "&&"
        case or = "||"
        case open = "("
        case close = ")"

        /// How tight an operator binds; an open parenthesis holds everything back.
        var strength: Int {
            switch self {
            case .not: 3
            case .and: 2
            case .or: 1
            case .open, .close: 0
            }
        }
    }

    private let expression: String
    private let scalars: [Unicode.Scalar]
    private var next = 0
    private var waiting: [(symbol: Symbol, position: Int)] = []
    private var program: [TagOperation] = []
    private(set) var tags: [Tag] = []

    init(_ expression: String) {
        self.expression = expression
        scalars = Array(expression.unicodeScalars)
    }

    mutating func parse() throws(TagExpressionError) -> [TagOperation] {
        skipBlanks()
        guard next < scalars.count else { throw error(.empty, at: 0) }
        var expectsTag = true
        while next < scalars.count {
            let start = next
            if let symbol = try takeSymbol() {
                expectsTag = try handle(symbol, at: start, expectsTag: expectsTag)
            } else {
                let tag = try takeTag()
                guard expectsTag else { throw error(.operatorExpected(found: tag.text), at: start) }
                tags.append(tag)
                program.append(.tag(tag.text))
                expectsTag = false
            }
            skipBlanks()
        }
        guard !expectsTag else { throw error(.tagExpected(found: nil), at: scalars.count) }
        try finish()
        return program
    }

    /// Whether a tag must follow.
    private mutating func handle(
        _ symbol: Symbol, at start: Int, expectsTag: Bool
    ) throws(TagExpressionError) -> Bool {
        switch symbol {
        case .not, .open:
            guard expectsTag else { throw error(.operatorExpected(found: symbol.rawValue), at: start) }
            waiting.append((symbol, start))
            return true
        case .and, .or:
            guard !expectsTag else { throw error(.tagExpected(found: symbol.rawValue), at: start) }
            applyWaiting(atLeast: symbol.strength)
            waiting.append((symbol, start))
            return true
        case .close:
            guard !expectsTag else { throw error(.tagExpected(found: symbol.rawValue), at: start) }
            applyWaiting(atLeast: 1)
            guard waiting.popLast() != nil else { throw error(.closedTooOften, at: start) }
            return false
        }
    }

    private mutating func applyWaiting(atLeast strength: Int) {
        while let last = waiting.last, last.symbol.strength >= strength {
            waiting.removeLast()
            switch last.symbol {
            case .not: program.append(.not)
            case .and: program.append(.and)
            case .or: program.append(.or)
            case .open, .close: break
            }
        }
    }

    private mutating func finish() throws(TagExpressionError) {
        applyWaiting(atLeast: 1)
        if let open = waiting.last { throw error(.notClosed, at: open.position) }
    }

    private mutating func takeSymbol() throws(TagExpressionError) -> Symbol? {
        switch scalars[next] {
        case "!": return take(.not)
        case "(": return take(.open)
        case ")": return take(.close)
        case "&", "|":
            guard next + 1 < scalars.count, scalars[next + 1] == scalars[next] else {
                throw error(.singleOperator(scalars[next]), at: next)
            }
            return take(scalars[next] == "&" ? .and : .or)
        default: return nil
        }
    }

    private mutating func take(_ symbol: Symbol) -> Symbol {
        next += symbol.rawValue.utf8.count
        return symbol
    }

    /// Everything up to a blank or operator: what is wrong inside is better told as a tag's fault than as a stray
    /// character.
    private mutating func takeTag() throws(TagExpressionError) -> Tag {
        let start = next
        while next < scalars.count, !TagExpressionParser.endsTag(scalars[next]) { next += 1 }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[start..<next])
        do {
            return try Tag(text)
        } catch {
            guard case .character(_, let position) = error.fault else { throw self.error(.tag(error), at: start) }
            throw self.error(.tag(error), at: start + position - 1)
        }
    }

    private static func endsTag(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "!", "(", ")", "&", "|": true
        default: false
        }
    }

    private mutating func skipBlanks() {
        while next < scalars.count, scalars[next] == " " || scalars[next] == "\t" { next += 1 }
    }

    private func error(_ reason: TagExpressionError.Reason, at position: Int) -> TagExpressionError {
        TagExpressionError(expression: expression, position: position + 1, reason: reason)
    }
}

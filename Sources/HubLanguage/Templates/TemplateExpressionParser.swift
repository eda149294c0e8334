/// Reads an expression by the rules of the .NET client's validator, which refuses what the service refuses.
struct TemplateExpressionParser {
    private let expression: String
    private let scalars: [Unicode.Scalar]
    private var next = 0
    private var end: Int

    init(_ expression: String) {
        self.expression = expression
        scalars = Array(expression.unicodeScalars)
        end = scalars.count
    }

    mutating func parse() throws(TemplateExpressionError) -> [TemplateTerm] {
        if scalars.first == "{" { try enterBraces() }
        var terms: [TemplateTerm] = []
        while true {
            terms.append(try takeTerm())
            guard next < end else { break }
            skipBlanks()
            guard next < end, scalars[next] == "+" else { throw error(.plusExpected, at: next) }
            next += 1
        }
        if terms.count > 1, terms.contains(where: isNumber) { throw error(.numberInJoin, at: 0) }
        return terms
    }

    private mutating func enterBraces() throws(TemplateExpressionError) {
        guard scalars.count > 1, scalars.last == "}" else { throw error(.braceNotClosed, at: scalars.count) }
        next = 1
        end -= 1
        while end > next, scalars[end - 1].properties.isWhitespace { end -= 1 }
    }

    private mutating func takeTerm() throws(TemplateExpressionError) -> TemplateTerm {
        skipBlanks()
        // The validator asks for three characters, so an empty literal cannot come last.
        guard end - next >= 3 else { throw error(.termExpected, at: next) }
        switch scalars[next] {
        case "'", "\"": return .literal(try takeLiteral())
        case "$":
            guard !isBody else { throw error(.body, at: next) }
            return .property(try takeHole(.plain))
        case ".": return .property(try takeHole(.dotted))
        case "%": return .property(try takeHole(.uriEncoded))
        case "#": return .property(try takeHole(.number))
        default: throw error(.termExpected, at: next)
        }
    }

    /// A doubled quote stands for one.
    private mutating func takeLiteral() throws(TemplateExpressionError) -> String {
        let start = next
        let quote = scalars[next]
        var text = ""
        next += 1
        while next < end {
            let scalar = scalars[next]
            next += 1
            if scalar == quote {
                guard next < end, scalars[next] == quote else { return text }
                next += 1
            }
            text.unicodeScalars.append(scalar)
        }
        throw error(.quoteNotClosed, at: start)
    }

    private mutating func takeHole(_ form: TemplateHole.Form) throws(TemplateExpressionError) -> TemplateHole {
        let start = next
        next += 1
        guard scalars[next] == "(" else { throw error(.parenthesisExpected, at: next) }
        next += 1
        let name = try takeName()
        var hole = TemplateHole(form: form, name: name)
        hole.defaultValue = try takeDefault()
        hole.length = try takeLength(form)
        guard next < end, scalars[next] == ")" else { throw error(.parenthesisNotClosed, at: start) }
        if form == .dotted, hole.length == nil { throw error(.lengthExpected, at: next) }
        next += 1
        return hole
    }

    private mutating func takeName() throws(TemplateExpressionError) -> String {
        let start = next
        while next < end, scalars[next] != ")", scalars[next] != ",", !isAtDefault { next += 1 }
        guard next < end else { throw error(.parenthesisNotClosed, at: start - 2) }
        let name = trimmed(start..<next)
        guard name.isTemplatePropertyName else { throw error(.propertyName(name), at: start) }
        return name
    }

    /// `:{text}`, in which `\}` stands for a brace and `\\` for a backslash.
    private mutating func takeDefault() throws(TemplateExpressionError) -> String? {
        guard isAtDefault else { return nil }
        let start = next
        var text = ""
        next += 2
        while next < end {
            var scalar = scalars[next]
            next += 1
            if scalar == "}" {
                skipBlanks()
                guard next < end, scalars[next] == ")" || scalars[next] == "," else {
                    throw error(.parenthesisNotClosed, at: next)
                }
                return text
            }
            if scalar == "\\", next < end, scalars[next] == "}" || scalars[next] == "\\" {
                scalar = scalars[next]
                next += 1
            }
            text.unicodeScalars.append(scalar)
        }
        throw error(.defaultNotClosed, at: start)
    }

    private mutating func takeLength(_ form: TemplateHole.Form) throws(TemplateExpressionError) -> Int? {
        guard next < end, scalars[next] == "," else { return nil }
        guard form == .plain || form == .dotted else { throw error(.lengthNotAllowed, at: next) }
        next += 1
        let start = next
        while next < end, scalars[next] != ")" { next += 1 }
        let text = trimmed(start..<next)
        guard let length = Int32(text), length >= 0 else { throw error(.length(text), at: start) }
        return Int(length)
    }

    private var isAtDefault: Bool {
        next + 1 < end && scalars[next] == ":" && scalars[next + 1] == "{"
    }

    /// `$body`, in whatever case, is known to the service and refused by it.
    private var isBody: Bool {
        let text = String(String.UnicodeScalarView(scalars[next..<min(end, next + 5)]))
        return text.lowercased() == "$body"
    }

    private mutating func skipBlanks() {
        while next < end, scalars[next].properties.isWhitespace { next += 1 }
    }

    private func trimmed(_ range: Range<Int>) -> String {
        var slice = scalars[range]
        while let first = slice.first, first.properties.isWhitespace { slice.removeFirst() }
        while let last = slice.last, last.properties.isWhitespace { slice.removeLast() }
        return String(String.UnicodeScalarView(slice))
    }

    private func isNumber(_ term: TemplateTerm) -> Bool {
        if case .property(let hole) = term { hole.form == .number } else { false }
    }

    private func error(_ reason: TemplateExpressionError.Reason, at position: Int) -> TemplateExpressionError {
        TemplateExpressionError(expression: expression, position: position + 1, reason: reason)
    }
}

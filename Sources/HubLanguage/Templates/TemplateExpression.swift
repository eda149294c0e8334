/// A value of a template that may be an expression: `$(title)`, `.(title, 20)`, `%(link)`, `#(count)`,
/// `{'Hello ' + $(name)}`. The first character decides: `$ . % # {` begin an expression, which must then be the whole
/// value; anything else makes the whole value literal, holes inside it included.
///
/// Values stand in JSON strings, XML attributes and XML text of template bodies, in template headers and in `Expiry`.
public struct TemplateExpression: Sendable, Hashable {
    /// The value as written, references and escapes read.
    public let text: String
    let terms: [TemplateTerm]

    /// Reads a value as the service does when a registration is made.
    public init(_ text: String) throws(TemplateExpressionError) {
        self.text = text
        guard TemplateExpression.isExpression(text) else {
            terms = [.literal(text)]
            return
        }
        var parser = TemplateExpressionParser(text)
        terms = try parser.parse()
    }

    /// Whether the value is the same whatever the properties are.
    public var isLiteral: Bool {
        terms.allSatisfy { if case .literal = $0 { true } else { false } }
    }

    /// The properties it asks for, as written, repeats included.
    public var propertyNames: [String] {
        terms.compactMap { if case .property(let hole) = $0 { hole.name } else { nil } }
    }

    /// The value for these properties. A missing one gives its default, or nothing: the notification still goes out.
    public func value(with properties: TemplateProperties) -> String {
        terms.map { $0.value(with: properties) }.joined()
    }

    /// The value as JSON: a quoted string, or the bare number that `#(…)` asks for.
    func json(with properties: TemplateProperties) -> String {
        let value = value(with: properties)
        if terms.count == 1, case .property(let hole) = terms[0], hole.form == .number, isPlainNumber(value) {
            return value
        }
        return quoted(value)
    }

    private static func isExpression(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first else { return false }
        return "$.%#{".unicodeScalars.contains(first)
    }
}

/// The documented pattern of `#(…)`: digits without a leading zero, then a fraction and an exponent at will, no sign in
/// front.
private func isPlainNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
    func digits() -> Int {
        let run = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(run.count)
        return run.count
    }
    let startsWithZero = rest.first == UInt8(ascii: "0")
    let whole = digits()
    guard whole == 1 || whole > 1 && !startsWithZero else { return false }
    if rest.first == UInt8(ascii: ".") {
        rest.removeFirst()
        guard digits() > 0 else { return false }
    }
    if let letter = rest.first, letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") {
        rest.removeFirst()
        if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest.removeFirst() }
        guard digits() > 0 else { return false }
    }
    return rest.isEmpty
}

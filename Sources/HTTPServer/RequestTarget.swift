/// Path and query of a request line.
public struct RequestTarget: Sendable {
    /// The target as sent.
    public let text: String
    /// The segments of the path with escapes decoded; a slash at the end adds none.
    public let segments: [String]
    /// The query's parameters in order, decoded. A flag without `=` has an empty value.
    public let query: [(name: String, value: String)]

    /// Takes a target apart.
    public init(_ text: String) {
        self.text = text
        let parts = text.pieces(at: "?", maximum: 2)
        let path = parts.first ?? ""
        segments = path.pieces(at: "/", omittingEmpty: true).map { percentDecoded($0, plusIsBlank: false) }
        query = (parts.count > 1 ? parts[1] : "").pieces(at: "&", omittingEmpty: true).map { parameter in
            let pair = parameter.pieces(at: "=", maximum: 2)
            // .NET writes the blanks of a filter as `+`.
            return (
                name: percentDecoded(pair[0], plusIsBlank: true),
                value: pair.count > 1 ? percentDecoded(pair[1], plusIsBlank: true) : ""
            )
        }
    }

    /// The value of the first parameter of that name, compared without case: Java writes `ContinuationToken`.
    public func parameter(_ name: String) -> String? {
        query.first { equalIgnoringCase($0.name, name) }?.value
    }

    /// Whether a flag such as `test` or `direct` is set, with whatever value (.NET sends none, JavaScript `true`).
    public func hasFlag(_ name: String) -> Bool {
        parameter(name) != nil
    }
}

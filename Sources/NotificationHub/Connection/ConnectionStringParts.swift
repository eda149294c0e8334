/// The parts of a connection string, not yet judged: split at `;`, each at its first `=` since keys end in `=`.
struct ConnectionStringParts {
    private(set) var endpoint: String?
    private(set) var keyName: String?
    private(set) var key: String?
    private(set) var entityPath: String?
    private var unknownParts = 0

    init(_ text: String) throws(HubConnectionError) {
        let isLineEnd: (Character) -> Bool = { $0.isNewline }
        let trimmed = text.drop(while: isLineEnd).reversed().drop(while: isLineEnd).reversed()
        guard !trimmed.isEmpty else { throw .empty }
        guard !trimmed.contains(where: isLineEnd) else { throw .severalLines }
        for part in String(trimmed).split(separator: ";") where part.contains(where: { !$0.isWhitespace }) {
            guard let sign = part.firstIndex(of: "=") else { throw .partWithoutValue }
            try take(part[..<sign], String(part[part.index(after: sign)...]))
        }
    }

    private mutating func take(_ name: Substring, _ value: String) throws(HubConnectionError) {
        switch name.filter({ !$0.isWhitespace }).lowercased() {
        case "endpoint": try set(\.endpoint, trimmingBlanks(value), .endpoint)
        case "sharedaccesskeyname": try set(\.keyName, trimmingBlanks(value), .keyName)
        case "sharedaccesskey": try set(\.key, value, .key)
        case "entitypath": try set(\.entityPath, trimmingBlanks(value), .hub)
        default: unknownParts += 1
        }
    }

    private mutating func set(
        _ part: WritableKeyPath<ConnectionStringParts, String?>, _ value: String, _ name: HubConnectionError.Part
    ) throws(HubConnectionError) {
        guard self[keyPath: part] == nil else { throw .twice(name) }
        self[keyPath: part] = value
    }

    /// Unknown names are not repeated: behind a key that holds `;` they would be a piece of it.
    func warnings(key: String) -> [String] {
        var warnings: [String] = []
        if unknownParts > 0 {
            warnings.append("the connection string has \(unknownParts) part(s) of unknown name, which are ignored")
        }
        if key.first?.isWhitespace == true || key.last?.isWhitespace == true {
            warnings.append("SharedAccessKey begins or ends with a blank, which is taken as part of the key")
        }
        return warnings
    }
}

private func trimmingBlanks(_ text: String) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
}

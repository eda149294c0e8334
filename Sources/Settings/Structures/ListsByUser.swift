internal import JSON

/// Lists of texts by user, such as the tags that each may set; `default` stands for all that are not named.
public struct ListsByUser: Sendable, Hashable {
    /// What holds for one user.
    public struct Entry: Sendable, Hashable {
        /// The name, or `default`.
        public var user: String
        /// The texts in their order.
        public var values: [String]
    }

    /// The entries in their order.
    public let entries: [Entry]

    init(_ value: JSONValue) throws(StructureFault) {
        guard let object = value.object else {
            throw StructureFault(path: "", problem: ValueFault("must be an object { … } of users and lists"))
        }
        var (entries, names): ([Entry], Set<String>) = ([], [])
        for (name, value) in object.members {
            guard !name.isEmpty, !looksSecret(name) else {
                throw StructureFault(path: "", problem: ValueFault("holds a name that is none"))
            }
            guard names.insert(name.lowercased()).inserted else {
                throw StructureFault(path: name, problem: ValueFault("is given twice; names ignore case"))
            }
            guard let elements = value.array, case let texts = elements.compactMap(\.string),
                texts.count == elements.count
            else { throw StructureFault(path: name, problem: ValueFault("must be an array [ … ] of texts")) }
            entries.append(Entry(user: name, values: texts))
        }
        self.entries = entries
    }
}

internal import JSON
public import News

/// `rules`: which items get a category, or none, by the newsroom's own word.
public struct RuleSettings: Sendable, Hashable {
    /// What becomes of the items that match.
    public enum Verdict: Sendable, Hashable {
        /// They go out with that category.
        case category(Category)
        /// They are none of the six.
        case none
        /// They never go out.
        case never
    }

    /// One rule; an item must meet every condition that is not empty.
    public struct Rule: Sendable, Hashable {
        /// What becomes of the items that match.
        public var verdict: Verdict
        /// Names or addresses of feeds.
        public var feeds: [String]
        /// Hosts of articles.
        public var hosts: [String]
        /// How addresses of articles begin.
        public var addresses: [String]
        /// Whole labels.
        public var labels: [String]
        /// Words and phrases of the headline.
        public var titles: [String]
    }

    /// In the order in which they are asked.
    public let rules: [Rule]

    init(_ value: JSONValue) throws(StructureFault) {
        guard let elements = value.array else {
            throw StructureFault(
                path: "", problem: ValueFault("must be an array of rules [{\"titles\": […], \"category\": …}, …]"))
        }
        var rules: [Rule] = []
        for (position, element) in elements.enumerated() {
            rules.append(try Rule(element, at: "[\(position)]"))
        }
        self.rules = rules
    }
}

private let conditions = ["feeds", "hosts", "addresses", "labels", "titles"]

extension RuleSettings.Rule {
    fileprivate init(_ value: JSONValue, at path: String) throws(StructureFault) {
        let reader = try StructureReader(value, at: path, known: conditions + ["category"])
        verdict = try RuleSettings.Verdict(reader)
        feeds = try reader.texts("feeds") ?? []
        hosts = try reader.texts("hosts") ?? []
        addresses = try reader.texts("addresses") ?? []
        labels = try reader.texts("labels") ?? []
        titles = try reader.texts("titles") ?? []
        guard ![feeds, hosts, addresses, labels, titles].allSatisfy(\.isEmpty) else {
            throw StructureFault(
                path: path, problem: ValueFault("has no condition: one of \(conditions.joined(separator: ", "))"))
        }
    }
}

extension RuleSettings.Verdict {
    fileprivate init(_ reader: StructureReader) throws(StructureFault) {
        let place = reader.place("category")
        guard let text = reader["category"]?.string else {
            throw StructureFault(
                path: place, problem: ValueFault("must be one of the six categories, \"none\" or \"never\""))
        }
        switch text.lowercased() {
        case "none": self = .none
        case "never": self = .never
        default:
            do {
                self = .category(try ValueKind.category(text))
            } catch {
                throw StructureFault(path: place, value: text, problem: error)
            }
        }
    }
}

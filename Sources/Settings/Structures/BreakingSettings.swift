internal import JSON
public import News

/// `breaking`: what counts as breaking in a category, and what is urgent there.
public struct BreakingSettings: Sendable, Hashable {
    /// Rules about items; one that matches is enough. Nil where the key is not given.
    public struct Rules: Sendable, Hashable {
        /// Words and phrases of the headline.
        public var titles: [String]?
        /// Whole labels.
        public var labels: [String]?
        /// Names or addresses of feeds.
        public var feeds: [String]?
        /// How addresses of articles begin.
        public var addresses: [String]?
    }

    /// What one category says. Nil where a key is not given.
    public struct Entry: Sendable, Hashable {
        /// How many feeds must carry a story.
        public var minFeeds: Int?
        /// Which items count.
        public var rules = Rules()
        /// Which items are urgent.
        public var urgentRules = Rules()
        /// How many feeds make a story urgent.
        public var urgentMinFeeds: Int?
        /// `"urgent": false`: nothing is.
        public var hasNoUrgent: Bool?
    }

    let entries: ByCategory<Entry>

    init(_ value: JSONValue) throws(StructureFault) {
        entries = try ByCategory(value, Entry.init)
    }

    /// What holds for a category: its own keys, and those of `default` that it does not give.
    public subscript(category: Category) -> Entry {
        let common = entries.common ?? Entry()
        guard let own = entries.single[category] else { return common }
        // Naming anything urgent takes back that nothing is.
        let namesUrgent = own.urgentMinFeeds != nil || own.urgentRules != Rules()
        return Entry(
            minFeeds: own.minFeeds ?? common.minFeeds, rules: own.rules.completed(by: common.rules),
            urgentRules: own.urgentRules.completed(by: common.urgentRules),
            urgentMinFeeds: own.urgentMinFeeds ?? common.urgentMinFeeds,
            hasNoUrgent: own.hasNoUrgent ?? (namesUrgent ? false : common.hasNoUrgent))
    }
}

private let ruleNames = ["titles", "labels", "feeds", "addresses"]

extension BreakingSettings.Rules {
    fileprivate init(_ reader: StructureReader) throws(StructureFault) {
        titles = try reader.texts("titles")
        labels = try reader.texts("labels")
        feeds = try reader.texts("feeds")
        addresses = try reader.texts("addresses")
    }

    fileprivate func completed(by common: Self) -> Self {
        Self(
            titles: titles ?? common.titles, labels: labels ?? common.labels, feeds: feeds ?? common.feeds,
            addresses: addresses ?? common.addresses)
    }
}

extension BreakingSettings.Entry {
    fileprivate init(_ value: JSONValue, at path: String) throws(StructureFault) {
        let reader = try StructureReader(value, at: path, known: ["minFeeds"] + ruleNames + ["urgent"])
        minFeeds = try reader.integer("minFeeds", 1...1_000)
        rules = try BreakingSettings.Rules(reader)
        switch reader["urgent"] {
        case nil: break
        case .boolean(false)?: hasNoUrgent = true
        case let value?:
            let place = reader.place("urgent")
            guard value.object != nil else {
                throw StructureFault(path: place, problem: ValueFault("must be an object { … }, or false for nothing"))
            }
            let urgent = try StructureReader(value, at: place, known: ["minFeeds"] + ruleNames)
            urgentMinFeeds = try urgent.integer("minFeeds", 1...1_000)
            urgentRules = try BreakingSettings.Rules(urgent)
        }
    }
}

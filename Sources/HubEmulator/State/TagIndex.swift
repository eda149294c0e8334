internal import HubLanguage

/// Which registrations carry a tag. A send to one tag among 10,000 devices looks at those alone.
struct TagIndex: Sendable {
    private var slotsByTag: [String: Set<Int>] = [:]
    /// The spellings in use of each tag in lower case: they explain why a send reached nobody.
    private var spellings: [String: Set<String>] = [:]

    mutating func add(_ slot: Int, tags: Set<String>) {
        for tag in tags {
            slotsByTag[tag, default: []].insert(slot)
            spellings[tag.lowercased(), default: []].insert(tag)
        }
    }

    mutating func remove(_ slot: Int, tags: Set<String>) {
        for tag in tags {
            slotsByTag[tag]?.remove(slot)
            guard slotsByTag[tag]?.isEmpty == true else { continue }
            slotsByTag[tag] = nil
            spellings[tag.lowercased()]?.remove(tag)
            if spellings[tag.lowercased()]?.isEmpty == true { spellings[tag.lowercased()] = nil }
        }
    }

    /// Registrations with that tag, in no order.
    func slots(of tag: String) -> Set<Int> { slotsByTag[tag] ?? [] }

    /// Registrations with at least one of the tags, in the order of their places.
    func slots(ofAny tags: Set<String>) -> [Int] {
        tags.reduce(into: Set<Int>()) { $0.formUnion(slots(of: $1)) }.sorted()
    }

    /// Tags in use that differ from `tag` only in case.
    func otherSpellings(of tag: String) -> [String] {
        (spellings[tag.lowercased()] ?? []).filter { $0 != tag }.sorted()
    }
}

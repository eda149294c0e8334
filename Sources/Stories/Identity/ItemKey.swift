public import News

/// What tells this item from the others of its feed, as 32 hexadecimal digits that stay the same from one reading to
/// the next: made of its id, else its link, else its text. An empty id identifies nothing.
public func itemKey(_ item: Item) -> String {
    key(of: ItemIdentities(of: item, scope: ""))
}

/// The keys of a whole feed. Items that share an id although title and link differ get keys of their own, as they are
/// stories of their own.
public func itemKeys(of items: [Item]) -> [String] {
    let hasher = IdentityHasher()
    let identities = items.map { ItemIdentities(of: $0, scope: "", hasher: hasher) }
    let shared = SharedIdentities(in: identities)
    return identities.map { item in
        guard let id = item.id, shared.ids.contains(id) else { return key(of: item) }
        return hasher.digest("\(id)", item.link.map { "\($0)" } ?? "", item.title.map { "\($0)" } ?? "").description
    }
}

private func key(of item: ItemIdentities) -> String {
    (item.id ?? item.link ?? IdentityDigest(high: 0, low: 0)).description
}

/// Ids and links that several items of one document carry although nothing else of them agrees. A publisher who writes
/// the same id or link into every item does not mean one story.
struct SharedIdentities {
    private(set) var ids: Set<IdentityDigest> = []
    private(set) var links: Set<IdentityDigest> = []

    init(in items: [ItemIdentities]) {
        var firstWithID: [IdentityDigest: ItemIdentities] = [:]
        var firstWithLink: [IdentityDigest: ItemIdentities] = [:]
        for item in items {
            if let id = item.id {
                let first = firstWithID[id] ?? item
                firstWithID[id] = first
                if first.title != item.title, first.link == nil || first.link != item.link { ids.insert(id) }
            }
            if let link = item.link {
                let first = firstWithLink[link] ?? item
                firstWithLink[link] = first
                if first.title != item.title, first.id == nil || first.id != item.id { links.insert(link) }
            }
        }
    }
}

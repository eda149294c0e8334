public import News

/// What tells this item from the others of its feed, as 32 hexadecimal digits that stay the same from one reading to
/// the next: made of its id, else its link, else its text. An empty id identifies nothing.
public func itemKey(_ item: Item) -> String {
    key(of: ItemIdentities(of: item, scope: ""))
}

/// The keys of a whole feed. Items that share an id although title and link differ get keys of their own, as they are
/// stories of their own.
public func itemKeys(of items: [Item]) -> [String] {
    let identities = items.map { ItemIdentities(of: $0, scope: "") }
    let shared = SharedIdentities(in: zip(items, identities).map { (item: $0, identities: $1) })
    return identities.map { item in
        guard let id = item.id, shared.ids.contains(id) else { return key(of: item) }
        var maker = DigestMaker()
        for part in [id, item.link, item.title] { maker.add(part.map { "\($0)" } ?? "") }
        return maker.finish().description
    }
}

private func key(of item: ItemIdentities) -> String {
    (item.id ?? item.link ?? IdentityDigest(high: 0, low: 0)).description
}

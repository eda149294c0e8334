internal import News

/// Ids and links that several items of one document bear although nothing else of them agrees. A publisher who writes
/// the same id, or the address of one page, into every item does not mean one story.
struct SharedIdentities {
    private(set) var ids: Set<IdentityDigest> = []
    private(set) var links: Set<IdentityDigest> = []

    /// Looks through all items of a document; only those whose identities are given are asked about later.
    init(in items: [(item: Item, identities: ItemIdentities?)]) {
        guard items.contains(where: { $0.identities != nil }) else { return }
        var firstWithID: [String: Item] = [:]
        var firstWithLink: [String: Item] = [:]
        var sharedIDs: Set<String> = []
        var sharedLinks: Set<String> = []
        for (item, _) in items {
            if let id = item.id, !id.isEmpty, let first = firstWithID.updateIfMissing(id, item),
                first.title != item.title,
                first.link == nil || first.link != item.link
            {
                sharedIDs.insert(id)
            }
            if let link = item.link, let first = firstWithLink.updateIfMissing(link, item), first.title != item.title,
                first.id == nil || first.id != item.id
            {
                sharedLinks.insert(link)
            }
        }
        for case (let item, let identities?) in items {
            if let id = item.id, sharedIDs.contains(id), let digest = identities.id { ids.insert(digest) }
            if let link = item.link, sharedLinks.contains(link), let digest = identities.link { links.insert(digest) }
        }
    }
}

extension [String: Item] {
    /// The item that had the key before; nil if this is the first.
    fileprivate mutating func updateIfMissing(_ key: String, _ item: Item) -> Item? {
        if let first = self[key] { return first }
        self[key] = item
        return nil
    }
}

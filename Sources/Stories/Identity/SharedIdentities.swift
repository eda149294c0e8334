internal import News

/// Ids and links that several items of one document bear although nothing else of them agrees. A publisher who writes
/// the same id, or the address of one page, into every item does not mean one story.
struct SharedIdentities {
    private(set) var ids: Set<IdentityDigest> = []
    private(set) var links: Set<IdentityDigest> = []

    /// Looks through all items of a document; only those whose identities are given are asked about later.
    init(in items: [(item: Item, identities: ItemIdentities?)]) {
        guard items.contains(where: { $0.identities != nil }) else { return }
        var firstWithID: [String: Int] = [:]
        var firstWithLink: [String: Int] = [:]
        firstWithID.reserveCapacity(items.count)
        firstWithLink.reserveCapacity(items.count)
        var sharedIDs: Set<String> = []
        var sharedLinks: Set<String> = []
        for (place, (item, _)) in items.enumerated() {
            if let id = item.id, !id.isEmpty, let first = firstWithID.updateIfMissing(id, place),
                items[first].item.title != item.title,
                items[first].item.link == nil || items[first].item.link != item.link
            {
                sharedIDs.insert(id)
            }
            if let link = item.link, let first = firstWithLink.updateIfMissing(link, place),
                items[first].item.title != item.title,
                items[first].item.id == nil || items[first].item.id != item.id
            {
                sharedLinks.insert(link)
            }
        }
        guard !sharedIDs.isEmpty || !sharedLinks.isEmpty else { return }
        for case (let item, let identities?) in items {
            if let id = item.id, sharedIDs.contains(id), let digest = identities.id { ids.insert(digest) }
            if let link = item.link, sharedLinks.contains(link), let digest = identities.link { links.insert(digest) }
        }
    }
}

extension Dictionary where Value == Int {
    /// The place that the key had before; nil, and it gets this one, if it had none.
    mutating func updateIfMissing(_ key: Key, _ place: Int) -> Int? {
        let before = count
        let found = keep(&self[key, default: place])
        return count == before ? found : nil
    }
}

/// Reads a value in place: a dictionary looks the key up once for reading and making.
private func keep(_ place: inout Int) -> Int { place }

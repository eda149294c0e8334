internal import News

extension FeedPlan {
    /// What ``decide(_:rules:map:)`` makes of a feed that is seen for the first time and with which neither the ledger nor
    /// any other feed of the run has anything in common: it is adopted. The items themselves, which are most of a
    /// reading, are left out.
    public init(adopting reading: FeedReading) {
        self.init(
            feed: reading.feed, id: nil, standing: .firstSight, content: reading.content, isUnchanged: false)
        var maker = IdentityMaker(scope: reading.feed.name)
        var seen = Set<ItemFingerprint>(minimumCapacity: reading.items.count)
        newItems.reserveCapacity(reading.items.count)
        for (item, fingerprint) in zip(reading.items, reading.fingerprints) where seen.insert(fingerprint).inserted {
            newItems.append(
                NewItem(
                    fingerprint: fingerprint, identities: maker.identities(of: item), story: nil, isLead: false))
        }
        notes = [.adopted(items: newItems.count)]
    }

    /// What the ledger must be asked about the new items.
    public var questions: [IdentityDigest] {
        var questions: [IdentityDigest] = []
        questions.reserveCapacity(4 * newItems.count)
        for item in newItems { item.identities.forEach { questions.append($0) } }
        return questions
    }

    /// Without its items, once they are taken in.
    public var withoutItems: FeedPlan {
        var plan = self
        plan.newItems = []
        return plan
    }
}

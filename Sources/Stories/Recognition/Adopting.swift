extension FeedRecognition {
    /// Whether the feed is seen for the first time, and no address or content says that it was another one before, as far
    /// as `known` tells, the ledger's answer to its questions. All its items are adopted then, unless an item of another
    /// feed of the run tells a story of theirs.
    public func isNewcomer(_ known: [IdentityDigest: [KnownItem]]) -> Bool {
        self.known == nil && movedFrom == nil && !isUnchanged && known.isEmpty
    }
}

extension FeedPlan {
    /// What ``decide(_:rules:map:)`` makes of a newcomer with which no other feed of the run has anything in common: it is
    /// adopted. The items themselves, which are most of a reading, are left out.
    public init(adopting feed: FeedRecognition) {
        self.init(
            feed: feed.feed, id: nil, standing: .firstSight, content: feed.content, isUnchanged: false)
        newItems.reserveCapacity(feed.items.count)
        for item in feed.items {
            guard case .changed(let identities) = item.sight else { continue }
            newItems.append(
                NewItem(fingerprint: item.fingerprint, identities: identities, story: nil, isLead: false))
        }
        notes = [.adopted(items: newItems.count)]
    }

    /// Without its items, once they are taken in.
    public var withoutItems: FeedPlan {
        var plan = self
        plan.newItems = []
        return plan
    }
}

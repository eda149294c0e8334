internal import News

/// What id and link say about the changed items of a feed, by place, and what follows for the feed as a whole.
struct FeedSurvey {
    var matching: Matching
    var answers: [Int: Matching.Answer] = [:]
    var standing: FeedStanding
    /// Known items that came back under another id.
    var changedIdentifiers = 0
    private var unknown = 0

    /// Surveys a feed. `listed` are the feeds of this run: what they know is never taken over by another one.
    init(_ feed: FeedRecognition, known: [IdentityDigest: [KnownItem]], listed: Set<FeedID>, rules: Window) {
        let items = feed.items.map { item -> (item: Item, identities: ItemIdentities?) in
            if case .changed(let identities) = item.sight { (item.item, identities) } else { (item.item, nil) }
        }
        let identities = items.compactMap(\.identities)
        matching = Matching(
            known: known, lineage: Set([feed.known?.id].compactMap { $0 }), knownSince: feed.known?.firstSeen,
            shared: SharedIdentities(in: items),
            staying: Set(
                feed.items.compactMap { if case .unchanged(let present) = $0.sight { present.id } else { nil } }))
        standing = .known
        if feed.known == nil {
            standing = .firstSight
            if let origin = feed.movedFrom ?? origin(of: identities, items: feed.items.count, listed: listed) {
                standing = .inherits(origin)
                matching.lineage.insert(origin)
            }
        }
        survey(feed, rules)
        if standing == .known, looksMigrated(feed) { standing = .migrated }
    }

    /// Whether ids changed for so many items that it must be told.
    func identifiersChanged(of items: Int) -> Bool {
        isMost(changedIdentifiers, of: items)
    }

    private mutating func survey(_ feed: FeedRecognition, _ rules: Window) {
        for (place, item) in feed.items.enumerated() {
            guard case .changed(let identities) = item.sight else { continue }
            let answer = matching.byIDOrLink(item.item, identities)
            answers[place] = answer
            let settling =
                matching.settling(answer.matches)
                ?? matching.settling(
                    matching.byTitle(item.item, identities, categories: [], in: rules))
            guard let settling else {
                unknown += 1
                continue
            }
            if matching.lineage.contains(settling.item.feed), matching.hasNewID(identities, for: settling.item) {
                changedIdentifiers += 1
            }
        }
    }

    /// Five or more items and 60 % of the document unknown, while 60 % of what was there before is gone.
    private func looksMigrated(_ feed: FeedRecognition) -> Bool {
        guard let present = feed.known?.present, isMost(unknown, of: feed.items.count) else { return false }
        let stayed = feed.items.count { item in
            if case .unchanged = item.sight { true } else { false }
        }
        let recognised = feed.items.count - unknown - stayed
        return (present.count - stayed - recognised) * 10 >= present.count * 6
    }

    /// The unlisted feed that knows 60 % of the items, if there is one.
    private func origin(of identities: [ItemIdentities], items: Int, listed: Set<FeedID>) -> FeedID? {
        var counts: [FeedID: Int] = [:]
        for item in identities {
            let feeds = Set(
                [item.id, item.link, item.title].compactMap { $0 }.flatMap { matching.known[$0] ?? [] }
                    .filter(\.isPresent).map(\.feed))
            for feed in feeds where !listed.contains(feed) { counts[feed, default: 0] += 1 }
        }
        let best = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return best.flatMap { $0.value * 10 >= items * 6 ? $0.key : nil }
    }
}

private func isMost(_ some: Int, of all: Int) -> Bool {
    some >= 5 && some * 10 >= all * 6
}

internal import News

/// A known item that a read item turns out to be, or to tell the same story as.
struct Match {
    var item: KnownItem
    var kind: IdentityKind
}

/// Finds the known items that one item of a feed may be. Rules, in this order: id, a feed's own id with its title, link;
/// and, once the category is known, title.
struct Matching {
    /// What the ledger answered to the questions of all feeds.
    let known: [IdentityDigest: [KnownItem]]
    /// The feed read, and the one whose state it took over.
    var lineage: Set<FeedID>
    /// When the feed was first read.
    var knownSince: Instant?
    /// Ids and links that the document writes into several items.
    var shared: SharedIdentities
    /// Items of this feed that the document has as they were.
    var staying: Set<ItemID>

    /// What id and link say.
    struct Answer {
        /// The known items, the surest first.
        var matches: [Match] = []
        /// The id is known, but belongs to an earlier article.
        var idIsReused = false
    }

    /// By id or link. An id that is shared in its document, or comes back with another link and another title, needs the
    /// word of link or title; a shared link that of id or title.
    func byIDOrLink(_ item: Item, _ identities: ItemIdentities) -> Answer {
        let withID = candidates(identities.id)
        let withLink = candidates(identities.link)
        let withTitle = candidates(identities.title)
        let links = Set(withLink.map(\.id))
        let titles = Set(withTitle.map(\.id))
        var answer = Answer()
        for candidate in withID {
            if links.contains(candidate.id) || titles.contains(candidate.id) {
                answer.matches.insert(Match(item: candidate, kind: .id), at: 0)
            } else if identities.id.map(shared.ids.contains) == true {
                continue
            } else if isReused(candidate, by: item, identities) {
                answer.idIsReused = true
            } else {
                answer.matches.append(Match(item: candidate, kind: .id))
            }
        }
        answer.matches += candidates(identities.idWithTitle).map { Match(item: $0, kind: .id) }
        let needsWord = identities.link.map(shared.links.contains) == true
        let ids = Set(withID.map(\.id))
        answer.matches += withLink.filter { !needsWord || titles.contains($0.id) || ids.contains($0.id) }
            .map { Match(item: $0, kind: .link) }
        answer.idIsReused = answer.idIsReused && answer.matches.isEmpty
        return answer
    }

    /// By title, for what was first seen while titles mean something. The category does not matter when the known item has none:
    /// adopted items were never mapped, and what fitted no category may do so in a feed that tells more.
    func byTitle(
        _ item: Item, _ identities: ItemIdentities, categories: [Category], in window: Window
    ) -> [Match] {
        candidates(identities.title).filter { candidate in
            let isRecent = candidate.firstSeen > window.oldestTitle && candidate.firstSeen < window.newestTitle
            guard isRecent || isReplaced(candidate, by: item) else { return false }
            let isOfFeed = lineage.contains(candidate.feed)
            let isUnmapped = candidate.categories.isEmpty
            return candidate.categories.contains(where: categories.contains)
                || (isUnmapped && (isOfFeed || candidate.story == nil || candidate.state?.isPending == true))
                || (categories.isEmpty && isOfFeed)
        }.map { Match(item: $0, kind: .title) }
    }

    /// The match that settles what the item is: one in its own feed, else one that has a story, else one that another
    /// feed's first sight adopted. That last one settles nothing for a feed that was known before: adopting a feed
    /// silences its items, and with them what feeds bring that are no older.
    func settling(_ matches: [Match]) -> Match? {
        matches.first { lineage.contains($0.item.feed) } ?? matches.first { $0.item.story != nil }
            ?? matches.first { match in knownSince.map { $0 >= match.item.firstSeen } ?? true }
    }

    /// Whether a known item of this feed has the title, whenever it was seen.
    func feedKnowsTitle(_ identities: ItemIdentities) -> Match? {
        candidates(identities.title).first { lineage.contains($0.feed) }.map { Match(item: $0, kind: .title) }
    }

    /// Whether none of the items that have this item's id is among those that were matched: its id is new.
    func hasNewID(_ identities: ItemIdentities, for match: KnownItem) -> Bool {
        identities.id != nil && !candidates(identities.id).contains { $0.id == match.id }
    }

    /// Identities by which `match` was not known yet.
    func learned(_ identities: ItemIdentities, for match: KnownItem) -> [IdentityDigest] {
        identities.all.filter { digest in !candidates(digest).contains { $0.id == match.id } }
    }

    /// The document has the item in place of an older one of that title, without a date that would make it a new edition:
    /// the feed makes new ids and links at each reading, and the older one is only forgotten when it is really gone.
    private func isReplaced(_ candidate: KnownItem, by item: Item) -> Bool {
        guard candidate.isPresent, lineage.contains(candidate.feed), !staying.contains(candidate.id) else {
            return false
        }
        return item.ownDate.map { $0 <= candidate.firstSeen } ?? true
    }

    private func candidates(_ digest: IdentityDigest?) -> [KnownItem] {
        digest.flatMap { known[$0] } ?? []
    }

    /// A publisher used an old id for a new article: another link, another title that shares less than half its words,
    /// and published after the old one was first seen.
    private func isReused(_ candidate: KnownItem, by item: Item, _ identities: ItemIdentities) -> Bool {
        guard identities.link != nil, identities.title != nil, let published = item.published else { return false }
        return published > candidate.firstSeen && identities.words.likeness(to: candidate.words) < 0.5
    }
}

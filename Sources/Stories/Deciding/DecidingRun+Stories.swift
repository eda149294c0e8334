internal import News

extension DecidingRun {
    /// The verdict on an item that stands in its feed as it did.
    mutating func verdict(
        onPresent present: PresentItem, _ item: Item, at place: StoryBoard.Place
    ) -> ItemVerdict {
        guard let story = present.story else { return .out(.adopted(since: present.firstSeen)) }
        guard let entry = board.place(of: story) else {
            let kind: IdentityKind = item.id?.isEmpty == false ? .id : item.link != nil ? .link : .title
            return .out(.known(by: kind, since: present.firstSeen, state: present.state ?? .announced))
        }
        reopen(entry)
        if isUncategorised(entry) { categorise(entry, as: mapped(item, at: place)) }
        return board[entry].leadItem == present.id ? .story(entry) : .sameStory(entry)
    }

    func copy(_ verdict: ItemVerdict) -> ItemVerdict {
        if case .story(let place) = verdict { .sameStory(place) } else { verdict }
    }

    /// Another item of this run, or of a feed that did not carry it before, tells a story.
    mutating func add(
        _ item: FeedRecognition.RecognisedItem, _ identities: ItemIdentities, to entry: Int,
        at place: StoryBoard.Place, mapping: Mapping? = nil
    ) {
        reopen(entry)
        if board[entry].story.categories.isEmpty {
            categorise(entry, as: mapping ?? mapped(item.item, at: place))
        }
        remember(item, identities, story: entry, isLead: false, at: place)
    }

    private mutating func categorise(_ entry: Int, as mapping: Mapping) {
        board[entry].story.mapping = mapping
        board[entry].story.categories = mapping.categories
        board[entry].story.isChanged = board[entry].story.isChanged || !mapping.categories.isEmpty
    }

    /// An editor sent the story to a target that is no category, and no item told it then. Others were mapped when they
    /// were opened, and are not mapped again.
    private func isUncategorised(_ entry: Int) -> Bool {
        board[entry].story.categories.isEmpty && board[entry].leadItem == nil && board[entry].before != nil
    }

    /// Maps what an editor sent to no category, by the editor's words, where feeds that count with what they said last
    /// carry it: it counted as sent when they brought it, and does not any more.
    mutating func categoriseUntold() {
        for entry in board.entries.indices where isUncategorised(entry) && !board[entry].carriers.isEmpty {
            let carriers = board[entry].carriers
            guard let feed = input.feeds.indices.first(where: { carriers.contains(carrier($0)) }) else { continue }
            let content = board[entry].story.content
            let item = Item(title: content.title, link: content.link)
            categorise(entry, as: mapped(item, at: StoryBoard.Place(feed: feed, item: 0)))
        }
    }

    /// The item whose title a pending story bears was read again: people shall read the newest headline.
    mutating func retell(_ entry: Int, _ item: Item, isLead: Bool, at place: StoryBoard.Place) {
        reopen(entry)
        board[entry].carriers.insert(carrier(place.feed))
        mark(entry, by: item, at: place)
        guard isLead else { return }
        board[entry].teller = place
        guard !item.title.isEmpty,
            board[entry].story.content.title != item.title || board[entry].story.content.link != item.link
        else { return }
        board[entry].story.content.title = item.title
        board[entry].story.content.link = item.link ?? board[entry].story.content.link
        board[entry].story.isChanged = true
    }

    func told(_ entry: Int, by place: StoryBoard.Place) -> ItemVerdict {
        board[entry].teller == place ? .story(entry) : .sameStory(entry)
    }

    /// A story that its feeds took back is there again.
    mutating func reopen(_ entry: Int) {
        guard board[entry].story.state == .withdrawn else { return }
        board[entry].story.state = .open
        board[entry].story.isChanged = true
    }

    func story(of item: Item, at place: StoryBoard.Place, mapping: Mapping?, agesFrom: Instant) -> PlannedStory {
        PlannedStory(
            reference: .new(0),
            content: StoryContent(
                title: item.title, link: item.link, language: tag(of: item, at: place),
                published: item.ownDate, source: input.feeds[place.feed].source),
            categories: mapping?.categories ?? [], mapping: mapping, firstSeen: window.now, agesFrom: agesFrom,
            carriers: 0, state: .open, wasWaiting: false, isChanged: true)
    }

    func mapped(_ item: Item, at place: StoryBoard.Place) -> Mapping {
        var mapping = map(item, input.feeds[place.feed].feed)
        if !rules.allCategories { mapping.categories = Array(mapping.categories.prefix(1)) }
        return mapping
    }

    /// Notes an item for the ledger and lets later items find its story.
    mutating func remember(
        _ item: FeedRecognition.RecognisedItem, _ identities: ItemIdentities, story entry: Int?, isLead: Bool,
        at place: StoryBoard.Place
    ) {
        plan.feeds[place.feed].newItems.append(
            NewItem(
                fingerprint: item.fingerprint, identities: identities,
                story: entry.map { board[$0].story.reference }, isLead: isLead))
        guard let entry else { return }
        board[entry].carriers.insert(carrier(place.feed))
        mark(entry, by: item.item, at: place)
        board.index(
            identities, at: entry, language: language(ofStory: entry), shared: surveys[place.feed].matching.shared)
    }

    /// Notes an item of a story that was settled before.
    mutating func remember(
        _ item: FeedRecognition.RecognisedItem, _ identities: ItemIdentities, knownStory story: StoryID,
        at place: StoryBoard.Place
    ) {
        plan.feeds[place.feed].newItems.append(
            NewItem(fingerprint: item.fingerprint, identities: identities, story: .known(story), isLead: false))
    }

    /// An item that another feed's first sight adopted belongs to a story now.
    mutating func attach(_ item: KnownItem, to entry: Int) {
        guard attached.insert(item.id).inserted else { return }
        plan.attachments.append(Attachment(item: item.id, story: board[entry].story.reference))
        board[entry].carriers.insert(.known(item.feed))
    }

    func carrier(_ feed: Int) -> StoryBoard.Carrier {
        input.feeds[feed].known.map { .known($0.id) } ?? .unseen(feed)
    }
}

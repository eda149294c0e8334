internal import News

/// What the newsroom's rules say of stories: what is breaking, what is urgent, and what only a change of them would send.
extension DecidingRun {
    /// What the newsroom's rules say of an item counts for its story.
    mutating func mark(_ entry: Int, by item: Item, at place: StoryBoard.Place) {
        guard hasItemRules else { return }
        let feed = input.feeds[place.feed]
        mark(entry, by: MatchableItem(item, feed: feed.feed, source: feed.source))
    }

    mutating func mark(_ entry: Int, by item: MatchableItem) {
        for (category, breaking) in rules.breaking {
            if breaking.rules.match(item) { add(category, \.breaking, to: entry) }
            if breaking.urgentRules.match(item) { add(category, \.urgent, to: entry) }
        }
    }

    private mutating func add(
        _ category: Category, _ mark: WritableKeyPath<StoryMarks, Set<Category>>, to entry: Int
    ) {
        if board[entry].story.marks[keyPath: mark].insert(category).inserted { board[entry].story.isChanged = true }
    }

    /// Notes where the rules keep a story in. A known one that they kept in, and that only their change would send now,
    /// as nothing else about it is new, is adopted there.
    mutating func applyRules(to place: Int, hasNews: Bool) {
        let entry = board[place]
        guard entry.story.state.isPending, !rules.adoptsEverything,
            window.reason(agesFrom: entry.story.agesFrom, firstSeen: entry.story.firstSeen) == nil
        else { return }
        var unfit = entry.story.marks.unfit
        var adopted: Set<Category> = []
        for category in entry.story.categories where rules.categories?.contains(category) != false {
            guard shortcoming(of: entry, in: category) == nil else {
                unfit.insert(category)
                continue
            }
            let wasUnfit = unfit.remove(category) != nil
            if wasUnfit, input.changedCategories.contains(category), !hasNews { adopted.insert(category) }
        }
        if unfit != entry.story.marks.unfit {
            board[place].story.marks.unfit = unfit
            board[place].story.isChanged = true
        }
        guard let first = entry.story.categories.first(where: adopted.contains) else { return }
        board[place].story.isAdoptedByChange = true
        let left = entry.story.categories.filter { !adopted.contains($0) }
        if left.contains(where: { !entry.claimed.contains($0) }) {
            board[place].story.categories = left
        } else {
            board[place].story.reason = .adoptedByChange(first)
            setState(.adopted, at: place)
        }
    }

    /// Whether this run brought something about a story beside the rules: a further feed, or an item that matches.
    func hasNews(_ entry: StoryBoard.Entry) -> Bool {
        guard let before = entry.before else { return true }
        return entry.carriers.count > before.carriers || entry.story.marks.breaking != before.marks.breaking
    }

    /// Why the newsroom's rules keep a story in; nil if it counts as breaking.
    func shortcoming(of entry: StoryBoard.Entry, in category: Category) -> Reason? {
        if let tag = entry.foreignLanguage { return .language(tag) }
        guard let breaking = rules.breaking[category] else { return nil }
        if !breaking.rules.isEmpty, !entry.story.marks.breaking.contains(category) { return .notBreaking(category) }
        guard entry.carriers.count < breaking.minFeeds else { return nil }
        return .belowMinFeeds(category, carriers: entry.carriers.count, needed: breaking.minFeeds)
    }

    func isUrgent(_ entry: StoryBoard.Entry, in category: Category) -> Bool {
        let needed = (rules.breaking[category] ?? Breaking()).urgentMinFeeds
        return entry.story.marks.urgent.contains(category) || needed.map { entry.carriers.count >= $0 } == true
    }
}

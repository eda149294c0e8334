internal import News

extension DecidingRun {
    /// Rule 2 for a feed seen for the first time: put aside until all feeds were looked at.
    mutating func wait(
        _ item: FeedRecognition.RecognisedItem, _ identities: ItemIdentities, at place: StoryBoard.Place
    ) -> ItemVerdict {
        unadopted.append(place)
        let categories = input.feeds[place.feed].feed.category.map { [$0] } ?? []
        if case .foreign(let tag) = language(of: item.item, at: place, categories) { return .out(.language(tag)) }
        return .out(.adopted(since: window.now))
    }

    /// Rule 2 for a migrated feed: nil lets the item go on, as it is fresh by its own date and has no known title.
    mutating func adoptMigrated(
        _ item: FeedRecognition.RecognisedItem, _ identities: ItemIdentities, at place: StoryBoard.Place
    ) -> ItemVerdict? {
        let isFresh = item.item.ownDate.map {
            window.reason(agesFrom: window.agesFrom($0), firstSeen: window.now) == nil
        }
        let hasKnownTitle = surveys[place.feed].matching.feedKnowsTitle(identities) != nil
        return isFresh == true && !hasKnownTitle ? nil : adopt(item, identities, at: place, .migrated)
    }

    mutating func adopt(
        _ item: FeedRecognition.RecognisedItem, _ identities: ItemIdentities, at place: StoryBoard.Place,
        _ reason: Reason
    ) -> ItemVerdict {
        remember(item, identities, story: nil, isLead: false, at: place)
        return .out(reason)
    }

    /// The newest stories of new feeds that fit a category, as many as asked for; those of categories that are not sent
    /// in this run stay open. Their age counts from now, so that what the hub does not
    /// take in this run stays pending like any other news.
    mutating func announceFirst() {
        guard rules.announceFirst > 0, !rules.adoptsEverything else { return }
        var opened = 0
        for place in unadopted.sorted(by: isNewer) where opened < rules.announceFirst {
            let item = input.feeds[place.feed].items[place.item]
            guard case .changed(let identities) = item.sight, item.item.ownDate.map(window.isAhead) != true,
                find(identities, of: item.item, at: place, categories: []) == nil
            else { continue }
            let mapping = mapped(item.item, at: place)
            guard !mapping.categories.isEmpty,
                case .spoken = language(of: item.item, at: place, mapping.categories),
                find(identities, of: item.item, at: place, categories: mapping.categories) == nil
            else { continue }
            let story = story(of: item.item, at: place, mapping: mapping, agesFrom: window.now)
            let entry = board.open(story, by: place)
            remember(item, identities, story: entry, isLead: true, at: place)
            plan.feeds[place.feed].verdicts[place.item] = .story(entry)
            opened += 1
        }
    }

    /// What is left of new feeds becomes known; items of stories that other feeds carry join these.
    mutating func adoptTheRest() {
        for place in unadopted {
            let item = input.feeds[place.feed].items[place.item]
            guard case .changed(let identities) = item.sight else { continue }
            if case .story = plan.feeds[place.feed].verdicts[place.item] { continue }
            let categories = input.feeds[place.feed].feed.category.map { [$0] } ?? []
            if let entry = find(identities, of: item.item, at: place, categories: categories) {
                add(item, identities, to: entry, at: place)
                plan.feeds[place.feed].verdicts[place.item] = .sameStory(entry)
            } else {
                remember(item, identities, story: nil, isLead: false, at: place)
            }
        }
    }

    private mutating func find(
        _ identities: ItemIdentities, of item: Item, at place: StoryBoard.Place, categories: [Category]
    ) -> Int? {
        board.find(
            identities, categories: categories, language: language(of: item, at: place, categories),
            shared: surveys[place.feed].matching.shared)
    }

    private func isNewer(_ left: StoryBoard.Place, _ right: StoryBoard.Place) -> Bool {
        let leftDate = input.feeds[left.feed].items[left.item].item.ownDate
        let rightDate = input.feeds[right.feed].items[right.item].item.ownDate
        if leftDate != rightDate {
            guard let leftDate, let rightDate else { return leftDate != nil }
            return leftDate > rightDate
        }
        return (left.item, left.feed) < (right.item, right.feed)
    }
}

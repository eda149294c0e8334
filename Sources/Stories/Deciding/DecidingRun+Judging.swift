internal import News

extension DecidingRun {
    /// What left a feed since its last reading, and the stories it took back with that; duplicates; notes.
    mutating func takeStock(ofFeed feed: Int) {
        let recognition = input.feeds[feed]
        for (place, item) in recognition.items.enumerated() {
            guard case .duplicate(let first) = item.sight else { continue }
            plan.feeds[feed].verdicts[place] = copy(plan.feeds[feed].verdicts[first])
        }
        if !recognition.isUnchanged, !recognition.isTruncated { noteVanished(ofFeed: feed) }
        note(feed)
    }

    private mutating func noteVanished(ofFeed feed: Int) {
        guard let known = input.feeds[feed].known else { return }
        let present = known.present.values.sorted { $0.id < $1.id }
        let staying = present.filter { taken.contains($0.id) }
        let oldestStay = staying.map(\.firstSeen).min()
        let stillTold = Set(staying.compactMap(\.story))
        let oldestDate = input.feeds[feed].items.compactMap(\.item.ownDate).min()
        for item in present where !taken.contains(item.id) {
            plan.feeds[feed].vanished.append(item.id)
            guard let story = item.story, !stillTold.contains(story), let entry = board.place(of: story),
                board[entry].story.state.isPending
            else { continue }
            let published = board[entry].story.content.published
            let olderStayed =
                oldestStay.map { $0 < item.firstSeen } == true
                || (oldestDate.flatMap { oldest in published.map { oldest < $0 } } == true)
            guard olderStayed else { continue }
            plan.feeds[feed].withdrawn.append(item.id)
            board[entry].carriers.remove(.known(known.id))
            board[entry].wasTakenBack = board[entry].carriers.isEmpty
        }
    }

    private mutating func note(_ feed: Int) {
        let adopted = plan.feeds[feed].newItems.count { $0.story == nil }
        switch plan.feeds[feed].standing {
        case .firstSight: plan.feeds[feed].notes.append(.adopted(items: adopted))
        case .migrated: plan.feeds[feed].notes.append(.migrated(items: adopted))
        case .inherits(let origin): plan.feeds[feed].notes.append(.inherited(origin))
        case .known: break
        }
        let survey = surveys[feed]
        if survey.identifiersChanged(of: input.feeds[feed].items.count) {
            plan.feeds[feed].notes.append(.identifiersChanged(items: survey.changedIdentifiers))
        }
    }

    /// Judges every pending story, and gathers what is left into bulletins.
    mutating func judge() {
        let capped = capEnds()
        var due: [Edition: [Int]] = [:]
        for place in board.entries.indices {
            findLanguage(ofStory: place)
            board[place].story.carriers = board[place].carriers.count
            let hasNews = hasNews(board[place])
            if hasItemRules, board[place].before != nil { mark(place, by: MatchableItem(board[place].story.content)) }
            applyRules(to: place, hasNews: hasNews)
            if let (reason, state) = verdict(on: board[place]) {
                board[place].story.reason = reason
                setState(state, at: place)
                continue
            }
            for category in board[place].story.categories {
                let edition = Edition(category: category, language: board[place].story.language)
                if let reason = reason(against: board[place], in: category, capped: capped[edition]) {
                    board[place].story.standings[category] = .out(reason)
                } else {
                    due[edition, default: []].append(place)
                }
            }
            holdBack(place)
        }
        gather(due)
        plan.stories = board.entries.map(\.story)
    }

    /// Why a story is out whatever the category, and its state then; nil if its categories decide.
    private func verdict(on entry: StoryBoard.Entry) -> (Reason, StoryState)? {
        let story = entry.story
        if rules.adoptsEverything { return (.adoptedByOrder, .adopted) }
        if story.state == .adopted, let reason = story.reason { return (reason, .adopted) }
        let maxAge = story.categories.map { self.maxAge(of: story, in: $0) }.max()
        switch window.reason(agesFrom: story.agesFrom, firstSeen: story.firstSeen, maxAge: maxAge) {
        case .future(let date): return (.future(until: date), entry.wasTakenBack ? .withdrawn : .waiting)
        // A clock that may be wrong decides nothing for good.
        case let reason?: return (reason, window.isBehind ? story.state : .expired)
        case nil: break
        }
        if entry.wasTakenBack || story.state == .withdrawn { return (.withdrawn, .withdrawn) }
        if story.categories.isEmpty, let tag = entry.foreignLanguage { return (.language(tag), .open) }
        if story.categories.isEmpty { return (.unmapped(story.mapping ?? Mapping()), .open) }
        let isCarried = entry.carriers.contains { carrier in
            switch carrier {
            case .known(let feed): input.listed.contains(feed)
            case .unseen: true
            }
        }
        return isCarried ? nil : (.feedNotChosen, story.state)
    }

    /// How old a story may become in a category: longer than usual, if it waited through quiet hours.
    private func maxAge(of story: PlannedStory, in category: Category) -> Int64 {
        guard story.wasWaiting, let quiet, quiet.hours.hold(for: category) else { return rules.maxAge }
        return quiet.maxAge(agesFrom: story.agesFrom, freshFor: rules.maxAge) ?? rules.maxAge
    }

    private func reason(against entry: StoryBoard.Entry, in category: Category, capped: CapEnd?) -> Reason? {
        if entry.claimed.contains(category) { return .claimed(category) }
        if rules.categories?.contains(category) == false { return .categoryNotChosen(category) }
        if window.now.seconds(since: entry.story.agesFrom) >= maxAge(of: entry.story, in: category) {
            return .stale(since: entry.story.agesFrom)
        }
        if let reason = shortcoming(of: entry, in: category) { return reason }
        if let pause = input.pauses.first(where: { $0.category == category }) {
            return .paused(category, until: pause.until)
        }
        if isUrgent(entry, in: category) { return nil }
        if let quiet, quiet.hours.hold(for: category), window.now < quiet.stretch.upperBound {
            return .quiet(category, until: quiet.stretch.upperBound)
        }
        return capped.map { .capped(category, by: $0.cap, until: $0.time) }
    }

    private mutating func holdBack(_ place: Int) {
        let standings = board[place].story.standings.values
        let isHeld = standings.contains { standing in
            switch standing {
            case .out(.capped), .out(.quiet), .out(.paused): true
            default: false
            }
        }
        if isHeld {
            setState(.waiting, at: place)
        } else if standings.count == board[place].story.categories.count, !board[place].story.wasWaiting {
            setState(.open, at: place)
        }
    }

    mutating func setState(_ state: StoryState, at place: Int) {
        guard board[place].story.state != state else { return }
        board[place].story.state = state
        board[place].story.isChanged = true
    }
}

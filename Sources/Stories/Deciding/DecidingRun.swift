internal import News

/// One run of ``decide(_:rules:map:)`` under way.
struct DecidingRun {
    let input: DecidingInput
    let window: Window
    let map: (Item, Feed) -> Mapping
    var board: StoryBoard
    var surveys: [FeedSurvey] = []
    var plan: Plan
    /// Items of feeds seen for the first time that belong to no story yet.
    var unadopted: [StoryBoard.Place] = []
    /// Known items that an item of this run turned out to be; a second one in the same document is an item of its own.
    var taken: Set<ItemID> = []
    var attached: Set<ItemID> = []
    /// Whether any category has rules about items.
    let hasItemRules: Bool
    /// What language stories are in.
    var book: LanguageBook
    /// The quiet hours that are on, or were last.
    let quiet: QuietMoment?

    var rules: DecidingRules { window.rules }

    init(_ input: DecidingInput, _ rules: DecidingRules, _ map: @escaping (Item, Feed) -> Mapping) {
        self.input = input
        self.map = map
        window = Window(now: input.now, rules: rules, isBehind: input.isBehind)
        hasItemRules = rules.breaking.values.contains { !$0.rules.isEmpty || !$0.urgentRules.isEmpty }
        quiet = QuietMoment(rules.quiet, at: input.now)
        book = LanguageBook(rules.languages)
        board = StoryBoard(input.pending)
        plan = Plan(now: input.now)
        for feed in input.feeds {
            let survey = FeedSurvey(feed, known: input.known, listed: input.listed, rules: window)
            surveys.append(survey)
            plan.feeds.append(
                FeedPlan(
                    feed: feed.feed, id: feed.known?.id, standing: survey.standing, content: feed.content,
                    isUnchanged: feed.isUnchanged, items: feed.items.map(\.item)))
        }
    }

    /// Rules 1 to 6 for the items of one feed. Those that a first sight adopts are put aside until all feeds were seen.
    mutating func takeChangedItems(ofFeed feed: Int) {
        for (place, item) in input.feeds[feed].items.enumerated() {
            let place = StoryBoard.Place(feed: feed, item: place)
            let verdict: ItemVerdict
            switch item.sight {
            case .unchanged(let present):
                verdict = self.verdict(onPresent: present, item.item, at: place)
                taken.insert(present.id)
            case .duplicate(let first):
                verdict = plan.feeds[feed].verdicts[first]
            case .changed(let identities):
                verdict = take(item, identities, at: place)
            }
            plan.feeds[feed].verdicts.append(verdict)
        }
    }

    private mutating func take(
        _ item: FeedRecognition.RecognisedItem, _ identities: ItemIdentities, at place: StoryBoard.Place
    ) -> ItemVerdict {
        let survey = surveys[place.feed]
        let answer = survey.answers[place.item] ?? Matching.Answer()
        if let match = survey.matching.settling(answer.matches) {
            return join(match, item, identities, at: place)
        }
        if answer.idIsReused { plan.feeds[place.feed].notes.append(.idReused(title: item.item.title)) }
        switch survey.standing {
        case .firstSight: return wait(item, identities, at: place)
        case .migrated:
            if let verdict = adoptMigrated(item, identities, at: place) { return verdict }
        case .known, .inherits: break
        }
        return openOrJoin(item, identities, echoes: answer.matches, at: place)
    }

    /// Rules 3 to 6.
    private mutating func openOrJoin(
        _ item: FeedRecognition.RecognisedItem, _ identities: ItemIdentities, echoes: [Match],
        at place: StoryBoard.Place
    ) -> ItemVerdict {
        let survey = surveys[place.feed]
        let agesFrom = window.agesFrom(item.item.ownDate)
        var mapping: Mapping?
        if agesFrom > window.oldestTitle, !rules.adoptsEverything { mapping = mapped(item.item, at: place) }
        let categories = mapping?.categories ?? []
        let language = language(of: item.item, at: place, categories)
        let titles = survey.matching.byTitle(item.item, identities, categories: categories, in: window)
            .filter { isTold($0.item, in: language) }
        if let match = survey.matching.settling(titles) {
            return join(match, item, identities, at: place, mapping: mapping)
        }
        if let found = board.find(
            identities, categories: categories, language: language, shared: survey.matching.shared)
        {
            add(item, identities, to: found, at: place, mapping: mapping)
            return .sameStory(found)
        }
        let opened = board.open(
            story(of: item.item, at: place, mapping: mapping, agesFrom: agesFrom), by: place)
        remember(item, identities, story: opened, isLead: true, at: place)
        for echo in echoes + titles where echo.item.story == nil { attach(echo.item, to: opened) }
        return .story(opened)
    }

    /// The item is a known one, or tells its story.
    private mutating func join(
        _ match: Match, _ item: FeedRecognition.RecognisedItem, _ identities: ItemIdentities,
        at place: StoryBoard.Place, mapping: Mapping? = nil
    ) -> ItemVerdict {
        let survey = surveys[place.feed]
        let isSameItem = match.item.feed == input.feeds[place.feed].known?.id && taken.insert(match.item.id).inserted
        if isSameItem {
            plan.feeds[place.feed].changedItems.append(
                ChangedItem(
                    id: match.item.id, fingerprint: item.fingerprint,
                    learned: survey.matching.learned(identities, for: match.item)))
        }
        guard let story = match.item.story else {
            if !isSameItem { remember(item, identities, story: nil, isLead: false, at: place) }
            return .out(.adopted(since: match.item.firstSeen))
        }
        guard let entry = board.place(of: story) else {
            if !isSameItem { remember(item, identities, knownStory: story, at: place) }
            return .out(
                .known(by: match.kind, since: match.item.firstSeen, state: match.item.state ?? .announced))
        }
        if isSameItem {
            retell(entry, item.item, isLead: board[entry].leadItem == match.item.id, at: place)
            board.index(identities, at: entry, language: language(ofStory: entry), shared: survey.matching.shared)
        } else {
            add(item, identities, to: entry, at: place, mapping: mapping)
        }
        return told(entry, by: place)
    }
}

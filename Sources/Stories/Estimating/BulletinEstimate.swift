public import News

/// How many bulletins a day the rules allow, and how many the feeds would have made lately, by the dates of the items that
/// they still hold. A rough figure: what feeds dropped meanwhile, and what has no date, does not count.
public struct BulletinEstimate {
    /// What a category comes to.
    public struct Answer: Sendable, Equatable {
        /// Bulletins a day that caps and quiet hours allow, urgent ones aside; nil where there is no cap.
        public var allowedPerDay: Int?
        /// Bulletins a day that the feeds would have made; nil where no item has a date.
        public var perDay: Double?
        /// The days that this was seen of.
        public var days: Double?
    }

    private let rules: DecidingRules
    private let now: Instant
    private var languages: LanguageBook
    private var stories: [Edition: StoryTimes] = [:]
    private var starts: [Category: Instant] = [:]

    /// Seconds from one run to the next.
    private static let pace: Int64 = 300
    /// What is older does not count, and what is younger than this says too little.
    private static let longest: Int64 = 3 * 86_400
    private static let shortest: Int64 = 6 * 3_600

    /// An estimate that knows of no feed yet.
    public init(_ rules: DecidingRules, at now: Instant) {
        self.rules = rules
        self.now = now
        languages = LanguageBook(rules.languages)
    }

    /// Takes in an item of a feed, with the category that it goes to, and as rules look at it where there are any.
    public mutating func note(
        _ item: Item, language: String?, in category: Category, feed: Int, name: String, matchable: MatchableItem?
    ) {
        guard let date = item.ownDate, date <= now,
            case .spoken(let spoken) = languages.answer(language, [category])
        else { return }
        let breaking = rules.breaking[category]
        let appearance = StoryTimes.Appearance(
            feed: feed, at: date,
            isBreaking: breaking?.rules.isEmpty ?? true
                || matchable.map { breaking?.rules.match($0) ?? false } ?? false,
            isUrgent: matchable.map { breaking?.urgentRules.match($0) ?? false } ?? false)
        let edition = Edition(category: category, language: rules.languages.areAddressedApart ? spoken : nil)
        stories[edition, default: StoryTimes()].note(ItemIdentities(of: item, scope: name), appearance)
    }

    /// A feed holds its items of that category since then; what came before is not to be seen in it.
    public mutating func note(oldest date: Instant, in category: Category) {
        starts[category] = max(starts[category] ?? date, date)
    }

    /// What a category comes to.
    public func answer(_ category: Category) -> Answer {
        let editions = stories.filter { $0.key.category == category }
        let apart = rules.languages.areAddressedApart ? max(1, rules.languages.spoken.count) : 1
        var answer = Answer(allowedPerDay: allowed(category).map { $0 * apart })
        guard !editions.isEmpty, let seen = starts[category] else { return answer }
        let start = min(
            max(seen, now.advanced(bySeconds: -Self.longest)), now.advanced(bySeconds: -Self.shortest))
        let days = Double(now.seconds(since: start)) / 86_400
        let count = editions.values.reduce(0) { $0 + bulletins(of: $1, category, from: start) }
        answer.perDay = Double(count) / days
        answer.days = days
        return answer
    }

    private func caps(_ category: Category) -> [DecidingRules.Cap] { rules.capsByCategory[category] ?? rules.caps }

    private func allowed(_ category: Category) -> Int? {
        let quiet = rules.quiet.flatMap { $0.hold(for: category) ? $0.stretch(begunBy: now) : nil }
        let awake = 86_400 - (quiet.map { min(86_400, $0.upperBound.seconds(since: $0.lowerBound)) } ?? 0)
        return caps(category).map { cap in
            cap.seconds >= 86_400
                ? max(1, Int(Int64(cap.bulletins) * 86_400 / cap.seconds))
                : cap.bulletins * Int((awake + cap.seconds - 1) / cap.seconds)
        }.min()
    }

    /// Counts the bulletins that runs every five minutes would have made.
    private func bulletins(of times: StoryTimes, _ category: Category, from start: Instant) -> Int {
        let due = times.due(rules.breaking[category] ?? Breaking(), since: start)
        var next = due.startIndex
        var waiting: [StoryTimes.Due] = []
        var sent: [Instant] = []
        var run = start
        while run <= now {
            while next < due.endIndex, due[next].at <= run {
                waiting.append(due[next])
                next += 1
            }
            waiting.removeAll { run.seconds(since: $0.agesFrom) >= rules.maxAge + quietSeconds(category, at: run) }
            if !waiting.isEmpty {
                if isOpen(category, at: run, sent) {
                    waiting = []
                    sent.append(run)
                } else if waiting.contains(where: \.isUrgent) {
                    waiting.removeAll(where: \.isUrgent)
                    sent.append(run)
                }
            } else if next < due.endIndex {
                // Nothing happens before the next story.
                let steps = (due[next].at.seconds(since: run) + Self.pace - 1) / Self.pace
                run = run.advanced(bySeconds: max(1, steps) * Self.pace)
                continue
            } else {
                break
            }
            run = run.advanced(bySeconds: Self.pace)
        }
        return sent.count
    }

    private func isOpen(_ category: Category, at run: Instant, _ sent: [Instant]) -> Bool {
        if let quiet = rules.quiet, quiet.hold(for: category), let stretch = quiet.stretch(begunBy: run),
            stretch.contains(run)
        {
            return false
        }
        return caps(category).allSatisfy { cap in
            sent.reversed().prefix { run.seconds(since: $0) < cap.seconds }.count < cap.bulletins
        }
    }

    /// What waits through quiet hours stays fresh for their length and an hour.
    private func quietSeconds(_ category: Category, at run: Instant) -> Int64 {
        guard let quiet = rules.quiet, quiet.hold(for: category), let stretch = quiet.stretch(begunBy: run),
            run.seconds(since: stretch.upperBound) < Self.pace
        else { return 0 }
        return quiet.maxAge.map { max(0, $0 - rules.maxAge) } ?? stretch.upperBound.seconds(since: stretch.lowerBound)
    }
}

/// When the stories of one edition appeared, and where.
private struct StoryTimes {
    struct Appearance {
        var feed: Int
        var at: Instant
        var isBreaking: Bool
        var isUrgent: Bool
    }

    /// A story from when on it counts as breaking.
    struct Due {
        var at: Instant
        var agesFrom: Instant
        var isUrgent: Bool
    }

    private var appearances: [[Appearance]] = []
    private var byIdentity: [IdentityDigest: Int] = [:]

    /// Items with one link or one title are one story.
    mutating func note(_ identities: ItemIdentities, _ appearance: Appearance) {
        let keys = [identities.link, identities.title].compactMap(\.self)
        let place = keys.compactMap { byIdentity[$0] }.first ?? appearances.count
        if place == appearances.count { appearances.append([]) }
        appearances[place].append(appearance)
        for key in keys { byIdentity[key] = place }
    }

    /// The stories that count as breaking, in the order in which they do.
    func due(_ breaking: Breaking, since start: Instant) -> [Due] {
        appearances.compactMap { story in
            let story = story.sorted { $0.at < $1.at }
            var feeds: Set<Int> = []
            var (isBreaking, isUrgent) = (false, false)
            for appearance in story {
                feeds.insert(appearance.feed)
                isBreaking = isBreaking || appearance.isBreaking
                isUrgent = isUrgent || appearance.isUrgent
                guard isBreaking, feeds.count >= breaking.minFeeds else { continue }
                guard appearance.at >= start else { return nil }
                let isCarriedWidely = breaking.urgentMinFeeds.map { needed in Set(story.map(\.feed)).count >= needed }
                return Due(
                    at: appearance.at, agesFrom: story[0].at, isUrgent: isUrgent || isCarriedWidely == true)
            }
            return nil
        }.sorted { $0.at < $1.at }
    }
}

internal import Bulletins
internal import Categories
internal import HubLanguage
public import Ledger
public import News
public import NotificationHub
public import Preview
internal import Stories

/// What a broadcast would do now. Nothing is written: not the ledger, not the validators, not a file.
public func preview(
    _ job: BroadcastJob, ledger: Ledger, connection: HubConnection,
    clock: @escaping @Sendable (Instant) -> String = Preview.universalMinute, readFeeds: FeedReadingRun,
    events: @escaping RunEventSink
) throws(LedgerError) -> (preview: Preview, feedsRead: Int, impossible: Int) {
    let run = try PlannedRun(job, ledger: ledger, asPreview: true, readFeeds, events)
    let maker = NotificationMaker(job, run.plan)
    let carriers = run.plan.carriers
    var notifications: [PreviewedNotification] = []
    var impossible = 0
    for bulletin in run.plan.bulletins {
        do {
            guard let prepared = try maker.notification(bulletin.category, in: bulletin.language, bulletin.stories)
            else { continue }
            for words in prepared.oddities { events(.warning("\(bulletin.name): \(words)")) }
            let stories = bulletin.stories.map { place in
                let story = run.plan.stories[place]
                return PreviewedStory(
                    number: story.reference.number, headline: story.content.title, link: story.content.link,
                    feeds: carriers[place] ?? [story.content.source], since: story.agesFrom,
                    language: story.language?.text, because: story.mapping?.because ?? [])
            }
            let notification = PreviewedNotification(
                bulletin: prepared.bulletin, categories: [bulletin.category], language: bulletin.language?.text,
                stories: stories, target: job.targets[bulletin.category, bulletin.language]?.text ?? "",
                request: connection.request(for: prepared.notification),
                encodedAudience: connection.encodedAudience, templates: job.style.payloads,
                messageLimit: job.style.maximumMessageBytes)
            for words in notification.templateOddities { events(.warning("\(bulletin.name): \(words)")) }
            notifications.append(notification)
        } catch {
            impossible += 1
            events(.notSent(category: bulletin.category, reason: bulletin.saying("\(error)")))
        }
    }
    run.plan.tellLanguages(job.rules.languages, events)
    var preview = Preview(
        now: run.plan.now, notifications: notifications, feedTroubles: run.round.troubles.map(\.reason), clock: clock)
    preview.leftOut = run.plan.leftOut(
        LearnedSections(run.round), job.mapper, ReasonWords(rules: job.rules, moment: preview.moment))
    return (preview, run.round.readCount, impossible)
}

extension Plan {
    /// Without a word about them all languages count as one, and a French headline leads English ones.
    fileprivate func tellLanguages(_ languages: NewsroomLanguages, _ events: RunEventSink) {
        guard languages.spoken.isEmpty else { return }
        let announced = bulletins.flatMap(\.stories).compactMap { stories[$0].content.language }
        let names = Set(announced.compactMap { LanguageTag($0)?.language }).sorted()
        guard names.count > 1 else { return }
        events(
            .warning(
                "what would be sent is in several languages (\(names.joined(separator: ", "))) and counts as one; "
                    + "'languages' in the configuration keeps them apart"))
    }

    /// The feeds that carry each story of this run, by their names for people, in the order read.
    fileprivate var carriers: [Int: [String]] {
        var carriers: [Int: [String]] = [:]
        for feed in feeds {
            for verdict in feed.verdicts {
                switch verdict {
                case .story(let place), .sameStory(let place):
                    let name = feed.feed.displayName
                    if carriers[place]?.contains(name) != true { carriers[place, default: []].append(name) }
                case .out: break
                }
            }
        }
        return carriers
    }

    /// The items that are part of no bulletin, in the order read, and pending stories that no item of this run tells.
    fileprivate func leftOut(
        _ sections: LearnedSections, _ mapper: CategoryMapper, _ told: ReasonWords
    ) -> [LeftOutItem] {
        let announced = Set(bulletins.flatMap(\.stories))
        var left: [LeftOutItem] = []
        var shown: Set<Int> = announced
        for feed in feeds {
            for (item, verdict) in zip(feed.items, feed.verdicts) {
                guard let (category, reason, story) = outcome(of: verdict, announced) else { continue }
                if case .story(let place) = verdict { shown.insert(place) }
                // What is known is not mapped, and is shown without a category; of a new feed whoever looks wants to see
                // what it would bring.
                let isNew = reason == .adopted(since: now)
                let own = isNew ? mapper.decide(item, in: sections.of(feed.feed)).category : nil
                let words = told.grouped(reason, isNew: isNew)
                left.append(
                    LeftOutItem(
                        story: story, title: item.title, link: item.link, feed: feed.feed.displayName,
                        category: category ?? own,
                        verdict: reason.word, reason: isNew ? words.group : "\(reason)", group: words.group,
                        particulars: words.particulars, since: reason.since, until: reason.until, scores: reason.scores)
                )
            }
        }
        for (place, story) in stories.enumerated() where !shown.contains(place) {
            guard let (category, reason) = story.out else { continue }
            left.append(LeftOutItem(story, category, reason, told))
        }
        // What goes out in one of its categories may wait in another.
        for place in announced.sorted() {
            for (category, reason) in stories[place].outs where !reason.isClaimed {
                left.append(LeftOutItem(stories[place], category, reason, told))
            }
        }
        return left
    }

    private func outcome(of verdict: ItemVerdict, _ announced: Set<Int>) -> (Category?, Reason, Int64?)? {
        switch verdict {
        case .out(let reason): return (nil, reason, nil)
        case .story(let place), .sameStory(let place):
            let story = stories[place]
            guard !announced.contains(place), let (category, reason) = story.out else { return nil }
            return (category, reason, story.reference.number)
        }
    }
}

extension LeftOutItem {
    /// A story as the ledger and this run have it, and why it is out of a category.
    fileprivate init(_ story: PlannedStory, _ category: Category?, _ reason: Reason, _ told: ReasonWords) {
        let words = told.grouped(reason, isNew: false)
        self.init(
            story: story.reference.number, title: story.content.title, link: story.content.link,
            feed: story.content.source, category: category, verdict: reason.word, reason: "\(reason)",
            group: words.group, particulars: words.particulars, since: reason.since, until: reason.until,
            scores: reason.scores)
    }
}

extension PlannedStory {
    /// The categories that it is out of, and why.
    fileprivate var outs: [(category: Category, reason: Reason)] {
        categories.compactMap { category in standings[category]?.reason.map { (category, $0) } }
    }

    /// Why it is out altogether, and of which category: one in which it waits before one in which it was announced.
    fileprivate var out: (category: Category?, reason: Reason)? {
        if let reason { return (categories.first, reason) }
        let out = outs.first { !$0.reason.isClaimed } ?? outs.first
        return out.map { ($0.category, $0.reason) }
    }
}

extension StoryReference {
    /// The number in the ledger.
    fileprivate var number: Int64? {
        if case .known(let id) = self { id.number } else { nil }
    }
}

extension Reason {
    fileprivate var isClaimed: Bool { if case .claimed = self { true } else { false } }
}

extension PlannedStory.Standing {
    var reason: Reason? {
        if case .out(let reason) = self { reason } else { nil }
    }
}

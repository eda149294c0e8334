internal import Categories
internal import Feeds
internal import Fetching
internal import JSON
internal import News
internal import Settings
internal import Stories
internal import Terminal

/// What the feeds hold now: how each of them is, and what that means for categories, languages, rules and bulletins. Of
/// items no more is kept than counts and digests, as there may be thousands of feeds.
struct FeedsCheck {
    private let settings: ResolvedSettings
    private let rules: DecidingRules
    private let feeds: [Feed]
    private let now: Instant
    private var findings: [Int: CheckFinding] = [:]
    private var items: [Category: Int] = [:]
    private var languages: [String: Int] = [:]
    private var itemCount = 0
    private var clocks = ClockComparison()
    /// The feed behind each address that answered, after redirects.
    private var answering: [String: Int] = [:]
    private var coverage: RuleCoverage
    private var estimate: BulletinEstimate
    private var failures = 0
    private let mapper: CategoryMapper
    /// How often each rule about categories decided.
    private var decided: RuleCounts

    init(_ settings: ResolvedSettings, _ rules: DecidingRules, _ feeds: [Feed], now: Instant) {
        self.settings = settings
        self.rules = rules
        self.feeds = feeds
        self.now = now
        coverage = RuleCoverage(settings.breaking)
        mapper = settings.mapper
        decided = RuleCounts(ruleCount: mapper.rules.count)
        estimate = BulletinEstimate(rules, at: now)
    }

    /// Takes in what came of reading one feed.
    mutating func take(_ reading: Fetching.FeedReading) {
        clocks.note(reading)
        let name = reading.feed.displayName
        switch reading.outcome {
        case .document(let document): findings[reading.index] = finding(document, reading)
        case .notModified: findings[reading.index] = .ok(.feed, name, "not modified")
        case .gone:
            failures += 1
            findings[reading.index] = .failed(
                .feed, name, "gone for good (410); take \(reading.feed.name) out of the list", .partlyDone)
        case .failed(let trouble):
            failures += 1
            findings[reading.index] = .failed(.feed, name, trouble.description, .partlyDone)
        }
    }

    private mutating func finding(_ document: FeedDocument, _ reading: Fetching.FeedReading) -> CheckFinding {
        let counts = count(document, reading)
        let freshness = FeedFreshness(document.items.lazy.compactMap(\.ownDate), at: now)
        var remarks: [String] = []
        if document.isTruncated { remarks.append("it was cut off") }
        if document.items.isEmpty { remarks.append("it holds no items") }
        if freshness.isAhead { remarks.append("all its dates are ahead of the clock") }
        if let newest = freshness.newest, freshness.isStale(at: now) {
            remarks.append("nothing new for \(roughly(now.seconds(since: newest)))")
        }
        if let moved = reading.movedTo {
            remarks.append(
                "it moved for good to \(withoutCredentials(moved)): change the list, or let --update-feeds do it")
        }
        if let address = reading.address {
            if let other = answering[address] {
                remarks.append("it leads to the same feed as \(feeds[other].displayName)")
            } else {
                answering[address] = reading.index
            }
        }
        let age = freshness.newest.map { "the newest \(roughly(now.seconds(since: $0))) old" } ?? "without dates"
        let places = counts.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
        let facts = [counted(document.items.count, "item"), document.items.isEmpty ? nil : age]
            .compactMap(\.self).joined(separator: ", ")
        let text = ([facts + (places.isEmpty ? "" : " (\(places))")] + remarks).joined(separator: "; ")
        return CheckFinding(
            area: .feed, name: reading.feed.displayName, state: remarks.isEmpty ? .ok : .look, text: text,
            data: [
                "items": .integer(Int64(document.items.count)),
                "categories": .object(JSONObject(counts.map { ($0.name, .integer(Int64($0.count))) })),
                "newest": JSONValue(freshness.newest?.description),
                "address": JSONValue(reading.address),
                "moved_to": JSONValue(reading.movedTo.map(withoutCredentials)),
                "seconds": .real((reading.elapsed * 1_000).rounded() / 1_000),
            ])
    }

    /// Counts the items of a feed by category, the ones without any last.
    private mutating func count(
        _ document: FeedDocument, _ reading: Fetching.FeedReading
    ) -> [(name: String, count: Int)] {
        let feed = reading.feed
        let sections = FeedSections(of: feed, document)
        var counts: [Category: Int] = [:]
        var oldest: [Category: (date: Instant, count: Int)] = [:]
        itemCount += document.items.count
        for item in document.items {
            let matchable =
                settings.breaking == nil ? nil : MatchableItem(item, feed: feed, source: document.title)
            let decision = mapper.decide(item, in: sections)
            decided.count(decision)
            guard let category = decision.category else {
                if let matchable { coverage.note(matchable, in: nil) }
                continue
            }
            counts[category, default: 0] += 1
            let language = item.language ?? sections.language
            if let tag = language.flatMap({ LanguageTag($0) }) { languages[tag.language, default: 0] += 1 }
            if let matchable { coverage.note(matchable, in: category) }
            estimate.note(
                item, language: language, in: category, feed: reading.index, name: feed.name, matchable: matchable)
            if let date = item.ownDate {
                let known = oldest[category]
                oldest[category] = (min(known?.date ?? date, date), (known?.count ?? 0) + 1)
            }
        }
        // A handful of items says nothing about how far back a feed goes.
        for (category, seen) in oldest where seen.count >= 5 { estimate.note(oldest: seen.date, in: category) }
        for (category, count) in counts { items[category, default: 0] += count }
        let unmapped = document.items.count - counts.values.reduce(0, +)
        return Category.allCases.compactMap { category in counts[category].map { (category.rawValue, $0) } }
            + (unmapped > 0 ? [("none", unmapped)] : [])
    }

    private var categories: [Category] { settings.categories.isEmpty ? Category.allCases : settings.categories }

    /// A line for each feed, in the order of the lists, and those about all of them.
    func feedFindings() -> [CheckFinding] {
        var lines = feeds.indices.compactMap { findings[$0] }
        if !feeds.isEmpty, failures == feeds.count {
            lines.append(.failed(.feeds, "", "no feed could be read", .noFeedRead))
        } else {
            lines += categories.filter { items[$0] == nil }.map {
                .look(.feeds, $0.rawValue, "no item of any feed goes there now")
            }
        }
        if let words = clocks.words { lines.append(.look(.feeds, "", words)) }
        return lines + languageFindings()
    }

    private func languageFindings() -> [CheckFinding] {
        let found = languages.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        guard settings.languages.isEmpty else {
            return settings.languages.filter { languages[$0.language] == nil && itemCount > 0 && !languages.isEmpty }
                .map { .look(.feeds, "languages", "no item is in \($0) now") }
        }
        guard found.count > 1 else { return [] }
        let names = found.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return [
            .look(
                .feeds, "languages",
                "items are in several (\(names)) and count as one; 'languages' in the configuration keeps them apart")
        ]
    }

    /// A line for each rule that matches nothing, or one that all do.
    func ruleFindings() -> [CheckFinding] {
        guard itemCount > 0 else { return [] }
        let idle = decided.idle.map { place in
            CheckFinding.look(
                .rules, "rules[\(place)]",
                "it decides none of the \(itemCount) items that the feeds hold now; an earlier rule may do it first")
        }
        return idle + breakingFindings()
    }

    private func breakingFindings() -> [CheckFinding] {
        guard settings.breaking != nil else { return [] }
        let idle = coverage.unmatched
        guard !idle.isEmpty else { return [.ok(.rules, "breaking", "every rule matches something now")] }
        return idle.map { rule in
            // A headline is of its day; a feed, label or address that never comes is most likely misspelt.
            let text = "\(rule.words) matches none of the \(itemCount) items that the feeds hold now"
            return rule.isAboutHeadlines ? .ok(.rules, "breaking", text) : .look(.rules, "breaking", text)
        }
    }

    /// A line for each category: what the settings allow, and what the feeds would have made.
    func bulletinFindings() -> [CheckFinding] {
        categories.map { category in
            let answer = estimate.answer(category)
            let allowed =
                answer.allowedPerDay.map { "at most \($0) a day, urgent ones aside" }
                ?? "as many a day as there are runs"
            var text = "\(allowed); "
            if let perDay = answer.perDay, let days = answer.days {
                text +=
                    "the feeds' last \(roughly(Int64(days * 86_400))) would have made about \(rounded(perDay)) a day"
            } else {
                text += "the feeds hold nothing with a date to tell from how many it will be"
            }
            return .ok(
                .bulletins, category.rawValue, text,
                [
                    "category": .string(category.rawValue),
                    "allowed_per_day": answer.allowedPerDay.map { .integer(Int64($0)) } ?? .null,
                    "estimated_per_day": answer.perDay.map { .real(($0 * 10).rounded() / 10) } ?? .null,
                    "days": answer.days.map { .real(($0 * 100).rounded() / 100) } ?? .null,
                ])
        }
    }
}

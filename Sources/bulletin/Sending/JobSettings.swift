internal import Broadcasting
internal import Bulletins
internal import Feeds
internal import Fetching
internal import HTTP
internal import HubLanguage
internal import News
internal import Settings
internal import Stories

extension ResolvedSettings {
    /// The wording of messages and further properties, every template checked.
    func bulletinStyle() throws(Failure) -> BulletinStyle {
        var style = BulletinStyle(maximumMessageBytes: messageBytes)
        style.payloads = try payloadBudgets()
        for given in messageTemplates {
            let template = try template(given)
            if let language = given.language { try check(language, of: given) }
            switch (given.category, given.language) {
            case (let category?, let language?): style.messagesInLanguages[category, default: [:]][language] = template
            case (let category?, nil): style.messagesByCategory[category] = template
            case (nil, let language?): style.messagesByLanguage[language] = template
            case (nil, nil): style.message = template
            }
        }
        for given in placedProperties {
            guard given.name.isTemplatePropertyName else {
                throw Failure(
                    given.isTyped ? .usage : .badConfiguration,
                    "\(given.place): names of properties have 1 to 120 letters, digits and underscores")
            }
            style.properties.append((given.name, try template(given)))
        }
        try addLanguages(to: &style)
        return style
    }

    /// A line for each message template that leaves out what happened: it is allowed, and seldom meant.
    func templatesWithoutHeadline(_ style: BulletinStyle, for categories: [Category]) -> [String] {
        let named = Set(messageTemplates.filter { $0.language == nil }.compactMap(\.category))
        return messageTemplates.compactMap { given in
            guard let template = try? MessageTemplate(given.source), !template.uses(.headline) else { return nil }
            let isUsed =
                given.category.map(categories.contains) ?? (given.language != nil || !named.isSuperset(of: categories))
            guard isUsed else { return nil }
            return template.usesNothing
                ? "\(given.place): the message has no {headline} nor any other placeholder, so it says the same whatever happened"
                : "\(given.place): the message has no {headline}, so nobody reads what happened"
        }
    }

    /// Whom each category is for, every expression checked.
    func categoryTargets() throws(Failure) -> CategoryTargets {
        do {
            return try CategoryTargets(
                tags, languages: languagesApart, form: text(.languageTag) ?? CategoryTargets.standardForm)
        } catch {
            let given = placedTags.first { $0.name == error.category.rawValue }
            let form =
                source(of: .languageTag) == .option ? "--language-tag" : "\(place(of: "languageTag")): languageTag"
            let place = given?.place ?? (error.language == nil ? nil : form)
            throw Failure(
                given?.isTyped == true ? .usage : .badConfiguration,
                (place.map { "\($0): " } ?? "") + error.description)
        }
    }

    /// What counts as news in a broadcast.
    func decidingRules() throws(Failure) -> DecidingRules {
        var rules = DecidingRules()
        rules.maxAge = maxAge
        rules.order = text(.sort) == "newest" ? .newest : .carriers
        rules.announceFirst = integer(.announceFirst) ?? 0
        rules.adoptsEverything = isSet(.adopt)
        rules.allCategories = isSet(.allCategories)
        if !categories.isEmpty { rules.categories = Set(categories) }
        rules.languages = newsroomLanguages()
        for category in Category.allCases {
            rules.capsByCategory[category] = caps?[category]?.map {
                DecidingRules.Cap(bulletins: $0.bulletins, seconds: $0.seconds)
            }
            rules.breaking[category] = breaking.map { Breaking($0[category]) }
        }
        do {
            if let quiet, let zone = try quietZone() {
                rules.quiet = QuietHours(
                    zone: zone, from: quiet.from, to: quiet.to, categories: quiet.categories.map(Set.init),
                    maxAge: quiet.maxAge)
            }
        } catch {
            throw Failure(error)
        }
        return rules
    }

    /// What one feed may cost.
    var feedLimits: FeedLimits { FeedLimits(feedSize: maxFeedSize) }
    /// What one transfer may cost.
    var transferLimits: TransferLimits {
        TransferLimits(totalSeconds: Double(timeout), maximumBodyBytes: maxFeedSize)
    }

    /// The feeds of all lists, each address or path once, a line for each list that cannot be read, one for each name in a
    /// list that was meant as a category and is none, and the feeds that are named more than once.
    ///
    /// An address that is known to be a feed is not looked at as a list first: its server is asked once, and for changes
    /// only.
    func feedList(
        _ client: HTTPClient, isKnownFeed: (Feed) -> Bool
    ) throws(Failure) -> LoadedFeedList {
        guard !feeds.isEmpty else {
            throw Failure(
                .badConfiguration, "no feeds: name a feed list with --feeds FILE, or \"feeds\" in the configuration")
        }
        let spoken = try languagesOfLists()
        let placed = try PlacedFeedSettings(self)
        func settled(_ feed: Feed, of source: String) -> Feed {
            var feed = placed.settled(feed)
            feed.language = feed.language ?? spoken[source]
            return feed
        }
        let loader = FeedListLoader(client: client, limits: transferLimits)
        var seen: Set<Feed.Location> = []
        var list: [Feed] = []
        var troubles: [(source: String, words: String)] = []
        var warnings: [String] = []
        var duplicates: [Feed] = []
        var codes: [ExitCode] = []
        for source in feeds {
            let single = Feed(location: .address(source))
            if source.contains("://"), isKnownFeed(single) {
                if seen.insert(single.location).inserted {
                    list.append(settled(single, of: source))
                } else {
                    duplicates.append(single)
                }
                continue
            }
            do {
                let content = try loader.loadList(source)
                for feed in content.feeds {
                    if seen.insert(feed.location).inserted {
                        list.append(settled(feed, of: source))
                    } else {
                        duplicates.append(feed)
                    }
                }
                duplicates += content.duplicates
                warnings += content.unknownCategories.map { "\(single.name): \($0)" }
            } catch {
                troubles.append((single.name, error.feedTrouble(single)?.description ?? error.description))
                codes.append(error.feedTrouble(single) == nil ? .badInput : .noFeedRead)
            }
        }
        // A list that cannot be read does not stop the others.
        let code = ExitCode.combining(codes)
        guard !list.isEmpty || troubles.isEmpty else { throw Failure(code, troubles.map(\.words)) }
        return LoadedFeedList(feeds: list, troubles: troubles, warnings: warnings, duplicates: duplicates)
    }

    private func template(_ given: PlacedTemplate) throws(Failure) -> MessageTemplate {
        do {
            return try MessageTemplate(given.source)
        } catch {
            throw Failure(given.isTyped ? .usage : .badConfiguration, "\(given.place): \(error.description)")
        }
    }
}

/// What the feed lists say.
struct LoadedFeedList {
    /// The feeds, each once.
    var feeds: [Feed]
    /// Lists that cannot be read, and why.
    var troubles: [(source: String, words: String)]
    /// What is odd about the others.
    var warnings: [String]
    /// Feeds that stand in them again.
    var duplicates: [Feed]
}

extension FeedListTrouble {
    /// The trouble as that of a feed: behind an address that does not answer there may be one as well as a list.
    fileprivate func feedTrouble(_ feed: Feed) -> FeedTrouble? {
        switch reason {
        case .transfer(let error): FeedTrouble(.transfer(error.kind), with: feed, detail: error.detail)
        case .status(let status): FeedTrouble(.status(status), with: feed)
        case .file, .content: nil
        }
    }
}

extension Breaking {
    /// What the configuration says of a category.
    fileprivate init(_ entry: BreakingSettings.Entry) {
        self.init(
            minFeeds: entry.minFeeds ?? 1, rules: ItemRules(entry.rules),
            urgentRules: entry.hasNoUrgent == true ? ItemRules() : ItemRules(entry.urgentRules),
            urgentMinFeeds: entry.hasNoUrgent == true ? nil : entry.urgentMinFeeds ?? 4)
    }
}

extension ItemRules {
    fileprivate init(_ rules: BreakingSettings.Rules) {
        self.init(
            titles: rules.titles ?? [], labels: rules.labels ?? [], feeds: rules.feeds ?? [],
            addresses: rules.addresses ?? [])
    }
}

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
        var templates: [Category: MessageTemplate] = [:]
        for (category, source) in messageTemplates {
            templates[category] = try template(source, named: "the message of \(category.rawValue)")
        }
        var properties: [(name: String, template: MessageTemplate)] = []
        for (name, source) in self.properties {
            guard name.isTemplatePropertyName else {
                throw Failure(
                    .badConfiguration,
                    "the property \"\(name.prefix(60))\": names have 1 to 120 letters, digits and underscores")
            }
            properties.append((name, try template(source, named: "the property \(name)")))
        }
        return BulletinStyle(
            messagesByCategory: templates, properties: properties, maximumMessageBytes: messageBytes)
    }

    /// Whom each category is for, every expression checked.
    func categoryTargets() throws(Failure) -> CategoryTargets {
        do {
            return try CategoryTargets(tags)
        } catch {
            throw Failure(.badConfiguration, error.description)
        }
    }

    /// What counts as news in a broadcast.
    func decidingRules() throws(Failure) -> DecidingRules {
        var rules = DecidingRules()
        rules.maxAge = maxAge
        rules.announceFirst = integer(.announceFirst) ?? 0
        rules.adoptsEverything = isSet(.adopt)
        if !categories.isEmpty { rules.categories = Set(categories) }
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

    /// The feeds of all lists, each address or path once, and a line for each list that cannot be read.
    ///
    /// An address that is known to be a feed is not looked at as a list first: its server is asked once, and for changes
    /// only.
    func feedList(
        _ client: HTTPClient, isKnownFeed: (Feed) -> Bool
    ) throws(Failure) -> (feeds: [Feed], troubles: [String]) {
        guard !feeds.isEmpty else {
            throw Failure(
                .badConfiguration, "no feeds: name a feed list with --feeds FILE, or \"feeds\" in the configuration")
        }
        let loader = FeedListLoader(client: client, limits: transferLimits)
        var seen: Set<Feed.Location> = []
        var list: [Feed] = []
        var troubles: [String] = []
        for source in feeds {
            let single = Feed(location: .address(source))
            if source.contains("://"), isKnownFeed(single) {
                if seen.insert(single.location).inserted { list.append(single) }
                continue
            }
            do {
                list += try loader.load(source).filter { seen.insert($0.location).inserted }
            } catch {
                troubles.append(error.description)
            }
        }
        // A list that cannot be read does not stop the others.
        guard !list.isEmpty || troubles.isEmpty else { throw Failure(.badInput, troubles) }
        return (list, troubles)
    }

    private func template(_ source: String, named name: String) throws(Failure) -> MessageTemplate {
        do {
            return try MessageTemplate(source)
        } catch {
            throw Failure(.badConfiguration, "\(name): \(error.description)")
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

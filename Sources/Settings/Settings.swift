public import News

/// Which hub is spoken to.
public enum HubChoice: Sendable, Hashable {
    /// One that runs inside the program.
    case local
    /// The hub of that name in the namespace of the connection string.
    case named(String)
    /// The one that the connection string names in its EntityPath.
    case fromConnectionString
}

/// The form of the lines on standard error.
public enum LogFormat: String, Sendable {
    /// Lines for people.
    case text
    /// One JSON object a line.
    case json
}

// Typed access to what was resolved: the one place that knows which kind of value stands behind which name.
extension ResolvedSettings {
    /// Files and addresses of `--feeds`, or of the configuration.
    public var feeds: [String] { values(.feeds).compactMap(\.text) }
    /// The categories that a run is limited to; empty when it is not.
    public var categories: [Category] {
        var found: [Category] = []
        for case .categories(let some) in values(.category) { found += some.filter { !found.contains($0) } }
        return found
    }
    /// The hub.
    public var hub: HubChoice {
        switch text(.hub) {
        case "local": .local
        case let name?: .named(name)
        case nil: .fromConnectionString
        }
    }
    /// The tag of each category.
    public var tags: [Category: String] {
        var tags = Dictionary(uniqueKeysWithValues: Category.allCases.map { ($0, $0.rawValue) })
        for (name, tag) in assignments(.categoryTag) {
            if let category = Category(named: name) { tags[category] = tag }
        }
        return tags
    }
    /// The tags that were given, with where they were.
    public var placedTags: [PlacedTemplate] {
        sourcedAssignments(.categoryTag).map { PlacedTemplate($0, of: .categoryTag, in: file) }
    }
    /// The message templates as they were given: the one for all categories first, then those of single categories in
    /// their order, then those of languages.
    public var messageTemplates: [PlacedTemplate] {
        let given = sourcedAssignments(.messageTemplate)
        let names = ["default"] + Category.allCases.map(\.rawValue)
        let first = names.compactMap { name in given.first { $0.name == name } }
        return (first + given.filter { !names.contains($0.name) }).map {
            PlacedTemplate($0, of: .messageTemplate, in: file)
        }
    }
    /// The languages that the newsroom speaks; empty when all count as one.
    public var languages: [LanguageTag] {
        var found: [LanguageTag] = []
        for case .languages(let some) in values(.languages) { found += some.filter { !found.contains($0) } }
        return found
    }
    /// The language of items that name none, by feed list, category or for all (`default`), each with where it was given.
    public var languagesOfUnnamed: [PlacedTemplate] {
        sourcedAssignments(.language).map { PlacedTemplate($0, of: .language, in: file) }
    }
    /// The language of a message sent by hand.
    public var language: LanguageTag? {
        if case .languages(let some)? = command.options[.language]?.first { some.first } else { nil }
    }
    /// Names of properties for languages, with where they were given.
    public var languageProperties: [PlacedTemplate] {
        sourcedAssignments(.languageProperty).map { PlacedTemplate($0, of: .languageProperty, in: file) }
    }
    /// What holds for single feeds; nil where nothing does.
    public var feedSettings: FeedSettingsByPlace? {
        if case .feedSettings(let settings)? = values(.feedSettings).first { settings } else { nil }
    }
    /// Further template properties, as they were given, in order.
    public var placedProperties: [PlacedTemplate] {
        sourcedAssignments(.property).map { PlacedTemplate($0, of: .property, in: file) }
    }
    /// Further template properties, as templates, in order.
    public var properties: [(name: String, value: String)] { assignments(.property) }
    /// Further template properties of `send`, as they stand, in order.
    public var parameters: [(name: String, value: String)] { assignments(.parameter) }
    /// The age in seconds at which stories are no longer announced.
    public var maxAge: Int64 { seconds(.maxAge) ?? 0 }
    /// The quiet hours; nil when there are none.
    public var quiet: QuietSetting? {
        if case .quiet(let hours)? = values(.quietHours).first { hours } else { nil }
    }
    /// The caps; nil where none are set.
    public var caps: CapSettings? {
        if case .caps(let caps)? = values(.caps).first { caps } else { nil }
    }
    /// What counts as breaking; nil where nothing is set.
    public var breaking: BreakingSettings? {
        if case .breaking(let breaking)? = values(.breaking).first { breaking } else { nil }
    }
    /// The newsroom's rules about categories; nil where none are set.
    public var rules: RuleSettings? {
        if case .rules(let rules)? = values(.rules).first { rules } else { nil }
    }
    /// The most bytes a message may have.
    public var messageBytes: Int { integer(.messageBytes) ?? 0 }
    /// The most bytes a feed may have.
    public var maxFeedSize: Int { bytes(.maxFeedSize) ?? 0 }
    /// How many feeds are fetched at the same time.
    public var transfers: Int { integer(.transfers) ?? 1 }
    /// Seconds that one feed may take.
    public var timeout: Int64 { seconds(.timeout) ?? 0 }
    /// Seconds that a run may take.
    public var deadline: Int64 { seconds(.deadline) ?? 300 }
    /// Where publishers can reach the newsroom.
    public var contact: String? { text(.contact) }
    /// The time given with `--now`.
    public var now: Instant? {
        if case .instant(let instant)? = values(.now).first { instant } else { nil }
    }
    /// How lines of the log look.
    public var logFormat: LogFormat { text(.logFormat).flatMap { LogFormat(rawValue: $0) } ?? .text }
    /// -1 with `-q`, 0, 1 with `-v`, 2 with `-vv`.
    public var verbosity: Int { isSet(.quiet) ? -1 : min(2, command.options[.verbose]?.count ?? 0) }

    /// Whether a flag is set.
    public func isSet(_ name: OptionName) -> Bool { values(name).contains(.flag(true)) }
    /// The text of an option.
    public func text(_ name: OptionName) -> String? { values(name).first?.text }
    /// The number of an option.
    public func integer(_ name: OptionName) -> Int? {
        if case .integer(let number)? = values(name).first { number } else { nil }
    }

    /// The point in time of an option that takes a time, or how far it is from `now`: ahead for `at`, and for the `until` of
    /// what is to come, else back.
    public func moment(_ name: OptionName, from now: Instant) -> Instant? {
        switch values(name).first {
        case .instant(let instant)?: instant
        case .seconds(let length)?:
            now.advanced(
                bySeconds: name == .at || name == .until && command.name != .history ? length : -length)
        default: nil
        }
    }

    private func seconds(_ name: OptionName) -> Int64? {
        if case .seconds(let length)? = values(name).first { length } else { nil }
    }

    private func bytes(_ name: OptionName) -> Int? {
        if case .bytes(let size)? = values(name).first { size } else { nil }
    }
}

extension SettingValue {
    /// The text, when this is one.
    public var text: String? {
        if case .text(let text) = self { text } else { nil }
    }
}

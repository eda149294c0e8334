internal import Bulletins
internal import HubLanguage
internal import News
internal import Settings
internal import Stories

extension ResolvedSettings {
    /// Whether each language of a category has notifications of its own.
    private var areLanguagesApart: Bool { !languages.isEmpty && text(.languageAddressing) == "tags" }

    /// The languages that have notifications of their own.
    var languagesApart: [LanguageTag] { areLanguagesApart ? languages : [] }

    /// The languages that are spoken, and those of items that name none.
    func newsroomLanguages() -> NewsroomLanguages {
        NewsroomLanguages(
            spoken: languages, areAddressedApart: areLanguagesApart, unnamed: unnamed("default"),
            unnamedByCategory: Dictionary(
                uniqueKeysWithValues: Category.allCases.compactMap { category in
                    unnamed(category.rawValue).map { (category, $0) }
                }))
    }

    private func unnamed(_ name: String) -> LanguageTag? {
        languagesOfUnnamed.first { $0.name == name }.flatMap { LanguageTag($0.source) }
    }

    /// The languages of a style, all names checked.
    func addLanguages(to style: inout BulletinStyle) throws(Failure) {
        let spoken = newsroomLanguages()
        style.language = spoken.unnamed ?? languages.first
        style.languagesByCategory = languages.isEmpty ? spoken.unnamedByCategory : [:]
        var names: [LanguageTag: String] = [:]
        for given in languageProperties {
            guard let tag = LanguageTag(given.name) else { continue }
            try check(tag, of: given, isExact: true)
            guard given.source.isTemplatePropertyName else {
                throw Failure(
                    given.isTyped ? .usage : .badConfiguration,
                    "\(given.place): “\(given.source)” is no name of a property: 1 to 120 letters, digits and underscores"
                )
            }
            names[tag] = given.source
        }
        if !areLanguagesApart { style.together = LanguageProperties(languages, named: names) }
        let own = style.properties.flatMap { property in
            style.together.entries.isEmpty ? [property.name] : style.together.entries.map { property.name + $0.suffix }
        }
        var seen: Set<String> = []
        // The hub takes no notice of case in the names of properties.
        for name in style.together.entries.filter(\.isFurther).map(\.message) + own
        where !seen.insert(name.lowercased()).inserted || name.lowercased() == "messageparam" {
            let given =
                placedProperties.first { name == $0.name || name.hasPrefix($0.name + "_") }
                ?? languageProperties.first { $0.source == name }
            throw Failure(
                given?.isTyped == true ? .usage : .badConfiguration,
                (given.map { "\($0.place): " } ?? "")
                    + "two properties would be called \(name): give one of the languages or properties another name")
        }
    }

    /// A template, or the name of a property, for a language that nobody speaks is a slip.
    func check(_ tag: LanguageTag, of given: PlacedTemplate, isExact: Bool = false) throws(Failure) {
        let known = languages.isEmpty ? languagesOfUnnamed.compactMap { LanguageTag($0.source) } : languages
        guard !known.contains(where: { isExact ? $0 == tag : $0.match(in: [tag]) != nil }) else { return }
        let spoken = known.map(\.text).joined(separator: ", ")
        throw Failure(
            given.isTyped ? .usage : .badConfiguration,
            "\(given.place): \(tag) is none of the languages that are spoken"
                + (spoken.isEmpty ? "; 'languages' names none" : " (\(spoken))"))
    }

    /// What is told of languages that have no words of their own.
    func languagesWithoutWords(_ style: BulletinStyle) -> [String] {
        style.languagesWithoutWords(languages).map { tag in
            "messages.\(tag) is not set, and there are no words for \(tag): its messages are the bare headlines"
        }
    }

    /// The language that a feed list has in the configuration; the names of lists that are none are errors.
    func languagesOfLists() throws(Failure) -> [String: String] {
        var found: [String: String] = [:]
        for given in languagesOfUnnamed where given.name != "default" && Category(named: given.name) == nil {
            guard feeds.contains(given.name) else {
                throw Failure(
                    given.isTyped ? .usage : .badConfiguration,
                    "\(given.place): neither a category nor one of the feed lists that are read "
                        + "(\(feeds.joined(separator: ", ")))")
            }
            found[given.name] = given.source
        }
        return found
    }
}

/// The time of day as the clocks here show it.
let localTimeOfDay: @Sendable (Instant) -> String = { String(localMinute($0).suffix(5)) }

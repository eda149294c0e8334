internal import HubLanguage
public import News
internal import PlainText

/// Makes the bulletin of a category from its stories.
public struct BulletinComposer: Sendable {
    private let style: BulletinStyle

    /// A composer for one style.
    public init(style: BulletinStyle) {
        self.style = style
    }

    /// The bulletin about `stories`, the lead first, in one language. A hand send may replace the style's wording, and
    /// speak for several categories.
    public func bulletin(
        category: Category, stories: [BulletinStory], language: LanguageTag? = nil, message: MessageTemplate? = nil,
        alsoFor others: [Category] = []
    ) -> Bulletin {
        let edition = edition(category, stories, language, message, others)
        guard style.together.entries.isEmpty else {
            // What an editor sends is for all, in whatever language it is.
            return together(category, [edition], [language: stories], others)
        }
        let properties =
            [TemplateProperty(BulletinStyle.messageProperty, edition.message)]
            + further(edition, stories, suffix: "", others)
        return Bulletin(
            category: category, stories: stories, message: edition.message, properties: properties,
            editions: [edition], cut: edition.cut)
    }

    /// The bulletin in all languages that one notification speaks. A language without news has the message of the first
    /// one; where that has none, of the next that has: a template whose property is missing would show a blank.
    public func bulletin(category: Category, stories: [(language: LanguageTag?, story: BulletinStory)]) -> Bulletin {
        var byLanguage: [LanguageTag?: [BulletinStory]] = [:]
        for (language, story) in stories { byLanguage[language, default: []].append(story) }
        let editions = style.together.entries.compactMap { entry in
            byLanguage[entry.language].map { self.edition(category, $0, entry.language, nil, []) }
        }
        return together(category, editions, byLanguage, [])
    }

    private func together(
        _ category: Category, _ editions: [BulletinEdition], _ stories: [LanguageTag?: [BulletinStory]],
        _ others: [Category]
    ) -> Bulletin {
        var editions = editions
        let first = editions.first { $0.language == style.together.entries.first?.language } ?? editions.first
        let message = first?.message ?? ""
        var properties = [TemplateProperty(BulletinStyle.messageProperty, message)]
        var furtherProperties: [TemplateProperty] = []
        for entry in style.together.entries {
            let own = editions.firstIndex { $0.language == entry.language }
            if let own { editions[own].property = entry.message }
            guard let edition = own.map({ editions[$0] }) ?? first else { continue }
            if entry.isFurther { properties.append(TemplateProperty(entry.message, edition.message)) }
            let told = stories[edition.language] ?? []
            furtherProperties += further(edition, told, suffix: entry.suffix, others)
        }
        return Bulletin(
            category: category, stories: editions.flatMap { stories[$0.language] ?? [] }, message: message,
            properties: properties + furtherProperties, editions: editions,
            cut: editions.lazy.compactMap(\.cut).first)
    }

    private func edition(
        _ category: Category, _ stories: [BulletinStory], _ language: LanguageTag?, _ message: MessageTemplate?,
        _ others: [Category]
    ) -> BulletinEdition {
        let spoken = language ?? style.language(of: category)
        let template = message ?? style.message(for: category, in: spoken)
        let values = values(stories, category, others, spoken)
        let wording = Wording(template, in: spoken, headline: values.headline)
        let whole = wording.message(values)
        let limits = MessageLimits(
            style, beside: style.properties.map { $0.template.filled(in: spoken, values.value(of:)) })
        let (text, limit) = fitted(whole, wording, values, limits)
        return BulletinEdition(
            language: language, category: category, property: BulletinStyle.messageProperty, message: text,
            headline: values.headline, cut: limit.map { MessageCut(limit: $0, wholeBytes: whole.utf8.count) })
    }

    private func further(
        _ edition: BulletinEdition, _ stories: [BulletinStory], suffix: String, _ others: [Category]
    ) -> [TemplateProperty] {
        let spoken = edition.language ?? style.language(of: edition.category)
        let values = values(stories, edition.category, others, spoken)
        return style.properties.filter { $0.name != BulletinStyle.messageProperty }.map { property in
            TemplateProperty(property.name + suffix, property.template.filled(in: spoken, values.value(of:)))
        }
    }

    private func values(
        _ stories: [BulletinStory], _ category: Category, _ others: [Category], _ language: LanguageTag?
    ) -> StoryValues {
        let words = LanguageWords(language)
        let comma = language?.direction == .rightToLeft ? "، " : ", "
        return StoryValues(
            category: ([category] + others).map(words.name).joined(separator: comma), stories: stories)
    }

    /// The longest wording within every limit. The headline gives way first, so that the message still ends with how
    /// many stories there are more; only a wording that is too long without it is cut as a whole.
    private func fitted(
        _ whole: String, _ wording: Wording, _ values: StoryValues, _ limits: MessageLimits
    ) -> (text: String, limit: MessageCut.Limit?) {
        guard let limit = limits.exceeded(by: whole) else { return (whole, nil) }
        if wording.template.uses(.headline) {
            let shortened = longest(within: limits, upTo: values.headline.utf8.count) { bytes in
                wording.message(values.withHeadline(clipped(values.headline, toUTF8Bytes: bytes)))
            }
            if let shortened { return (shortened, limit) }
        }
        let cut = longest(within: limits, upTo: whole.utf8.count) { clipped(whole, toUTF8Bytes: $0) }
        return (cut ?? "", limit)
    }

    /// The result for the most bytes whose result is within every limit; nil when none is.
    private func longest(within limits: MessageLimits, upTo most: Int, _ text: (Int) -> String) -> String? {
        // The room for the ellipsis is the least that makes sense.
        var fits = 2
        var fails = most + 1
        guard fails > fits else { return nil }
        var best: String?
        while fits + 1 < fails {
            let middle = fits + (fails - fits) / 2
            let candidate = text(middle)
            if limits.exceeded(by: candidate) == nil {
                fits = middle
                best = candidate
            } else {
                fails = middle
            }
        }
        return best
    }
}

internal import News
internal import PlainText

/// A template together with the language in which it is filled in.
struct Wording {
    let template: MessageTemplate
    let language: LanguageTag?
    /// The direction of the whole message, where something says it.
    private let direction: TextDirection?

    /// The wording of a message about stories of which the first has that headline.
    init(_ template: MessageTemplate, in language: LanguageTag?, headline: String) {
        self.template = template
        self.language = language
        direction =
            language?.direction ?? firstStrongDirection(of: template.ownText) ?? firstStrongDirection(of: headline)
    }

    /// The message, with what keeps texts of the other direction from reordering it (Unicode Standard Annex 9): an isolate
    /// around each that begins or ends in it, and a mark before a message whose first letter would turn all of it.
    func message(_ values: StoryValues) -> String {
        guard !template.isOneHole else { return template.filled(in: language, values.value(of:)) }
        let text = template.filled(in: language) { isolated(values.value(of: $0)) }
        guard direction == .rightToLeft, firstStrongDirection(of: text) != .rightToLeft, !text.isEmpty else {
            return text
        }
        return "\u{200F}" + text
    }

    private func isolated(_ value: String) -> String {
        guard let direction, let first = firstStrongDirection(of: value), let last = lastStrongDirection(of: value),
            first != direction || last != direction,
            // An isolate ends with its line.
            !value.contains(where: \.isNewline)
        else { return value }
        // An Arabic headline may begin with a Latin name: it is read from the right all the same.
        let isOwn = language?.direction == .rightToLeft && (first == .rightToLeft || last == .rightToLeft)
        return (isOwn ? "\u{2067}" : "\u{2068}") + value + "\u{2069}"
    }
}

/// What the placeholders stand for.
struct StoryValues {
    let category: String
    let stories: [BulletinStory]
    var headline: String

    init(category: String, stories: [BulletinStory]) {
        self.category = category
        self.stories = stories
        headline = stories.first?.headline ?? ""
    }

    func withHeadline(_ headline: String) -> StoryValues {
        var copy = self
        copy.headline = headline
        return copy
    }

    func value(of placeholder: MessageTemplate.Placeholder) -> String {
        let lead = stories.first
        return switch placeholder {
        case .category: category
        case .headline: headline
        case .count: String(stories.count)
        case .more: stories.count > 1 ? String(stories.count - 1) : ""
        case .source: lead?.source ?? ""
        case .link: lead?.link ?? ""
        case .summary: lead?.summary ?? ""
        case .time: lead?.time ?? ""
        }
    }
}

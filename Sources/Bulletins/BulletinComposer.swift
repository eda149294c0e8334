internal import HubLanguage
public import News
internal import PlainText

/// How a newsroom words its bulletins: pure data, checked when the configuration is read.
public struct BulletinStyle: Sendable {
    /// The name of the property that phones show.
    public static let messageProperty = "messageParam"

    /// The wording for categories that have none of their own.
    public var message: MessageTemplate
    /// The wording of single categories.
    public var messagesByCategory: [Category: MessageTemplate]
    /// Further properties and their wording, in the order in which they are sent.
    public var properties: [(name: String, template: MessageTemplate)]
    /// Most bytes of UTF-8 in `messageParam`.
    public var maximumMessageBytes: Int

    /// A style from its parts.
    public init(
        message: MessageTemplate = .standard, messagesByCategory: [Category: MessageTemplate] = [:],
        properties: [(name: String, template: MessageTemplate)] = [], maximumMessageBytes: Int = 1_000
    ) {
        self.message = message
        self.messagesByCategory = messagesByCategory
        self.properties = properties
        self.maximumMessageBytes = maximumMessageBytes
    }

    func message(for category: Category) -> MessageTemplate {
        messagesByCategory[category] ?? message
    }
}

/// Makes the bulletin of a category from its stories.
public struct BulletinComposer: Sendable {
    private let style: BulletinStyle
    private let payloads: [PayloadBudget]

    /// A composer for one style. `payloads` are the filled-in templates that must meet a platform's limit.
    public init(style: BulletinStyle, payloads: [PayloadBudget] = PayloadBudget.standard) {
        self.style = style
        self.payloads = payloads
    }

    /// The bulletin about `stories`, the lead first. A hand send may replace the style's wording, and name several
    /// categories in place of the one.
    public func bulletin(
        category: Category, stories: [BulletinStory], message: MessageTemplate? = nil, categoryName: String? = nil
    ) -> Bulletin {
        let template = message ?? style.message(for: category)
        let values = StoryValues(category: categoryName ?? category.rawValue, stories: stories)
        let whole = template.filled(values.value(of:))
        let (text, limit) = fitted(whole, template: template, values: values)
        var properties = [TemplateProperty(BulletinStyle.messageProperty, text)]
        for property in style.properties where property.name != BulletinStyle.messageProperty {
            properties.append(TemplateProperty(property.name, property.template.filled(values.value(of:))))
        }
        return Bulletin(
            category: category, stories: stories, message: text, properties: properties,
            cut: limit.map { MessageCut(limit: $0, wholeBytes: whole.utf8.count) })
    }

    /// The longest wording within every limit. The headline gives way first, so that the message still ends with how
    /// many stories there are more; only a wording that is too long without it is cut as a whole.
    private func fitted(
        _ whole: String, template: MessageTemplate, values: StoryValues
    ) -> (text: String, limit: MessageCut.Limit?) {
        guard let limit = exceededLimit(of: whole) else { return (whole, nil) }
        if template.uses(.headline) {
            let shortened = longest(upTo: values.headline.utf8.count) { bytes in
                template.filled(values.withHeadline(clipped(values.headline, toUTF8Bytes: bytes)).value(of:))
            }
            if let shortened { return (shortened, limit) }
        }
        let cut = longest(upTo: whole.utf8.count) { clipped(whole, toUTF8Bytes: $0) }
        return (cut ?? "", limit)
    }

    /// The result for the most bytes whose result is within every limit; nil when none is.
    private func longest(upTo most: Int, _ text: (Int) -> String) -> String? {
        // The room for the ellipsis is the least that makes sense.
        var fits = 2
        var fails = most + 1
        guard fails > fits else { return nil }
        var best: String?
        while fits + 1 < fails {
            let middle = fits + (fails - fits) / 2
            let candidate = text(middle)
            if exceededLimit(of: candidate) == nil {
                fits = middle
                best = candidate
            } else {
                fails = middle
            }
        }
        return best
    }

    private func exceededLimit(of message: String) -> MessageCut.Limit? {
        if message.utf8.count > style.maximumMessageBytes { return .message(bytes: style.maximumMessageBytes) }
        for payload in payloads {
            let properties = TemplateProperties([BulletinStyle.messageProperty: message])
            if payload.bytes(filledWith: properties) > payload.maximumBytes {
                return .platform(payload.platform, bytes: payload.maximumBytes)
            }
        }
        return nil
    }
}

/// What the placeholders stand for.
private struct StoryValues {
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
        }
    }
}

public import HubLanguage
public import News

/// What the wording of a message may say of one story.
public struct BulletinStory: Sendable, Hashable {
    /// The story's title as one clean line; may be empty.
    public var headline: String
    /// Address of the article.
    public var link: String?
    /// The teaser as one clean line.
    public var summary: String?
    /// The name for people of the feed it was read from.
    public var source: String?
    /// The time of day at which it was published, by the newsroom's clocks.
    public var time: String?

    /// A story from its parts.
    public init(
        headline: String, link: String? = nil, summary: String? = nil, source: String? = nil, time: String? = nil
    ) {
        self.time = time
        self.headline = headline
        self.link = link
        self.summary = summary
        self.source = source
    }
}

/// What one category says in one run: its stories, the message made of them and the template properties that carry it.
public struct Bulletin: Sendable, Hashable {
    /// The category whose devices are told.
    public var category: Category
    /// The stories, the lead first.
    public var stories: [BulletinStory]
    /// The text of `messageParam`.
    public var message: String
    /// All template properties in the order in which they are sent, `messageParam` first.
    public var properties: [TemplateProperty]
    /// What it says in each language that has news, in the newsroom's order; one where all count as one.
    public var editions: [BulletinEdition]
    /// Why the message says less than the stories do; nil when it is whole.
    public var cut: MessageCut?

    /// Whether phones would show nothing: a wording whose placeholders have no value for these stories.
    public var isBlank: Bool { message.allSatisfy(\.isWhitespace) || editions.contains(where: \.isBlank) }
}

/// What a bulletin says in one language.
public struct BulletinEdition: Sendable, Hashable {
    /// The language; nil where all count as one.
    public var language: LanguageTag?
    /// Its category.
    var category: Category
    /// The property that carries the message.
    public var property: String
    /// What phones show.
    public var message: String
    /// The title of the lead story, whole; empty where its feed has none.
    public var headline: String
    /// Why the message says less than the stories do; nil when it is whole.
    public var cut: MessageCut?

    var isBlank: Bool { message.allSatisfy(\.isWhitespace) }
}

/// A named value for the holes of a template.
public struct TemplateProperty: Sendable, Hashable {
    /// Letters, digits and `_`, at most 120 (Notification Hubs' rule).
    public var name: String
    /// Any text.
    public var value: String

    /// A property from name and value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// Why and by how much a message was shortened.
public struct MessageCut: Sendable, Hashable {
    /// What set the limit.
    public enum Limit: Sendable, Hashable {
        /// The newsroom's own limit for `messageParam`.
        case message(bytes: Int)
        /// The payload limit of a platform, reached after the template was filled in.
        case platform(Platform, bytes: Int)
    }

    /// The limit that did it.
    public var limit: Limit
    /// Bytes of UTF-8 that the whole message would have had.
    public var wholeBytes: Int
}

/// One entry of a feed, as read: plain values, nothing decided about it yet.
public struct Item: Sendable, Equatable {
    /// One clean line of text: markup gone, entities read once. Empty when the feed gives none.
    public var title: String
    /// Absolute address of the article where the feed or its address allows to make it absolute.
    public var link: String?
    /// `guid` (RSS 2.0), `id` (Atom) or `rdf:about` (RSS 1.0), as written.
    public var id: String?
    /// When the item was first published, by the feed's word.
    public var published: Instant?
    /// When it was last changed, by the feed's word.
    public var updated: Instant?
    /// Every category, subject and keyword the item carries, in the feed's order.
    public var categories: [ItemCategory]
    /// The teaser as the feed has it, markup and all; it is turned into text only when somebody needs it.
    public var summary: Markup?
    /// BCP 47 tag of the item itself (`xml:lang`), where it differs from its feed's.
    public var language: String?

    /// An item from its parts.
    public init(
        title: String, link: String? = nil, id: String? = nil, published: Instant? = nil, updated: Instant? = nil,
        categories: [ItemCategory] = [], summary: Markup? = nil, language: String? = nil
    ) {
        self.title = title
        self.link = link
        self.id = id
        self.published = published
        self.updated = updated
        self.categories = categories
        self.summary = summary
        self.language = language
    }
}

/// A category as an item carries it: `<category>`, `dc:subject`, `media:category` or an Atom `category`.
public struct ItemCategory: Sendable, Hashable {
    /// The text of the element, or the Atom `term`.
    public var term: String
    /// RSS `domain` or Atom `scheme`: which list the term comes from.
    public var scheme: String?
    /// The name for people: Atom or Media RSS `label`.
    public var label: String?

    /// A category from its parts.
    public init(term: String, scheme: String? = nil, label: String? = nil) {
        self.term = term
        self.scheme = scheme
        self.label = label
    }
}

/// Text as a feed carries it, with what is known about its form.
public struct Markup: Sendable, Hashable {
    /// What the source is written in.
    public enum Form: Sendable, Hashable {
        /// Characters as they are to be shown.
        case plain
        /// HTML, with tags and character references.
        case html
    }

    /// The characters of the element, after XML was read.
    public var source: String
    /// How they are to be understood.
    public var form: Form

    /// A piece of text and its form.
    public init(_ source: String, form: Form) {
        self.source = source
        self.form = form
    }
}

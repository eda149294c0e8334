/// What one feed said when it was read.
public struct FeedDocument: Sendable, Equatable {
    /// The family of formats; the version matters to nobody who reads.
    public enum Format: String, Sendable {
        case rss = "RSS"
        case rdf = "RSS 1.0"
        case atom = "Atom"
    }

    /// The family of formats that was found.
    public var format: Format
    /// The feed's own title as one clean line; empty when it has none.
    public var title: String
    /// BCP 47 tag of the whole feed.
    public var language: String?
    /// Address of the site the feed belongs to.
    public var link: String?
    /// `<ttl>` or `sy:updatePeriod`, in seconds: how long the publisher thinks the content stays as it is.
    public var suggestedInterval: Int64?
    /// The items in document order.
    public var items: [Item]
    /// The document ended before its root element did; the items are those that were complete.
    public var isTruncated: Bool

    /// A document from its parts.
    public init(
        format: Format, title: String = "", language: String? = nil, link: String? = nil,
        suggestedInterval: Int64? = nil, items: [Item] = [], isTruncated: Bool = false
    ) {
        self.format = format
        self.title = title
        self.language = language
        self.link = link
        self.suggestedInterval = suggestedInterval
        self.items = items
        self.isTruncated = isTruncated
    }
}

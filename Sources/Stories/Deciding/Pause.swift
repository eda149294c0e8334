public import News

/// People at the desk do not want broadcasts to send anything for a category.
public struct Pause: Sendable, Hashable {
    /// The category.
    public var category: Category
    /// Since when.
    public var since: Instant
    /// Until when; nil until somebody resumes it.
    public var until: Instant?

    /// A pause from its parts.
    public init(category: Category, since: Instant, until: Instant? = nil) {
        self.category = category
        self.since = since
        self.until = until
    }
}

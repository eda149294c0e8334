public import News

/// One item as the parser leaves it: bytes of UTF-8 that are valid only during the call that hands them over. Empty
/// means that the feed gives none.
public struct ItemFields {
    /// One category of an item.
    public struct Category {
        /// The text or term, as one clean line.
        public var term: UnsafeRawBufferPointer
        /// Which list the term comes from.
        public var scheme: UnsafeRawBufferPointer
        /// The name for people.
        public var label: UnsafeRawBufferPointer
    }

    /// One clean line of text.
    public var title: UnsafeRawBufferPointer
    /// Absolute where it could be made so.
    public var link: UnsafeRawBufferPointer
    /// As written.
    public var id: UnsafeRawBufferPointer
    /// When the item was first published.
    public var published: Instant?
    /// When it was last changed.
    public var updated: Instant?
    /// In the feed's order.
    public var categories: [Category]
    /// The teaser as the feed has it.
    public var summary: UnsafeRawBufferPointer
    /// What the teaser is written in.
    public var summaryForm: Markup.Form
    /// The language of the item alone.
    public var language: UnsafeRawBufferPointer
}

/// Takes the items of a feed as they are read.
public protocol ItemVisitor: AnyObject {
    /// One complete item.
    func take(_ item: ItemFields)
    /// The feed turned out to be damaged and is read again from its start; what was taken is void.
    func startOver()
}

/// What a feed says about itself.
public struct FeedFacts: Sendable, Equatable {
    /// The family of formats that was found.
    public var format: FeedDocument.Format = .rss
    /// One clean line of text; empty when the feed has none.
    public var title = ""
    /// BCP 47 tag.
    public var language: String?
    /// Address of the site.
    public var link: String?
    /// How long the publisher thinks the content stays as it is, in seconds.
    public var suggestedInterval: Int64?
    /// The document ended before its root element did.
    public var isTruncated = false
}

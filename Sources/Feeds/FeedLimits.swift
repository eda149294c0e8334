/// How much of a feed is taken in. Every bound is in bytes.
public struct FeedLimits: Sendable, Equatable {
    /// The largest body that is read at all (`--max-feed-size`).
    public var feedSize: Int
    /// The longest text of one element; the rest is left out.
    public var fieldSize: Int
    /// The longest title, as clean text.
    public var titleSize: Int
    /// Categories of one item; further ones are left out.
    public var categoriesPerItem: Int

    /// 16 MiB a feed, 1 MiB a field, 4 KiB a title, 256 categories an item.
    public init(
        feedSize: Int = 16 << 20, fieldSize: Int = 1 << 20, titleSize: Int = 4_096, categoriesPerItem: Int = 256
    ) {
        self.feedSize = feedSize
        self.fieldSize = fieldSize
        self.titleSize = titleSize
        self.categoriesPerItem = categoriesPerItem
    }

    /// What holds unless somebody sets it.
    public static let standard = FeedLimits()
}

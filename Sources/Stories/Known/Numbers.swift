/// A feed in the ledger.
public struct FeedID: Sendable, Hashable, Comparable {
    /// The row's number.
    public var number: Int64
    /// The feed of that row.
    public init(_ number: Int64) { self.number = number }
    /// Earlier rows are smaller.
    public static func < (left: FeedID, right: FeedID) -> Bool { left.number < right.number }
}

/// An item of one feed in the ledger.
public struct ItemID: Sendable, Hashable, Comparable {
    /// The row's number.
    public var number: Int64
    /// The item of that row.
    public init(_ number: Int64) { self.number = number }
    /// Earlier rows are smaller.
    public static func < (left: ItemID, right: ItemID) -> Bool { left.number < right.number }
}

/// A story in the ledger.
public struct StoryID: Sendable, Hashable, Comparable {
    /// The row's number; what people name in `drop STORY`.
    public var number: Int64
    /// The story of that row.
    public init(_ number: Int64) { self.number = number }
    /// Earlier rows are smaller.
    public static func < (left: StoryID, right: StoryID) -> Bool { left.number < right.number }
}

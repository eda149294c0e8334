internal import News

/// What became of one feed that `items` was asked for.
struct FeedReport {
    /// The words of `--format json`.
    enum Status: String {
        case ok
        case notModified = "not_modified"
        case gone
        case error
    }

    var feed: Feed
    var status: Status
    /// What the feed said, when it was read as a whole.
    var document: FeedDocument?
    /// Items and digest, when the feed was only counted.
    var count: FeedCount?
    /// Why there is no document.
    var reason: String?

    static func failed(_ feed: Feed, _ reason: String, status: Status = .error) -> FeedReport {
        FeedReport(feed: feed, status: status, reason: reason)
    }
}

/// How many items a feed has, and the number that changes with each of their fields.
struct FeedCount {
    var items: Int
    var digest: FeedDigest
}

public import News

/// How fresh a feed is by the dates of its items, measured by its own pace: a weekly that is silent for two days is well, a
/// wire is not.
public struct FeedFreshness: Sendable, Hashable {
    /// The newest date that has come; nil where no item has one.
    public var newest: Instant?
    /// Whether there are dates, and all of them are ahead by more than an hour.
    public var isAhead = false
    /// Seconds from one item to the next, on the average; nil where there are too few to tell.
    public var pace: Int64?

    /// Looks at the dates of a feed's items. Those that are ahead of the time by more than an hour say nothing.
    public init(_ dates: some Sequence<Instant>, at now: Instant) {
        var (count, oldest) = (Int64(0), Instant?.none)
        for date in dates {
            guard date.seconds(since: now) <= 3_600 else {
                isAhead = count == 0
                continue
            }
            isAhead = false
            count += 1
            newest = max(newest ?? date, date)
            oldest = min(oldest ?? date, date)
        }
        guard count >= 5, let newest, let oldest else { return }
        pace = newest.seconds(since: oldest) / (count - 1)
    }

    /// Whether nothing new came for much longer than usual: eight times its pace, and a day at least; a week where its
    /// pace is not known.
    public func isStale(at now: Instant) -> Bool {
        guard let newest else { return false }
        let limit = pace.map { max(86_400, $0 * 8) } ?? 7 * 86_400
        return now.seconds(since: newest) > limit
    }
}

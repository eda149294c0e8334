public import News

/// How regularly something new comes: the items of a feed, the notifications of a category.
public struct Arrivals: Sendable, Hashable {
    /// Since when it is watched.
    public var since: Instant
    /// When something new came the last time.
    public var last: Instant
    /// The longest time between two arrivals that is still usual, in seconds. What lies back counts for less, so that a
    /// feed that was once on holiday is not waited for that long for ever.
    public var usualSeconds: Int64

    /// Arrivals from their parts.
    public init(since: Instant, last: Instant, usualSeconds: Int64) {
        self.since = since
        self.last = last
        self.usualSeconds = usualSeconds
    }

    /// A pause is forgotten within some months: it shrinks by this part in that time.
    private static let forgetting: Int64 = 30 * 86_400
    /// Nobody knows what is usual before a whole week, with its weekend, was seen.
    private static let acquaintance: Int64 = 7 * 86_400
    /// The shortest silence that is worth a word.
    private static let shortest: Int64 = 86_400
    /// How many times the longest usual pause is far longer than usual.
    private static let factor: Int64 = 3

    /// Something new came. A pause that is longer than any habit tells nothing, nor does a time ahead of now: a clock was
    /// wrong, or the feed had been given up.
    public mutating func note(at now: Instant) {
        let pause = max(0, now.seconds(since: last))
        if pause <= Arrivals.forgetting {
            let usual = min(usualSeconds, Arrivals.forgetting)
            usualSeconds = max(pause, usual - usual * pause / Arrivals.forgetting)
        }
        since = min(since, now)
        last = now
    }

    /// Whether nothing new came for far longer than usual.
    public func isSilent(at now: Instant) -> Bool {
        now.seconds(since: since) >= Arrivals.acquaintance
            && now.seconds(since: last) > max(Arrivals.shortest, Arrivals.factor * usualSeconds)
    }
}

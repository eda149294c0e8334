public import News
public import TimeZones

/// Hours of the day in which stories wait. They belong to a place: its clocks may change in the middle of them.
public struct QuietHours: Sendable, Hashable {
    /// Whose clocks count.
    public var zone: TimeZone
    /// When they begin, in minutes after midnight.
    public var from: Int
    /// When they end, in minutes after midnight; on the next day, unless that is later than ``from``.
    public var to: Int
    /// The categories that keep them; nil for all.
    public var categories: Set<Category>?
    /// The age in seconds at which a story that waited through them is too old; nil for their length and an hour more.
    public var maxAge: Int64?

    /// Quiet hours from their parts.
    public init(zone: TimeZone, from: Int, to: Int, categories: Set<Category>? = nil, maxAge: Int64? = nil) {
        self.zone = zone
        self.from = from
        self.to = to
        self.categories = categories
        self.maxAge = maxAge
    }

    /// Whether a category keeps them.
    public func hold(for category: Category) -> Bool { categories?.contains(category) ?? true }

    /// The last quiet stretch that has begun by then: it contains the instant, or ended before it.
    ///
    /// A stretch lasts from the first time that clocks show its beginning to the last time that they show its end, so
    /// that a night in which they are put back is one stretch. A time that they skip counts as the moment of the change.
    public func stretch(begunBy instant: Instant) -> Range<Instant>? {
        let today = zone.civilTime(at: instant)
        let midnight = CivilTime(year: today.year, month: today.month, day: today.day).instantInUTC
        var last: Range<Instant>?
        for day in Int64(-2)...2 {
            let start = showing(from, daysAfter: day, midnight).earliest
            let end = showing(to, daysAfter: from < to ? day : day + 1, midnight).latest
            guard start < end else { continue }
            // Where clocks skip a day, one stretch ends at the moment at which the next one begins.
            if let before = last, start <= before.upperBound {
                last = before.lowerBound..<max(before.upperBound, end)
            } else if start <= instant {
                last = start..<end
            }
        }
        return last
    }

    private func showing(_ minutes: Int, daysAfter days: Int64, _ midnight: Instant) -> TimeZone.Showing {
        zone.instants(showing: CivilTime(utc: midnight.advanced(bySeconds: days * 86_400 + Int64(minutes) * 60)))
    }
}

/// Quiet hours as they stand at one moment.
struct QuietMoment {
    let hours: QuietHours
    /// The last stretch that has begun.
    let stretch: Range<Instant>

    init?(_ hours: QuietHours?, at now: Instant) {
        guard let hours, let stretch = hours.stretch(begunBy: now) else { return nil }
        self.hours = hours
        self.stretch = stretch
    }

    /// The age at which a story that was held back before is too old, if it waited through the stretch: it was fresh when
    /// that began. Nil for others.
    func maxAge(agesFrom: Instant, freshFor usual: Int64) -> Int64? {
        guard agesFrom < stretch.upperBound, stretch.lowerBound.seconds(since: agesFrom) < usual else { return nil }
        return hours.maxAge ?? max(usual, stretch.upperBound.seconds(since: stretch.lowerBound) + 3_600)
    }
}

/// A point in time, in whole seconds since 1970-01-01T00:00:00Z without leap seconds.
///
/// Feeds, the hub's tokens and the ledger all count in seconds; Foundation's `Date` would cost the start-up
/// of the program more than everything else it does.
public struct Instant: Sendable, Hashable, Comparable {
    /// Seconds since the epoch; negative before 1970.
    public var secondsSince1970: Int64

    /// The instant that many seconds after the epoch.
    public init(secondsSince1970: Int64) {
        self.secondsSince1970 = secondsSince1970
    }

    /// Earlier instants are smaller.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.secondsSince1970 < right.secondsSince1970
    }

    /// The instant `seconds` later (earlier when negative); stops at the ends of the range.
    public func advanced(bySeconds seconds: Int64) -> Instant {
        let (sum, overflowed) = secondsSince1970.addingReportingOverflow(seconds)
        return Instant(secondsSince1970: overflowed ? (seconds < 0 ? .min : .max) : sum)
    }

    /// Seconds from `earlier` to this instant; negative when `earlier` is later.
    public func seconds(since earlier: Instant) -> Int64 {
        let (difference, overflowed) = secondsSince1970.subtractingReportingOverflow(earlier.secondsSince1970)
        return overflowed ? (self < earlier ? .min : .max) : difference
    }
}

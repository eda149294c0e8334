public import News

/// The rules about time, applied to the news time of a run.
struct Window {
    let now: Instant
    let rules: DecidingRules
    /// The run before had a later time: the clock was wrong then, or is now.
    var isBehind = false

    /// A title seen at this time or earlier identifies nothing any more.
    var oldestTitle: Instant { now.advanced(bySeconds: -rules.titleMemory) }

    /// Nor does one that was seen that far ahead, by a clock that was wrong; but for a clock that itself may be.
    var newestTitle: Instant {
        isBehind ? Instant(secondsSince1970: .max) : now.advanced(bySeconds: rules.titleMemory)
    }

    /// When a story was born that is seen now for the first time: the older of first sight and its own date. A date
    /// ahead that no difference of clocks explains is the time it waits for.
    func agesFrom(_ ownDate: Instant?) -> Instant {
        guard let ownDate else { return now }
        return isAhead(ownDate) ? ownDate : min(now, ownDate)
    }

    /// Whether a date lies ahead by more than clocks differ.
    func isAhead(_ date: Instant) -> Bool {
        date.seconds(since: now) > rules.futureTolerance
    }

    /// Why a story of that age is out, if it is; `maxAge` where it may be older than usual.
    func reason(agesFrom: Instant, firstSeen: Instant, maxAge: Int64? = nil) -> Reason? {
        if now.seconds(since: agesFrom) >= maxAge ?? rules.maxAge { return .stale(since: agesFrom) }
        guard agesFrom > now else { return nil }
        // It was first seen ahead of now, by a clock that was wrong: nothing says that it waits for a time.
        if agesFrom <= firstSeen { return nil }
        // A story that waits for its time was dated ahead when it was first seen; it goes out when that time is here.
        return agesFrom.seconds(since: firstSeen) > rules.futureLimit
            ? .tooFarAhead(date: agesFrom) : .future(until: agesFrom)
    }
}

extension Item {
    /// The item's own date: when it was published, else when it was changed.
    public var ownDate: Instant? { published ?? updated }
}

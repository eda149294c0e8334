internal import News

/// What a zone does every year after its last listed transition: the footer of its file, by POSIX (`TZ`), with the
/// hours from -167 to 167 that RFC 8536 adds.
struct RecurringRule: Sendable, Hashable {
    static let day: Int64 = 86_400

    /// A day of the year.
    enum Day: Sendable, Hashable {
        /// `Jn`: 1 to 365; 29 February is never counted.
        case julian(Int)
        /// `n`: 0 to 365; 29 February is counted.
        case ordinal(Int)
        /// `Mm.w.d`: weekday 0 (Sunday) to 6 of week 1 to 5 of a month; 5 is the last.
        case weekday(month: Int, week: Int, day: Int)
    }

    /// A change by the clock that goes before it.
    struct Change: Sendable, Hashable {
        var day: Day
        /// Seconds after midnight.
        var seconds: Int64
    }

    /// Summer time, which may be behind the standard one (Ireland in winter).
    struct Summer: Sendable, Hashable {
        var offset: Int64
        var start: Change
        var end: Change
    }

    /// Seconds east of UTC.
    var standardOffset: Int64
    /// Nil where the clock never changes.
    var summer: Summer?

    func offset(at instant: Instant) -> Int64 {
        guard summer != nil else { return standardOffset }
        let now = instant.clamped
        return changes(around: now).last { $0.at <= now }?.offset ?? standardOffset
    }

    /// The changes of the year of that instant, of the one before and of the one after, in order.
    func changes(around instant: Instant) -> [(at: Instant, offset: Int64)] {
        guard let summer else { return [] }
        let year = CivilTime(utc: instant.clamped).year
        var changes: [(at: Instant, offset: Int64)] = []
        for year in year - 1...year + 1 {
            changes.append((summer.start.instant(in: year, offset: standardOffset), summer.offset))
            changes.append((summer.end.instant(in: year, offset: summer.offset), standardOffset))
        }
        // Where the end of a year and the start of the next fall together, it is summer all year: the start wins.
        return changes.sorted { left, right in
            left.at != right.at ? left.at < right.at : left.offset == standardOffset && right.offset != standardOffset
        }
    }
}

extension RecurringRule.Change {
    fileprivate func instant(in year: Int, offset: Int64) -> Instant {
        let midnight: CivilTime
        switch day {
        case .julian(let number):
            let isAfterLeapDay = CivilTime.days(inMonth: 2, of: year) == 29 && number >= 60
            return start(of: year).advanced(
                bySeconds: Int64(number - 1 + (isAfterLeapDay ? 1 : 0)) * RecurringRule.day + seconds - offset)
        case .ordinal(let number):
            return start(of: year).advanced(bySeconds: Int64(number) * RecurringRule.day + seconds - offset)
        case .weekday(let month, let week, let weekday):
            let first = CivilTime(year: year, month: month, day: 1).weekday
            var date = 1 + (weekday - first + 7) % 7 + (week - 1) * 7
            if date > CivilTime.days(inMonth: month, of: year) { date -= 7 }
            midnight = CivilTime(year: year, month: month, day: date)
        }
        return midnight.instantInUTC.advanced(bySeconds: seconds - offset)
    }

    private func start(of year: Int) -> Instant {
        CivilTime(year: year, month: 1, day: 1).instantInUTC
    }
}

extension Instant {
    /// Within some hundred million years, so that counting in years cannot overflow.
    fileprivate var clamped: Instant {
        Instant(secondsSince1970: max(-(1 << 53), min(1 << 53, secondsSince1970)))
    }
}

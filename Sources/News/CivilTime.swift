/// A date and time of day in the proleptic Gregorian calendar, without a zone.
public struct CivilTime: Sendable, Hashable {
    /// Astronomical year.
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int
    /// 0 to 23.
    public var hour: Int
    /// 0 to 59.
    public var minute: Int
    /// 0 to 59; 60 is taken as the first second of the next minute.
    public var second: Int

    /// A civil time from its parts; they are not checked (see ``isPossible``).
    public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// The civil time that clocks in UTC show at `instant`.
    public init(utc instant: Instant) {
        let (days, rest) = instant.secondsSince1970.flooredQuotientAndRemainder(dividingBy: 86_400)
        // Days to civil date by eras of 400 years that begin on 1 March, so that leap days come last.
        let shifted = days + 719_468
        let (era, dayOfEra) = shifted.flooredQuotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.init(
            year: Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0), month: Int(month),
            day: Int(dayOfYear - (153 * shiftedMonth + 2) / 5 + 1),
            hour: Int(rest / 3_600), minute: Int(rest / 60 % 60), second: Int(rest % 60))
    }

    /// Whether the calendar and the clock have such a time (second 60 included).
    public var isPossible: Bool {
        (1...12).contains(month) && day >= 1 && day <= CivilTime.days(inMonth: month, of: year)
            && (0...23).contains(hour) && (0...59).contains(minute) && (0...60).contains(second)
    }

    /// The instant at which clocks in UTC show this time; for clocks elsewhere subtract their offset.
    public var instantInUTC: Instant {
        let shiftedYear = Int64(month <= 2 ? year - 1 : year)
        let (era, yearOfEra) = shiftedYear.flooredQuotientAndRemainder(dividingBy: 400)
        let dayOfYear = (153 * Int64(month > 2 ? month - 3 : month + 9) + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Instant(secondsSince1970: days * 86_400 + Int64(hour) * 3_600 + Int64(minute) * 60 + Int64(second))
    }

    /// Days of a month, 28 to 31; 0 for a month that does not exist.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        case 1...12: 31
        default: 0
        }
    }

    /// 0 for Sunday to 6 for Saturday.
    public var weekday: Int {
        let days = instantInUTC.secondsSince1970.flooredQuotientAndRemainder(dividingBy: 86_400).quotient
        return Int((days + 4).flooredQuotientAndRemainder(dividingBy: 7).remainder)
    }
}

extension Int64 {
    /// Quotient and remainder with the remainder never negative, so that times before 1970 count right.
    func flooredQuotientAndRemainder(dividingBy divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

internal import News

/// The year, month and day gathered so far.
struct DateFields {
    private(set) var year: Int?
    private(set) var month: Int?
    private var day: Int?
    /// A month's name that may as well be a weekday's: `mar` is March, but also `martes`, `mardi` and `martedì`.
    private var monthMayBeWeekday = false

    enum Unit {
        case year
        case month
        case day
    }

    var isEmpty: Bool { year == nil && day == nil && (month == nil || monthMayBeWeekday) }
    var isComplete: Bool { year != nil && month != nil && day != nil }
    var hasYear: Bool { year != nil }

    /// The start of the day; of the month or year when that is all there is.
    var civilDay: CivilTime? {
        guard let year, month != nil || day == nil else { return nil }
        return CivilTime(year: year, month: month ?? 1, day: day ?? 1)
    }

    /// What the word behind a number makes of it, in Chinese, Japanese and Korean.
    static func unit(_ word: String) -> Unit? {
        switch word {
        case "年", "년": .year
        case "月", "월": .month
        case "日", "일", "号": .day
        default: nil
        }
    }

    mutating func set(_ value: Int, as unit: Unit) -> Bool {
        switch unit {
        case .year: set(year: value, digits: value > 99 ? 4 : 2)
        case .month: set(month: value)
        case .day: set(day: value)
        }
    }

    /// A number on its own.
    mutating func set(_ value: Int, digits: Int) -> Bool {
        switch digits {
        case 8 where isEmpty:
            return set(year: value / 10_000, digits: 4) && set(month: value / 100 % 100) && set(day: value % 100)
        case 7 where isEmpty: return set(dayOfYear: value % 1_000, of: value / 1_000)
        case 4: return set(year: value, digits: 4)
        case 1, 2: return day == nil ? set(day: value) : set(year: value, digits: digits)
        default: return false
        }
    }

    /// Numbers and names joined by marks; tells how many of them were used.
    mutating func set(group: [DateToken.Kind]) -> Int? {
        let parts = stride(from: 0, to: group.count, by: 2).map { group[$0] }
        guard isEmpty, case .number(let first, let firstDigits) = parts[0] else { return nil }
        if firstDigits == 4 { return set(yearFirst: first, rest: parts.dropFirst()) ? group.count : nil }
        if parts.count == 2 { return set(pair: parts, joinedBy: group[1]) ? group.count : nil }
        guard case .number(let year, let yearDigits) = parts[2], yearDigits == 4 || yearDigits == 2,
            set(year: year, digits: yearDigits)
        else { return nil }
        if case .word(let name) = parts[1] {
            return set(monthNamed: name) && set(day: first) ? group.count : nil
        }
        guard case .number(let second, _) = parts[1] else { return nil }
        // As PHP reads them, and so most of the web: slashes are American unless they cannot be.
        let isMonthFirst = group[1].isMark("/") ? first <= 12 : second > 12
        return set(month: isMonthFirst ? first : second) && set(day: isMonthFirst ? second : first) ? group.count : nil
    }

    private mutating func set(yearFirst year: Int, rest: ArraySlice<DateToken.Kind>) -> Bool {
        guard let second = rest.first, set(year: year, digits: 4) else { return false }
        if case .number(let value, 3) = second, rest.count == 1 { return set(dayOfYear: value, of: year) }
        let isMonth: Bool =
            switch second {
            case .number(let value, let digits): digits <= 2 && set(month: value)
            case .word(let name): set(monthNamed: name)
            case .mark: false
            }
        guard isMonth else { return false }
        guard let third = rest.dropFirst().first else { return true }
        guard case .number(let day, let digits) = third, digits <= 2 else { return false }
        return set(day: day)
    }

    /// `5.3.` and `5-Mar` want their year yet, `3/2026` has it.
    private mutating func set(pair: [DateToken.Kind], joinedBy mark: DateToken.Kind) -> Bool {
        guard case .number(let first, _) = pair[0] else { return false }
        switch pair[1] {
        case .word(let name): return set(monthNamed: name) && set(day: first)
        case .number(let year, 4): return set(month: first) && set(year: year, digits: 4)
        case .number(let month, _): return mark.isMark(".") && set(month: month) && set(day: first)
        case .mark: return false
        }
    }

    private mutating func set(monthNamed name: String) -> Bool {
        MonthNames.month(named: name).map { set(month: $0) } ?? false
    }

    mutating func set(month value: Int) -> Bool {
        guard (1...12).contains(value), month == nil || monthMayBeWeekday else { return false }
        // A first month before any number may be a weekday, if another one follows.
        monthMayBeWeekday = month == nil && year == nil && day == nil
        month = value
        return true
    }

    private mutating func set(day value: Int) -> Bool {
        guard day == nil, (1...31).contains(value) else { return false }
        day = value
        return true
    }

    /// Two digits mean 1950 to 2049 (RFC 5322, 4.3).
    private mutating func set(year value: Int, digits: Int) -> Bool {
        guard year == nil, value <= 9_999 else { return false }
        year = digits >= 4 ? value : value + (value < 50 ? 2_000 : 1_900)
        return true
    }

    private mutating func set(dayOfYear: Int, of year: Int) -> Bool {
        let lastDay = CivilTime.days(inMonth: 2, of: year) == 29 ? 366 : 365
        guard (1...lastDay).contains(dayOfYear) else { return false }
        return set(CivilTime(year: year, month: 1, day: 1), daysLater: dayOfYear - 1)
    }

    /// ISO 8601: weeks begin on Monday, and week 1 is the one with 4 January.
    mutating func set(week: Int, weekday: Int, of year: Int) -> Bool {
        guard (1...53).contains(week), (1...7).contains(weekday) else { return false }
        let fourth = CivilTime(year: year, month: 1, day: 4)
        return set(fourth, daysLater: (week - 1) * 7 + weekday - 1 - (fourth.weekday + 6) % 7)
    }

    private mutating func set(_ start: CivilTime, daysLater days: Int) -> Bool {
        let time = CivilTime(utc: start.instantInUTC.advanced(bySeconds: Int64(days) * 86_400))
        (year, month, day) = (time.year, time.month, time.day)
        return true
    }
}

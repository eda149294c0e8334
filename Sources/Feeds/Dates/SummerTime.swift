internal import News

/// When clocks are an hour ahead, by the rules in force now (and before 2007 in America).
enum SummerTime {
    case none
    case european
    case american
    case australian
    case newZealand

    /// - Parameter standard: Minutes ahead of UTC outside summer. European clocks change all at once, at 01:00 UTC.
    func isSummer(at time: CivilTime, standard: Int) -> Bool {
        func isAfter(_ week: Week, _ month: Int, hour: Int) -> Bool {
            (time.month, time.day, time.hour) >= (month, week.sunday(of: month, in: time.year), hour)
        }
        switch self {
        case .none: return false
        case .european:
            return isAfter(.last, 3, hour: 1 + standard / 60) && !isAfter(.last, 10, hour: 2 + standard / 60)
        case .american where time.year < 2007: return isAfter(.first, 4, hour: 2) && !isAfter(.last, 10, hour: 2)
        case .american: return isAfter(.second, 3, hour: 2) && !isAfter(.first, 11, hour: 2)
        case .australian: return isAfter(.first, 10, hour: 2) || !isAfter(.first, 4, hour: 3)
        case .newZealand: return isAfter(.last, 9, hour: 2) || !isAfter(.first, 4, hour: 3)
        }
    }

    private enum Week {
        case first
        case second
        case last

        func sunday(of month: Int, in year: Int) -> Int {
            let first = (7 - CivilTime(year: year, month: month, day: 1).weekday) % 7 + 1
            let last = CivilTime.days(inMonth: month, of: year)
            return switch self {
            case .first: first
            case .second: first + 7
            case .last: first + (last - first) / 7 * 7
            }
        }
    }
}

/// Reads the footer of a zone file: POSIX `TZ` such as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct FooterReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) {
        rest = text
    }

    /// The rule; nil where the text is none.
    mutating func rule() -> RecurringRule? {
        guard name(), let offset = time(hours: 0...24) else { return nil }
        var rule = RecurringRule(standardOffset: -offset)
        guard !rest.isEmpty else { return rule }
        guard name() else { return nil }
        // POSIX counts west of Greenwich, and summer time is one hour ahead unless it says otherwise.
        var summerOffset = rule.standardOffset + 3_600
        if rest.first != UInt8(ascii: ",") {
            guard let offset = time(hours: 0...24) else { return nil }
            summerOffset = -offset
        }
        guard take(","), let start = change(), take(","), let end = change(), rest.isEmpty else { return nil }
        rule.summer = RecurringRule.Summer(offset: summerOffset, start: start, end: end)
        return rule
    }

    /// Three letters or more, or anything of letters, digits and signs in angle brackets.
    private mutating func name() -> Bool {
        if take("<") {
            guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
            rest = rest[(end + 1)...]
            return true
        }
        let letters = rest.prefix { ($0 | 0x20) >= UInt8(ascii: "a") && ($0 | 0x20) <= UInt8(ascii: "z") }
        rest = rest[letters.endIndex...]
        return letters.count >= 3
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    private mutating func time(hours: ClosedRange<Int>) -> Int64? {
        let isNegative = take("-")
        if !isNegative { _ = take("+") }
        guard let hour = number(hours) else { return nil }
        var seconds = hour * 3_600
        if take(":") {
            guard let minute = number(0...59) else { return nil }
            seconds += minute * 60
            if take(":") {
                guard let second = number(0...59) else { return nil }
                seconds += second
            }
        }
        return Int64(isNegative ? -seconds : seconds)
    }

    private mutating func change() -> RecurringRule.Change? {
        guard let day = day() else { return nil }
        guard take("/") else { return RecurringRule.Change(day: day, seconds: 2 * 3_600) }
        return time(hours: 0...167).map { RecurringRule.Change(day: day, seconds: $0) }
    }

    private mutating func day() -> RecurringRule.Day? {
        if take("J") { return number(1...365).map(RecurringRule.Day.julian) }
        guard take("M") else { return number(0...365).map(RecurringRule.Day.ordinal) }
        guard let month = number(1...12), take("."), let week = number(1...5), take("."), let day = number(0...6)
        else { return nil }
        return .weekday(month: month, week: week, day: day)
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard (1...3).contains(digits.count) else { return nil }
        rest = rest[digits.endIndex...]
        let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return range.contains(value) ? value : nil
    }

    private mutating func take(_ character: Character) -> Bool {
        guard let byte = rest.first, byte == character.asciiValue else { return false }
        rest.removeFirst()
        return true
    }
}

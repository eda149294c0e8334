extension Instant: CustomStringConvertible, LosslessStringConvertible {
    /// RFC 3339 in UTC, in whole seconds: `2026-11-30T09:00:00Z`.
    public var description: String {
        let time = CivilTime(utc: self)
        let year = time.year >= 0 && time.year <= 9_999 ? padded(time.year, to: 4) : String(time.year)
        return "\(year)-\(padded(time.month))-\(padded(time.day))"
            + "T\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second))Z"
    }

    /// Reads RFC 3339: `2026-11-30T09:00:00Z`, with an offset or a fraction (dropped); a blank or `t` may stand
    /// for `T`. Seconds may be left out. Publishers' dates are another matter: see `Feeds`.
    public init?(_ text: String) {
        var scanner = DigitScanner(text.utf8)
        guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2), scanner.take("-"),
            let day = scanner.digits(2), scanner.take("T") || scanner.take("t") || scanner.take(" "),
            let hour = scanner.digits(2), scanner.take(":"), let minute = scanner.digits(2)
        else { return nil }
        var second = 0
        if scanner.take(":") {
            guard let digits = scanner.digits(2), scanner.skipFraction() else { return nil }
            second = digits
        }
        guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
        let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        guard time.isPossible else { return nil }
        self = time.instantInUTC.advanced(bySeconds: -offset)
    }
}

private func padded(_ number: Int, to width: Int = 2) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Reads fixed-width numbers off the front of a text.
private struct DigitScanner {
    private var rest: Substring.UTF8View

    init(_ text: String.UTF8View) {
        rest = text[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Character) -> Bool {
        guard let byte = rest.first, byte == character.asciiValue else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digits(_ count: Int) -> Int? {
        var value = 0
        for _ in 0..<count {
            guard let byte = rest.first, byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
            rest.removeFirst()
        }
        return value
    }

    mutating func skipFraction() -> Bool {
        guard take(".") else { return true }
        guard digits(1) != nil else { return false }
        while digits(1) != nil {}
        return true
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int64? {
        if take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = digits(2), take(":"), let minutes = digits(2),
            hours < 24, minutes < 60
        else { return nil }
        return Int64(hours * 3_600 + minutes * 60) * (isWest ? -1 : 1)
    }
}

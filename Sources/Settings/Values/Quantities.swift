extension ValueKind {
    private static let secondsByUnit: [String: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]

    private static let bytesByUnit: [String: Int] = [
        "": 1, "b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "kib": 1 << 10, "mib": 1 << 20,
        "gib": 1 << 30,
    ]

    /// Seconds of `90s`, `6h` or `1h30m`. A number alone is refused: cron users think in minutes, others in seconds.
    static func duration(_ text: String, in range: ClosedRange<Int64>) throws(ValueFault) -> Int64 {
        var total: Int64 = 0
        var rest = text[...]
        repeat {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            let unit = rest.dropFirst(digits.count).prefix { $0.isLetter }
            guard let number = Int64(digits), let factor = secondsByUnit[String(unit)] else { throw noDuration }
            let (part, partOverflowed) = number.multipliedReportingOverflow(by: factor)
            let (sum, sumOverflowed) = total.addingReportingOverflow(part)
            guard !partOverflowed, !sumOverflowed else { throw noDuration }
            total = sum
            rest = rest.dropFirst(digits.count + unit.count)
        } while !rest.isEmpty
        guard range.contains(total) else {
            throw ValueFault("is not between \(durationText(range.lowerBound)) and \(durationText(range.upperBound))")
        }
        return total
    }

    private static var noDuration: ValueFault { ValueFault("is not a duration such as 45s, 30m, 6h or 2d") }

    /// Bytes of `16MiB`, `500kB` or `1000`.
    static func size(_ text: String, in range: ClosedRange<Int>) throws(ValueFault) -> Int {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).lowercased()
        guard let number = Int(digits), let factor = bytesByUnit[unit] else {
            throw ValueFault("is not a size such as 500kB or 16MiB")
        }
        let (size, overflowed) = number.multipliedReportingOverflow(by: factor)
        guard !overflowed, range.contains(size) else {
            throw ValueFault("is not between \(range.lowerBound) and \(range.upperBound) bytes")
        }
        return size
    }
}

/// A length of time as people type it, in the largest unit that leaves no rest: `6h`, `90s`.
public func durationText(_ seconds: Int64) -> String {
    let units: [(seconds: Int64, letter: String)] = [(86_400, "d"), (3_600, "h"), (60, "m")]
    for unit in units where seconds != 0 && seconds.isMultiple(of: unit.seconds) {
        return "\(seconds / unit.seconds)\(unit.letter)"
    }
    return "\(seconds)s"
}

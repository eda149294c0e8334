internal import News

/// The two forms that nearly all feeds keep to, read without allocating anything. Whatever deviates is left to
/// ``LooseDate``.
enum FixedDateForms {
    /// `2026-11-30T09:00:00Z`, with offset or fraction.
    static func rfc3339(_ text: UnsafeRawBufferPointer) -> Instant? {
        var reader = ByteReader(text)
        guard text.count >= 20, let year = reader.number(digits: 4), reader.take("-"),
            let month = reader.number(digits: 2), reader.take("-"), let day = reader.number(digits: 2),
            reader.take("T") || reader.take(" "), let hour = reader.number(digits: 2), reader.take(":"),
            let minute = reader.number(digits: 2), reader.take(":"), let second = reader.number(digits: 2)
        else { return nil }
        if reader.take(".") {
            guard reader.number(digits: 1) != nil else { return nil }
            while reader.number(digits: 1) != nil {}
        }
        guard let offset = reader.take("Z") ? 0 : reader.offset(), reader.isAtEnd else { return nil }
        return CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
            .feedInstant(offset: offset)
    }

    /// `Mon, 30 Nov 2026 09:00:00 GMT`; the weekday and the seconds may be missing.
    static func rfc822(_ text: UnsafeRawBufferPointer) -> Instant? {
        var reader = ByteReader(text)
        reader.skipWeekday()
        guard let day = reader.number(upTo: 2), reader.take(" "), let month = reader.englishMonth(),
            reader.take(" "), let year = reader.number(digits: 4), reader.take(" "),
            let hour = reader.number(upTo: 2), reader.take(":"), let minute = reader.number(digits: 2)
        else { return nil }
        var second = 0
        if reader.take(":") {
            guard let digits = reader.number(digits: 2) else { return nil }
            second = digits
        }
        let time = CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        guard reader.take(" "), let offset = reader.offset() ?? reader.namedOffset(at: time), reader.isAtEnd
        else {
            return nil
        }
        return time.feedInstant(offset: offset)
    }
}

/// Takes fields off the front of a text.
private struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private var index = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { index == bytes.count }

    @inline(__always)
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
        index += 1
        return true
    }

    @inline(__always)
    mutating func number(digits count: Int) -> Int? {
        guard index + count <= bytes.count else { return nil }
        var value = 0
        for offset in 0..<count {
            let digit = bytes[index + offset] &- 0x30
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        index += count
        return value
    }

    mutating func number(upTo count: Int) -> Int? {
        number(digits: count) ?? number(digits: count - 1)
    }

    /// Three letters, a comma and a blank.
    mutating func skipWeekday() {
        guard bytes.count > 5, bytes[0] > 0x40, bytes[3] == UInt8(ascii: ","), bytes[4] == 0x20 else { return }
        index = 5
    }

    mutating func englishMonth() -> Int? {
        guard index + 3 <= bytes.count else { return nil }
        let month: Int? =
            switch (bytes[index], bytes[index + 1], bytes[index + 2]) {
            case (0x4A, 0x61, 0x6E): 1
            case (0x46, 0x65, 0x62): 2
            case (0x4D, 0x61, 0x72): 3
            case (0x41, 0x70, 0x72): 4
            case (0x4D, 0x61, 0x79): 5
            case (0x4A, 0x75, 0x6E): 6
            case (0x4A, 0x75, 0x6C): 7
            case (0x41, 0x75, 0x67): 8
            case (0x53, 0x65, 0x70): 9
            case (0x4F, 0x63, 0x74): 10
            case (0x4E, 0x6F, 0x76): 11
            case (0x44, 0x65, 0x63): 12
            default: nil
            }
        if month != nil { index += 3 }
        return month
    }

    /// Minutes ahead of UTC of `GMT`, `EDT` and their like, up to five capital letters.
    mutating func namedOffset(at time: CivilTime) -> Int? {
        let count = bytes.count - index
        guard (1...5).contains(count) else { return nil }
        let name = bytes[index...]
        guard name.allSatisfy({ $0 &- 0x41 < 26 }) else { return nil }
        index = bytes.count
        if count == 3, name.elementsEqual("GMT".utf8) || name.elementsEqual("UTC".utf8) { return 0 }
        return ZoneNames.offset(of: String(decoding: name, as: UTF8.self).lowercased(), at: time)
    }

    /// Minutes ahead of UTC in `+0200` or `+02:00`.
    mutating func offset() -> Int? {
        let isWest = take("-")
        guard isWest || take("+"), let hours = number(digits: 2) else { return nil }
        _ = take(":")
        guard let minutes = number(digits: 2), hours < 24, minutes < 60 else { return nil }
        return (hours * 60 + minutes) * (isWest ? -1 : 1)
    }
}

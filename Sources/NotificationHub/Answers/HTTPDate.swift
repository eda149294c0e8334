internal import News

extension Instant {
    /// Reads an HTTP date in the three forms of RFC 9110, 5.6.7: `Sun, 06 Nov 1994 08:49:37 GMT`,
    /// `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. The name of the day is not checked. A year of two
    /// digits that would lie more than 50 years after `now` is of the century before.
    init?(httpDate text: String, now: Instant) {
        if let usual = Instant(usualDate: Array(text.utf8)) {
            self = usual
            return
        }
        let words = text.split { $0 == " " || $0 == "-" || $0 == "," }
        let parts: (day: Substring, month: Substring, year: Substring, time: Substring)
        switch words.count {
        case 6 where words[5] == "GMT": parts = (words[1], words[2], words[3], words[4])
        case 5: parts = (words[2], words[1], words[4], words[3])
        default: return nil
        }
        let clock = parts.time.split(separator: ":", omittingEmptySubsequences: false).map(number)
        guard let day = number(parts.day), let month = monthNumber(parts.month), let year = number(parts.year),
            clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2]
        else { return nil }
        let time = CivilTime(
            year: parts.year.utf8.count == 2 ? fullYear(year, now: now) : year, month: month, day: day, hour: hour,
            minute: minute, second: second)
        guard time.isPossible else { return nil }
        self = time.instantInUTC
    }
}

extension Instant {
    /// The one form that is still written, in a tenth of the time that the others take.
    private init?(usualDate text: [UInt8]) {
        guard text.count == 29, text[3] == UInt8(ascii: ","), text[26...].elementsEqual("GMT".utf8),
            text[19] == UInt8(ascii: ":"), text[22] == UInt8(ascii: ":"),
            [4, 7, 11, 16, 25].allSatisfy({ text[$0] == UInt8(ascii: " ") }),
            let month = monthBytes.firstIndex(where: { text[8..<11].elementsEqual($0) }),
            let day = number(text[5..<7]), let year = number(text[12..<16]), let hour = number(text[17..<19]),
            let minute = number(text[20..<22]), let second = number(text[23..<25])
        else { return nil }
        let time = CivilTime(year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
        guard time.isPossible else { return nil }
        self = time.instantInUTC
    }
}

private let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
private let monthBytes = monthNames.map { Array($0.utf8) }

private func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.reduce(0 as Int?) { sum, byte in
        guard let sum, (0x30...0x39).contains(byte) else { return nil }
        return sum * 10 + Int(byte - 0x30)
    }
}

private func monthNumber(_ name: Substring) -> Int? {
    monthNames.firstIndex(of: String(name)).map { $0 + 1 }
}

/// One to four digits.
private func number(_ text: Substring) -> Int? {
    guard (1...4).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
}

private func fullYear(_ twoDigits: Int, now: Instant) -> Int {
    let thisYear = CivilTime(utc: now).year
    let year = thisYear - thisYear % 100 + twoDigits
    return year > thisYear + 50 ? year - 100 : year
}

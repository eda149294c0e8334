internal import CLibCurl
internal import Glibc

extension HTTPResponse {
    /// `Retry-After` in seconds from when the answer was made (RFC 9110 10.2.3). A date is counted from the server's
    /// own `Date`, so that no clock but the server's matters; nil when there is none or it cannot be read.
    public var retryAfterSeconds: Int? {
        guard let text = header("Retry-After") else { return nil }
        if let seconds = Int(text) { return max(0, seconds) }
        guard let until = httpDate(text), let made = header("Date").flatMap(httpDate) else { return nil }
        return max(0, until - made)
    }
}

/// Seconds since 1970 of a date in any of the forms HTTP knows.
func httpDate(_ text: String) -> Int? {
    // Nearly all are of the one form that is still written; libcurl's reader, which knows them all, takes ten times as long.
    if let seconds = usualDate(Array(text.utf8)) { return seconds }
    let seconds = curl_getdate(text, nil)
    return seconds < 0 ? nil : seconds
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`.
private func usualDate(_ text: [UInt8]) -> Int? {
    guard text.count == 29, text[26...].elementsEqual("GMT".utf8), text[3] == UInt8(ascii: ",") else { return nil }
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let fields = [5..<7, 12..<16, 17..<19, 20..<22, 23..<25].map { number(text[$0]) }
    guard let month = months.firstIndex(where: { text[8..<11].elementsEqual($0.utf8) }),
        let day = fields[0], let year = fields[1], let hour = fields[2], let minute = fields[3], let second = fields[4],
        year >= 1970, (1...31).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    var time = tm()
    (time.tm_year, time.tm_mon, time.tm_mday) = (Int32(year - 1_900), Int32(month), Int32(day))
    (time.tm_hour, time.tm_min, time.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
    return timegm(&time)
}

private func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.reduce(0 as Int?) { sum, byte in
        guard let sum, byte >= 0x30, byte <= 0x39 else { return nil }
        return sum * 10 + Int(byte - 0x30)
    }
}

internal import News

/// The service's time stamps in error texts: `11/7/2018 12:18:37 AM`, in UTC.
func timeStamp(_ instant: Instant) -> String {
    let time = CivilTime(utc: instant)
    let hour = time.hour % 12 == 0 ? 12 : time.hour % 12
    return "\(time.month)/\(time.day)/\(time.year) \(hour):\(padded(time.minute)):\(padded(time.second)) "
        + (time.hour < 12 ? "AM" : "PM")
}

/// The time stamp in a notification's id: `20181107001821`, in UTC.
func compactTimeStamp(_ instant: Instant) -> String {
    let time = CivilTime(utc: instant)
    return padded(time.year, to: 4) + padded(time.month) + padded(time.day) + padded(time.hour)
        + padded(time.minute) + padded(time.second)
}

/// The date of HTTP (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
func httpDate(_ instant: Instant) -> String {
    let time = CivilTime(utc: instant)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return "\(days[time.weekday]), \(padded(time.day)) \(months[time.month - 1]) \(padded(time.year, to: 4)) "
        + "\(padded(time.hour)):\(padded(time.minute)):\(padded(time.second)) GMT"
}

/// Reads the time of a scheduled send: RFC 3339, or the same without a zone, which means UTC (.NET, Java).
func scheduleTime(_ text: String) -> Instant? {
    Instant(text) ?? Instant(text + "Z")
}

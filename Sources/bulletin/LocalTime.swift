internal import Glibc
internal import News

/// Date and time of day as the clocks here show them, to the minute.
func localMinute(_ instant: Instant) -> String {
    var seconds = time_t(instant.secondsSince1970)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil else { return instant.description }
    let numbers = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return "\(Int(parts.tm_year) + 1_900)-\(numbers[0])-\(numbers[1]) \(numbers[2]):\(numbers[3])"
}

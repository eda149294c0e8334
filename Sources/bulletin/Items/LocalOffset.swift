internal import Glibc
internal import News

/// How far the clocks here are ahead of UTC at that time, as RFC 3339 writes it: `+01:00`, or `Z` for nothing.
func localOffset(at instant: Instant) -> String {
    var seconds = time_t(instant.secondsSince1970)
    var parts = tm()
    guard localtime_r(&seconds, &parts) != nil, parts.tm_gmtoff != 0 else { return "Z" }
    let minutes = abs(Int(parts.tm_gmtoff)) / 60
    let numbers = [minutes / 60, minutes % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (parts.tm_gmtoff < 0 ? "-" : "+") + numbers.joined(separator: ":")
}

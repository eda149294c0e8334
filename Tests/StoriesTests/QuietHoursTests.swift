import News
import Stories
import Testing
import TimeZones

struct QuietHoursTests {
    /// Hours, a time in UTC, and the last stretch that has begun by then.
    @Test(arguments: [
        ("22:00-06:00", "2026-01-15T21:00:00Z", "2026-01-15T21:00:00Z/2026-01-16T05:00:00Z"),
        ("22:00-06:00", "2026-01-16T04:59:59Z", "2026-01-15T21:00:00Z/2026-01-16T05:00:00Z"),
        ("22:00-06:00", "2026-01-16T05:00:00Z", "2026-01-15T21:00:00Z/2026-01-16T05:00:00Z"),
        ("22:00-06:00", "2026-01-16T20:59:59Z", "2026-01-15T21:00:00Z/2026-01-16T05:00:00Z"),
        // Clocks are put forward at two, and back at three.
        ("22:00-06:00", "2026-03-29T00:00:00Z", "2026-03-28T21:00:00Z/2026-03-29T04:00:00Z"),
        ("22:00-06:00", "2026-10-25T00:00:00Z", "2026-10-24T20:00:00Z/2026-10-25T05:00:00Z"),
        ("00:00-02:30", "2026-03-29T00:59:59Z", "2026-03-28T23:00:00Z/2026-03-29T01:00:00Z"),
        ("00:00-02:30", "2026-10-25T00:45:00Z", "2026-10-24T22:00:00Z/2026-10-25T01:30:00Z"),
        ("02:30-07:00", "2026-03-29T01:00:00Z", "2026-03-29T01:00:00Z/2026-03-29T05:00:00Z"),
        ("02:30-07:00", "2026-10-25T00:30:00Z", "2026-10-25T00:30:00Z/2026-10-25T06:00:00Z"),
        ("02:15-02:45", "2026-03-29T12:00:00Z", "2026-03-28T01:15:00Z/2026-03-28T01:45:00Z"),
        ("12:00-14:00", "2026-07-01T10:00:00Z", "2026-07-01T10:00:00Z/2026-07-01T12:00:00Z"),
        ("12:00-14:00", "2026-07-01T09:59:59Z", "2026-06-30T10:00:00Z/2026-06-30T12:00:00Z"),
        ("23:30-00:15", "2026-12-31T22:30:00Z", "2026-12-31T22:30:00Z/2026-12-31T23:15:00Z"),
    ])
    func stretchesFollowTheClocksOfTheirPlace(_ hours: String, _ now: String, _ stretch: String) throws {
        let ends = hours.split(separator: "-").map { end in
            end.split(separator: ":").compactMap { Int($0) }.reduce(0) { $0 * 60 + $1 }
        }
        let quiet = QuietHours(zone: try paris(), from: ends[0], to: ends[1])
        let found = quiet.stretch(begunBy: try #require(Instant(now)))
        #expect(found.map { "\($0.lowerBound)/\($0.upperBound)" } == stretch)
    }

    private func paris() throws -> TimeZone {
        let part = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15 + 19) + [1, 0, 0, 0, 4]
        let type: [UInt8] = [0, 0, 0x0E, 0x10, 0, 0] + Array("CET\0".utf8)
        let file = part + type + part + type + Array("\nCET-1CEST,M3.5.0,M10.5.0/3\n".utf8)
        return try TimeZones(folder: "/zones") { _ in .success(file) }.zone(named: "Europe/Paris")
    }
}

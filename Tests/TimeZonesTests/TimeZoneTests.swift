import News
import TestSupport
import Testing

@testable import TimeZones

struct TimeZoneTests {
    /// Files of our own making, an instant, and the offset in seconds; nil where the file must be refused.
    @Test(
        arguments: [
            ("without a change", ZoneFile(types: [3_600]), "2026-07-01T00:00:00Z", 3_600),
            (
                "version 1 has no rule", ZoneFile(version: 1, types: [0, 3_600], changes: [(0, 1)]),
                "2026-07-01T00:00:00Z", 3_600
            ),
            (
                "before the first change", ZoneFile(types: [-1_800, 3_600], changes: [(0, 1)]), "1969-12-31T23:59:59Z",
                -1_800
            ),
            (
                "at the first change", ZoneFile(types: [-1_800, 3_600], changes: [(0, 1)]), "1970-01-01T00:00:00Z",
                3_600
            ),
            (
                "the last type without a rule", ZoneFile(types: [0, 60], changes: [(0, 1), (9, 0)]),
                "1970-01-01T00:00:09Z", 0
            ),
            ("summer in the north", ZoneFile(rule: "CET-1CEST,M3.5.0,M10.5.0/3"), "2026-03-29T01:00:00Z", 7_200),
            ("a second before", ZoneFile(rule: "CET-1CEST,M3.5.0,M10.5.0/3"), "2026-03-29T00:59:59Z", 3_600),
            ("winter in the north", ZoneFile(rule: "CET-1CEST,M3.5.0,M10.5.0/3"), "2026-10-25T01:00:00Z", 3_600),
            ("summer in the south", ZoneFile(rule: "NZST-12NZDT,M9.5.0,M4.1.0/3"), "2026-01-01T00:00:00Z", 46_800),
            ("winter in the south", ZoneFile(rule: "NZST-12NZDT,M9.5.0,M4.1.0/3"), "2026-04-04T14:00:00Z", 43_200),
            (
                "summer time behind the standard", ZoneFile(rule: "IST-1GMT0,M10.5.0,M3.5.0/1"), "2026-12-01T00:00:00Z",
                0
            ),
            (
                "hours before midnight", ZoneFile(rule: "<-02>2<-01>,M3.5.0/-1,M10.5.0/0"), "2026-03-29T01:00:00Z",
                -3_600
            ),
            ("days without 29 February", ZoneFile(rule: "A0B".longer + ",J60/0,J365/0"), "2028-03-01T00:00:00Z", 3_600),
            ("days with it", ZoneFile(rule: "A0B".longer + ",59/0,364/0"), "2028-02-29T00:00:00Z", 3_600),
            ("summer all year", ZoneFile(rule: "XXX3EDT4,0/0,J365/23"), "2026-12-31T23:30:00Z", -14_400),
            ("seconds and half hours", ZoneFile(rule: "<+0530>-5:30:15"), "2026-01-01T00:00:00Z", 19_815),
            (
                "leap seconds are taken out",
                ZoneFile(types: [0, 3_600], changes: [(100, 1), (1_027, 0)], leaps: [(50, 1), (60, 27)]),
                "1970-01-01T00:16:40Z", 0
            ),
            ("the farthest future", ZoneFile(rule: "CET-1CEST,M3.5.0,M10.5.0/3"), nil, 3_600),
            ("changes out of order", ZoneFile(types: [0], changes: [(9, 0), (9, 0)]), "2026-01-01T00:00:00Z", nil),
            ("a type that is not there", ZoneFile(types: [0], changes: [(9, 1)]), "2026-01-01T00:00:00Z", nil),
            ("no type", ZoneFile(types: []), "2026-01-01T00:00:00Z", nil),
            ("an offset of days", ZoneFile(types: [200_000]), "2026-01-01T00:00:00Z", nil),
            ("a rule without its end", ZoneFile(rule: "CET-1CEST,M3.5.0"), "2026-01-01T00:00:00Z", nil),
            ("summer time without days", ZoneFile(rule: "CET-1CEST"), "2026-01-01T00:00:00Z", nil),
            ("week 6", ZoneFile(rule: "CET-1CEST,M3.6.0,M10.5.0"), "2026-01-01T00:00:00Z", nil),
            ("something behind the rule", ZoneFile(rule: "CET-1CEST,M3.5.0,M10.5.0/3 x"), "2026-01-01T00:00:00Z", nil),
        ] as [(String, ZoneFile, String?, Int64?)])
    func filesAreRead(_ name: String, _ file: ZoneFile, _ text: String?, _ offset: Int64?) throws {
        let zone = TimeZone(name: "x", zoneFile: file.bytes)
        let instant = try text.map { try #require(Instant($0)) } ?? Instant(secondsSince1970: .max)
        #expect(zone?.offset(at: instant) == offset, "\(name)")
        // Cut off anywhere, it is refused, or says what a file without the rest would.
        if zone != nil {
            for length in 0..<file.bytes.count - 1 where length < 44 {
                #expect(TimeZone(name: "x", zoneFile: Array(file.bytes.prefix(length))) == nil)
            }
        }
    }

    @Test func clocksArePutForwardAndBackAndOnceSkippedADay() throws {
        let paris = try #require(TimeZone(name: "x", zoneFile: ZoneFile(rule: "CET-1CEST,M3.5.0,M10.5.0/3").bytes))
        func shown(_ zone: TimeZone, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0) -> String {
            let time = CivilTime(year: 2026, month: month, day: day, hour: hour, minute: minute)
            return switch zone.instants(showing: time) {
            case .once(let instant): "\(instant)"
            case .never(let jump): "never, \(jump)"
            case .twice(let first, let last): "\(first) and \(last)"
            }
        }
        #expect(shown(paris, 3, 29, 1, 59) == "2026-03-29T00:59:00Z")
        #expect(shown(paris, 3, 29, 2) == "never, 2026-03-29T01:00:00Z")
        #expect(shown(paris, 3, 29, 2, 59) == "never, 2026-03-29T01:00:00Z")
        #expect(shown(paris, 3, 29, 3) == "2026-03-29T01:00:00Z")
        #expect(shown(paris, 10, 25, 2, 30) == "2026-10-25T00:30:00Z and 2026-10-25T01:30:00Z")
        #expect(shown(paris, 10, 25, 3) == "2026-10-25T02:00:00Z")
        let skipping = ZoneFile(types: [-36_000, 50_400], changes: [(1_790_000_000, 1)])
        let samoa = try #require(TimeZone(name: "x", zoneFile: skipping.bytes))
        #expect(Instant(secondsSince1970: 1_790_000_000).description == "2026-09-21T14:13:20Z")
        #expect(shown(samoa, 9, 21, 12) == "never, 2026-09-21T14:13:20Z")
        #expect(samoa.civilTime(at: Instant(secondsSince1970: 1_790_000_000)).day == 22)
    }

    /// A name, and the word about it; nil where there is such a zone.
    @Test(arguments: [
        ("Europe/Paris", nil), ("posix/Europe/Paris", nil),
        ("Europe/Pariss", "is not a time zone of this system; did you mean Europe/Paris?"),
        ("europe/paris", "is not a time zone of this system; did you mean Europe/Paris?"),
        ("Paris", "is not a time zone of this system; did you mean Europe/Paris?"),
        ("New York", "is not a time zone of this system; did you mean America/New_York?"),
        ("CET-1CEST", "is not a time zone of this system, such as Europe/Paris"),
        ("", "is not a time zone of this system, such as Europe/Paris"),
        ("/secret", "is not a time zone of this system, such as Europe/Paris"),
        ("../zone/Europe/Paris", "is not a time zone of this system, such as Europe/Paris"),
        ("Europe/../../secret", "is not a time zone of this system, such as Europe/Paris"),
        ("Europe//Paris", "is not a time zone of this system; did you mean Europe/Paris?"),
        ("Europe", "is not a time zone of this system, such as Europe/Paris"),
        ("tzdata.zi", "cannot be looked up: /zone/tzdata.zi is not a time-zone file"),
        ("Huge", "cannot be looked up: /zone/Huge is not a time-zone file"),
        ("Locked", "cannot be looked up: /zone/Locked: Permission denied"),
    ])
    func unknownNamesAreErrors(_ name: String, problem: String?) {
        let zone = ZoneFile(rule: "CET-1CEST,M3.5.0,M10.5.0/3").bytes
        let list =
            "# version 9\nR F 1 2 - Mar 1 0 0 -\nZ Europe/Paris 1 F C%sT\nZ America/New_York 1 - X\nL Europe/Paris Locked\n"
        var zones = TimeZones(folder: "/zone") { path in
            switch path {
            case "/zone/Europe/Paris", "/zone/posix/Europe/Paris", "/secret": .success(zone)
            case "/zone/tzdata.zi": .success(Array(list.utf8))
            case "/zone/Huge": .success(zone + [UInt8](repeating: 0, count: 300_000))
            case "/zone/Locked": .failure(ZoneFileFault(isMissing: false, reason: "Permission denied"))
            case "/zone/Europe": .failure(ZoneFileFault(isMissing: false, reason: "is a folder, not a file"))
            default: .failure(ZoneFileFault(isMissing: true, reason: "No such file or directory"))
            }
        }
        func word() -> String? {
            do throws(TimeZoneError) {
                _ = try zones.zone(named: name)
                return nil
            } catch {
                return error.problem
            }
        }
        #expect(word() == problem)
        zones = TimeZones(folder: "/zone") { _ in .failure(ZoneFileFault(isMissing: true, reason: "")) }
        #expect(
            word() == "cannot be looked up: there are no time zones in /zone; install tzdata, or set TZDIR"
                || !TimeZones.isName(name))
    }
}

extension String {
    /// `A0B` with names as long as POSIX wants them.
    fileprivate var longer: String { replacing("A", with: "AAA").replacing("B", with: "BBB") }
}

/// A zone file as its parts.
struct ZoneFile: Sendable {
    var version = 2
    var types: [Int] = [0]
    var changes: [(at: Int, type: Int)] = []
    var leaps: [(at: Int, correction: Int)] = []
    var rule = ""

    var bytes: [UInt8] {
        if version == 1 { return part(timeSize: 4) }
        return ZoneFile(version: 2).part(timeSize: 4) + part(timeSize: 8) + Array("\n\(rule)\n".utf8)
    }

    private func part(timeSize: Int) -> [UInt8] {
        var bytes = Array("TZif".utf8) + [version == 1 ? 0 : UInt8(48 + version)] + [UInt8](repeating: 0, count: 15)
        for count in [0, 0, leaps.count, changes.count, types.count, 4] { bytes += big(count, 4) }
        for change in changes { bytes += big(change.at, timeSize) }
        bytes += changes.map { UInt8($0.type) }
        for type in types { bytes += big(type, 4) + [0, 0] }
        bytes += Array("XXX\0".utf8)
        for leap in leaps { bytes += big(leap.at, timeSize) + big(leap.correction, 4) }
        return bytes
    }

    private func big(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

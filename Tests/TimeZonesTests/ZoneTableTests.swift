import News
import TestSupport
import Testing
import TimeZones

/// The files of this system, compared with what Python's zoneinfo says about each of its zones: Tests/Tools/zones.py
/// writes the table.
@Suite(
    .enabled(
        if: environment("BULLETIN_ZONE_TABLE") != nil, "BULLETIN_ZONE_TABLE names no table of Tests/Tools/zones.py"))
struct ZoneTableTests {
    @Test func everyZoneOfTheSystemHasTheClocksThatZoneinfoGivesIt() throws {
        var table = TableReader(fileBytes(at: environment("BULLETIN_ZONE_TABLE") ?? ""))
        let zones = TimeZones.system
        var zone = try zones.zone(named: "UTC")
        var comparisons = 0
        var differences: [String] = []
        while let kind = table.kind() {
            if kind == UInt8(ascii: "Z") {
                zone = try zones.zone(named: table.text())
                continue
            }
            let row = table.numbers()
            let agrees =
                switch kind {
                case UInt8(ascii: "O"): zone.offset(at: Instant(secondsSince1970: row[0])) == row[1]
                case UInt8(ascii: "L"): shown(zone, row[0]) == [row[1], row[2]]
                default: shown(zone, row[0]) == [row[1]]
                }
            comparisons += 1
            if !agrees, differences.count < 20 {
                differences.append("\(zone.name) \(Character(Unicode.Scalar(kind))) \(row)")
            }
        }
        #expect(differences == [])
        #expect(comparisons > 500_000)
        print("\(comparisons) comparisons with zoneinfo")
    }

    private func shown(_ zone: TimeZone, _ civil: Int64) -> [Int64] {
        switch zone.instants(showing: CivilTime(utc: Instant(secondsSince1970: civil))) {
        case .once(let instant): [instant.secondsSince1970, instant.secondsSince1970]
        case .twice(let first, let last): [first.secondsSince1970, last.secondsSince1970]
        case .never(let jump): [jump.secondsSince1970]
        }
    }
}

extension TimeZones {
    /// The database of the machine that runs the tests.
    static var system: TimeZones {
        TimeZones(folder: environment("TZDIR") ?? standardFolder) { path in
            guard let bytes = readFile(path) else {
                return .failure(ZoneFileFault(isMissing: true, reason: "No such file or directory"))
            }
            return .success(bytes)
        }
    }
}

/// Lines of a letter and numbers, or a letter and a name: read by bytes, as there are 800,000.
private struct TableReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func kind() -> UInt8? {
        guard place < bytes.count else { return nil }
        place += 2
        return bytes[place - 2]
    }

    mutating func text() -> String {
        let end = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        defer { place = end + 1 }
        return String(decoding: bytes[place..<end], as: UTF8.self)
    }

    mutating func numbers() -> [Int64] {
        var numbers: [Int64] = []
        var number: Int64 = 0
        var isNegative = false
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: " "), UInt8(ascii: "\n"):
                numbers.append(isNegative ? -number : number)
                if byte == UInt8(ascii: "\n") { return numbers }
                number = 0
                isNegative = false
            default: number = number * 10 + Int64(byte) - 48
            }
        }
        return numbers
    }
}

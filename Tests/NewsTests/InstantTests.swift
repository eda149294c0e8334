import News
import Testing

@Suite struct InstantTests {
    /// Text and the seconds it stands for.
    static let texts: [(text: String, seconds: Int64)] = [
        ("2026-11-30T09:00:00Z", 1_796_029_200), ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59Z", -1),
        ("2024-02-29T12:00:00Z", 1_709_208_000), ("0001-01-01T00:00:00Z", -62_135_596_800),
        ("9999-12-31T23:59:59Z", 253_402_300_799),
    ]

    /// Other forms of 2026-11-30T09:00:00Z.
    static let otherForms = [
        "2026-11-30T10:00:00+01:00", "2026-11-30T04:30:00.250-04:30", "2026-11-30 09:00Z", "2026-11-30t09:00:00z",
    ]

    static let otherTexts = [
        "", "2026-11-30", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-11-30T24:00:00Z",
        "2026-11-30T09:00:00", "2026-11-30T09:00:00Zx", "2026-11-30T09:00:00.Z", "2026-11-30T09:00:00+1:00",
    ]

    @Test func textAndSecondsAgreeAndOtherTextIsNoInstant() {
        for (text, seconds) in InstantTests.texts {
            #expect(Instant(text)?.secondsSince1970 == seconds, "\(text)")
            #expect(Instant(secondsSince1970: seconds).description == text)
        }
        for text in InstantTests.otherForms {
            #expect(Instant(text)?.description == "2026-11-30T09:00:00Z", "\(text)")
        }
        for text in InstantTests.otherTexts {
            #expect(Instant(text) == nil, "\(text)")
        }
        // Arithmetic stops at the ends of the range.
        #expect(Instant(secondsSince1970: .max).advanced(bySeconds: 1).secondsSince1970 == .max)
        #expect(Instant(secondsSince1970: .min).advanced(bySeconds: -1).secondsSince1970 == .min)
        #expect(Instant(secondsSince1970: .max).seconds(since: Instant(secondsSince1970: -1)) == .max)
    }

    @Test func everyDayOfFourCenturiesSurvivesTheRoundTrip() {
        for day in stride(from: Int64(-146_097), to: 146_097, by: 1) {
            let instant = Instant(secondsSince1970: day * 86_400 + 43_200)
            let civil = CivilTime(utc: instant)
            guard civil.isPossible, civil.instantInUTC == instant else {
                Issue.record("day \(day) became \(civil)")
                return
            }
        }
        #expect(CivilTime(year: 2026, month: 11, day: 30).weekday == 1)
    }
}

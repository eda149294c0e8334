import Feeds
import News
import Testing

@Suite struct DateTests {
    static let forms: [(text: String, instant: String)] = [
        // RFC 822 and its successors
        ("Tue, 05 Mar 2024 08:15:00 GMT", "2024-03-05T08:15:00Z"),
        ("5 Mar 2024 8:15 UT", "2024-03-05T08:15:00Z"),
        ("\n  Tue,  05  Mar 2024   08:15:00   GMT\n", "2024-03-05T08:15:00Z"),
        ("Tue,05 March 2024 08:15:00 -0000", "2024-03-05T08:15:00Z"),
        ("Tuesday, 05-Mar-24 08:15:00 GMT", "2024-03-05T08:15:00Z"),
        ("Fri, 05 Mar 99 08:15:00 GMT", "1999-03-05T08:15:00Z"),
        ("Tue Mar  5 08:15:00 2024", "2024-03-05T08:15:00Z"),
        ("Tue Mar 05 08:15:00 +0000 2024", "2024-03-05T08:15:00Z"),
        ("Tue, 05 Mar, 2024 08:15:00 Z", "2024-03-05T08:15:00Z"),
        ("Sat, 31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"),
        // RFC 3339 and ISO 8601
        ("2024-03-05T08:15:00Z", "2024-03-05T08:15:00Z"),
        ("2024-03-05t08:15:00.123456z", "2024-03-05T08:15:00Z"),
        ("2024-03-05 08:15:00,5+05:45", "2024-03-05T02:30:00Z"),
        ("2024-03-05T08:15-0330", "2024-03-05T11:45:00Z"),
        // S55
        ("Fri, 19 Nov 2021 01:45:08 +02:00", "2021-11-18T23:45:08Z"),
        ("Thu, 21 Apr 2022 18:00:00 UTC", "2022-04-21T18:00:00Z"),
        ("2024-03-05T24:00:00Z", "2024-03-06T00:00:00Z"),
        ("20240305T081500Z", "2024-03-05T08:15:00Z"),
        ("2024-W10-2", "2024-03-05T00:00:00Z"),
        ("2024-065", "2024-03-05T00:00:00Z"),
        ("2024-03", "2024-03-01T00:00:00Z"),
        ("2024", "2024-01-01T00:00:00Z"),
        // What else is written
        // S57: a day is its beginning, whenever it is read.
        ("2024-03-05", "2024-03-05T00:00:00Z"),
        ("05.03.2024", "2024-03-05T00:00:00Z"),
        ("5.3. 2024 08:15", "2024-03-05T08:15:00Z"),
        ("2024/3/5 08:15:00", "2024-03-05T08:15:00Z"),
        ("25/12/2024", "2024-12-25T00:00:00Z"),
        ("3/5/2024, 8:15:00\u{202F}PM", "2024-03-05T20:15:00Z"),
        ("Tue, Mar 5 2024 12:15:00 AM", "2024-03-05T00:15:00Z"),
        ("March 5th, 2024 at 3:15 p.m.", "2024-03-05T15:15:00Z"),
        ("Tue Mar 05 2024 08:15:00 GMT+0100 (Central European Standard Time)", "2024-03-05T07:15:00Z"),
        // Korean text is Korean time
        ("2024년 3월 5일 오후 5:15", "2024-03-05T08:15:00Z"),
    ]

    /// What stands behind "Mon, 26 Feb 2024 12:00:00 ", and the minutes that it is ahead of UTC.
    static let zones: [(zone: String, minutes: Int64)] = [
        ("GMT", 0), ("XYZ", 0), ("A", 0), ("BST", 60), ("CET", 60), ("CEST", 120), ("MESZ", 120), ("MSK", 180),
        ("IST", 330),
        ("JST", 540), ("AEST", 600), ("AEDT", 660), ("EST", -300), ("EDT", -240), ("PST", -480), ("PDT", -420),
        ("ET", -300),
        ("GMT+02:00", 120), ("UTC-5", -300), ("Etc/GMT+5", -300), ("GMT-01:01", -61), ("+2", 120), ("-0330", -210),
        ("+0100 (CET)", 60), ("(MST)", -420), ("Europe/Berlin", 60), ("America/Los_Angeles", -480),
        ("Australia/Sydney", 660), ("", 0),
    ]

    /// Named zones know when their summer begins and ends.
    static let summers: [(text: String, instant: String)] = [
        ("Sun, 10 Mar 2024 01:59 ET", "2024-03-10T06:59:00Z"), ("Sun, 10 Mar 2024 03:00 ET", "2024-03-10T07:00:00Z"),
        ("Sun, 3 Nov 2024 02:00 ET", "2024-11-03T07:00:00Z"), ("Sun, 1 Apr 2006 12:00 ET", "2006-04-01T17:00:00Z"),
        ("Sun, 3 Apr 2006 12:00 ET", "2006-04-03T16:00:00Z"),
        ("31 Mar 2024 03:00 Europe/Paris", "2024-03-31T01:00:00Z"),
        ("31 Mar 2024 02:59 Europe/Athens", "2024-03-31T00:59:00Z"),
        ("27 Oct 2024 03:00 Europe/Paris", "2024-10-27T02:00:00Z"),
        ("7 Apr 2024 12:00 Australia/Sydney", "2024-04-07T02:00:00Z"),
    ]

    /// 5 March 2024, as it is written elsewhere.
    static let months = [
        "5 Mar 2024", "Di, 5. März 2024", "mardi 5 mars 2024", "martes, 5 de marzo de 2024", "mar 5 mar 2024",
        "martedì 5 marzo 2024", "terça-feira, 5 de março de 2024", "dinsdag 5 maart 2024", "tisdag 5 mars 2024",
        "tirsdag 5. marts 2024", "wtorek, 5 marca 2024", "úterý 5. března 2024", "вторник, 5 марта 2024 г.",
        "5 березня 2024", "5 Mart 2024 Salı", "Selasa, 05 Maret 2024", "tiistai 5. maaliskuuta 2024",
        "marți, 5 martie 2024",
        "2024. március 5.", "2024-március-5", "Τρί, 05 Μαρ 2024", "5 مارس 2024", "٥ مارس ٢٠٢٤", "५ मार्च २०२४",
        "৫ মার্চ ২০২৪",
        "5 מרץ 2024", "ngày 5 tháng 3 2024", "2024年3月5日 星期二",
    ]

    @Test func datesAreReadInEveryFormZoneAndLanguage() {
        let noon = Instant(secondsSince1970: 1_708_948_800)
        var cases = DateTests.forms + DateTests.summers
        for (zone, minutes) in DateTests.zones {
            cases.append(("Mon, 26 Feb 2024 12:00:00 \(zone)", noon.advanced(bySeconds: -60 * minutes).description))
        }
        for text in DateTests.months { cases.append((text, "2024-03-05T00:00:00Z")) }
        for (text, instant) in cases {
            #expect(FeedDate.instant(in: text)?.description == instant, "\(text)")
        }
        whatIsNoDateIsNever()
    }

    /// S55.
    private func whatIsNoDateIsNever() {
        let texts = [
            "", " ", "now", "yesterday", "12:30", "5 March", "31 Feb 2024", "2023-02-29", "2024-13-05", "32 Jan 2024",
            "0000-00-00 00:00:00", "0001-01-01T00:00:00Z", "Tue, 05 Mar 2024 25:15:00 GMT",
            "Tue, 05 Mar 2024 08:75:00 GMT",
            "2024-03-05T24:01:00Z", "Tue, 05 Mar 2024 08:15:00 +9999", "Mon, 05 Oct 2015 14:17:15 GM6 GMT",
            "5 Mar 2024 6 Apr 2025", "http://news.example/2024/03/05", "99999999999999999999", "((((", "1", "-1",
            "2024-W54-1", "999999999999999年1月1日 10:00 ET",
            "2023-366",
        ]
        for text in texts + [String(repeating: "(", count: 1 << 20)] {
            #expect(FeedDate.instant(in: text) == nil, "\(text.prefix(80))")
        }
    }
}

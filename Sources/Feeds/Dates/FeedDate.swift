public import News
internal import PlainText

/// The dates of feeds, in every form that publishers write.
///
/// RFC 822 with its successors and RFC 3339 are what the standards ask for; beside them this reads ISO 8601's other
/// forms, dotted and slashed dates, the 12-hour clock, names of months in other languages, and the zones that
/// software writes instead of offsets. A date without a zone is in UTC, one without a time is the start of its day.
public enum FeedDate {
    /// The instant that `text` names; `nil` for a day or time that does not exist, and for anything that is no date:
    /// an unreadable date is never now.
    public static func instant(in text: UnsafeRawBufferPointer) -> Instant? {
        let text = trimmed(text)
        guard text.count <= longestDate, !text.isEmpty else { return nil }
        return FixedDateForms.rfc3339(text) ?? FixedDateForms.rfc822(text) ?? LooseDate.instant(in: text)
    }

    /// The instant that `text` names: see ``instant(in:)-(UnsafeRawBufferPointer)``.
    public static func instant(in text: String) -> Instant? {
        var text = text
        return text.withUTF8 { instant(in: UnsafeRawBufferPointer($0)) }
    }

    /// Bytes of the longest date worth reading; one with the zone's name spelt out has about 70.
    private static let longestDate = 256

    private static func trimmed(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var (start, end) = (0, text.count)
        while start < end, text[start] <= 0x20 { start += 1 }
        while end > start, text[end - 1] <= 0x20 { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: text[start..<end])
    }
}

extension CivilTime {
    /// The instant of this time on clocks that are `offset` minutes ahead of UTC; `nil` if there is no such time, or
    /// the year is none that news is from (software writes year 1 where it has no date).
    ///
    /// 24:00 is the end of the day (ISO 8601).
    func feedInstant(offset: Int) -> Instant? {
        var time = self
        var days: Int64 = 0
        if hour == 24, minute == 0, second == 0 {
            time.hour = 0
            days = 1
        }
        guard time.isPossible, (1_000...9_999).contains(year) else { return nil }
        return time.instantInUTC.advanced(bySeconds: days * 86_400 - Int64(offset) * 60)
    }
}

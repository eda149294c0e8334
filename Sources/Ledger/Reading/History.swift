public import News
internal import Stories

extension Ledger {
    /// The notifications that were sent since a time or go out since then, the oldest first, and those without a known
    /// outcome, whenever they were sent.
    public func notifications(since: Instant) throws(LedgerError) -> [NotificationRecord] {
        var records = try database.rows(
            """
            SELECT id, origin, categories, target, message, properties, collapse_id, intended_at, state, settled_at,
                reason, hub_id, by_hand, delivery, scheduled_for, language, run FROM notifications
            WHERE id IN (
                SELECT id FROM notifications WHERE intended_at >= ?1
                UNION SELECT id FROM notifications WHERE scheduled_for >= ?1
                UNION SELECT id FROM notifications WHERE state IN ('intended', 'unknown'))
            ORDER BY id
            """, [Value(since)], NotificationRecord.init(row:))
        for place in records.indices { records[place].intent.stories = try claimedStories(of: records[place].id) }
        return records
    }

    /// One notification; nil if there is none of that number.
    public func notification(_ id: NotificationID) throws(LedgerError) -> NotificationRecord? {
        guard
            var record = try database.first(
                """
                SELECT id, origin, categories, target, message, properties, collapse_id, intended_at, state, settled_at,
                    reason, hub_id, by_hand, delivery, scheduled_for, language, run FROM notifications WHERE id = ?
                """, [.integer(id.number)], NotificationRecord.init(row:))
        else { return nil }
        record.intent.stories = try claimedStories(of: id)
        return record
    }

    func claimedStories(of id: NotificationID) throws(LedgerError) -> [StoryID] {
        try database.rows("SELECT DISTINCT story FROM claims WHERE notification = ?", [.integer(id.number)]) {
            StoryID($0.integer(0))
        }
    }

    /// When the same text went, or may have gone, to the same target within so many seconds; ahead of `now` where clocks
    /// were set back since.
    public func lastSend(
        like message: String, to target: String, before now: Instant, within seconds: Int64
    ) throws(LedgerError) -> Instant? {
        try database.first(
            """
            SELECT intended_at FROM notifications
            WHERE intended_at > ? AND intended_at < ? AND target = ? AND message = ?
                AND state NOT IN ('not sent', 'cancelled')
            ORDER BY id DESC LIMIT 1
            """,
            [
                Value(now.advanced(bySeconds: -seconds)), Value(now.advanced(bySeconds: seconds)), .text(target),
                .text(message),
            ]
        ) { $0.instant(0) }
    }

    /// The hub asked not to be asked again (`Retry-After`), across runs.
    public func closeHub(_ closing: Closing) throws(LedgerError) { try write(closing, "hub_closed") }

    /// Until when no request may go to the hub; nil if it may now.
    public func hubClosedUntil(at now: Instant) throws(LedgerError) -> Instant? {
        try closing("hub_closed")?.end(at: now)
    }
}

extension NotificationRecord {
    init(row: Row) {
        id = NotificationID(row.integer(0))
        intent = NotificationIntent(
            origin: NotificationIntent.Origin(rawValue: row.text(1)) ?? .broadcast,
            categories: Ledger.categories(row.text(2)), language: row.optionalText(15).flatMap { LanguageTag($0) },
            target: row.text(3), message: row.text(4), properties: row.text(5), collapseID: row.optionalText(6),
            stories: [], at: row.instant(7), scheduledFor: row.optionalInstant(14))
        outcome = NotificationOutcome(state: row.text(8), reason: row.optionalText(10), hubID: row.optionalText(11))
        settledAt = row.optionalInstant(9)
        isSettledByHand = row.integer(12) != 0
        delivery = row.optionalText(13)
        run = row.optionalInteger(16)
    }
}

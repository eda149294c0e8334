public import News

extension Ledger {
    /// Accepted notifications of the last day whose delivery nobody looked up yet, and which the hub gave an id: at most
    /// so many, the oldest first. Clocks may have been set back since they went out; those that go out now are too young.
    public func notificationsToLookUp(at now: Instant, limit: Int) throws(LedgerError) -> [NotificationRecord] {
        try database.rows(
            """
            SELECT id, origin, categories, target, message, properties, collapse_id, intended_at, state, settled_at,
                reason, hub_id, by_hand, delivery, scheduled_for, language, run FROM notifications
            WHERE ((scheduled_for IS NULL AND intended_at >= ?1 AND intended_at <> ?2)
                OR (scheduled_for >= ?1 AND scheduled_for < ?2))
                AND state = 'accepted' AND hub_id IS NOT NULL AND delivery IS NULL
            ORDER BY id LIMIT ?3
            """,
            [Value(now.advanced(bySeconds: -86_400)), Value(now), .integer(Int64(limit))],
            NotificationRecord.init(row:))
    }

    /// Records the final state of a delivery, and gives that of the notification to the same target before it, if
    /// somebody looked.
    public func noteDelivery(_ id: NotificationID, _ state: String) throws(LedgerError) -> String? {
        try database.transaction { () throws(LedgerError) in
            try database.run(
                "UPDATE notifications SET delivery = ? WHERE id = ?", [.text(state), .integer(id.number)])
            return try database.first(
                """
                SELECT e.delivery FROM notifications n JOIN notifications e ON e.target = n.target AND e.id < n.id
                WHERE n.id = ? AND e.delivery IS NOT NULL ORDER BY e.id DESC LIMIT 1
                """, [.integer(id.number)]
            ) { $0.text(0) }
        }
    }

    /// Until when the hub is not asked for telemetry, as it refused to tell; nil if it may be asked now.
    public func telemetryClosedUntil(at now: Instant) throws(LedgerError) -> Instant? {
        try closing("telemetry_closed")?.end(at: now)
    }

    /// The hub refused to tell: it is asked for no telemetry before that is over.
    public func closeTelemetry(_ closing: Closing) throws(LedgerError) { try write(closing, "telemetry_closed") }
}

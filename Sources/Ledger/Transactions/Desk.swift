public import News
public import Stories

/// What became of the wish to settle an unknown outcome.
public enum Resolved: Sendable, Hashable {
    /// It is settled; the notification as it was before, with its stories.
    case settled(NotificationRecord)
    /// It is not unknown: this is what it is.
    case notUnknown(NotificationRecord)
    /// There is no notification of that number.
    case noSuch
}

/// What became of the wish to drop a story.
public enum Dropped: Sendable, Hashable {
    /// It is not announced any more.
    case dropped(StoryRecord)
    /// It is not pending: this is what it is.
    case notPending(StoryRecord)
    /// There is no story of that number.
    case noSuch
}

// What people at the desk decide. Each is one short transaction and waits for no broadcast.
extension Ledger {
    /// An editor looked at a phone and says whether a notification whose outcome is unknown went out: its stories stay
    /// announced, or wait for the next broadcast.
    public func resolve(_ id: NotificationID, wasSent: Bool, at now: Instant) throws(LedgerError) -> Resolved {
        try database.transaction { () throws(LedgerError) in
            guard let record = try notification(id) else { return .noSuch }
            guard case .unknown = record.outcome else { return .notUnknown(record) }
            try settleInside(id, wasSent ? .accepted(hubID: nil) : .notSent(reason: "settled by hand"), now)
            try database.run("UPDATE notifications SET by_hand = 1 WHERE id = ?", [.integer(id.number)])
            return .settled(record)
        }
    }

    /// The hub gave a scheduled notification back: its stories wait again.
    public func takeBack(_ id: NotificationID, at now: Instant) throws(LedgerError) {
        try database.transaction { () throws(LedgerError) in
            let stories = try claimedStories(of: id)
            try database.run(
                """
                UPDATE notifications SET state = 'cancelled', settled_at = ?
                WHERE id = ? AND state = 'accepted' AND scheduled_for IS NOT NULL
                """, [Value(now), .integer(id.number)])
            guard database.changes > 0 else { return }
            try database.run("DELETE FROM claims WHERE notification = ?", [.integer(id.number)])
            for story in stories { try letWait(story, now) }
        }
    }

    /// An editor does not want a story announced.
    public func drop(_ id: StoryID, at now: Instant) throws(LedgerError) -> Dropped {
        try database.transaction { () throws(LedgerError) in
            guard let record = try story(id) else { return .noSuch }
            guard record.state.isPending || record.state == .withdrawn else { return .notPending(record) }
            try setState(id, .dropped, now)
            return .dropped(record)
        }
    }

    /// The pauses that hold at that time, in the order of the categories.
    public func pauses(at now: Instant) throws(LedgerError) -> [Pause] {
        let all = try database.rows("SELECT category, since, until FROM pauses") { row in
            Category(rawValue: row.text(0)).map {
                Pause(category: $0, since: row.instant(1), until: row.optionalInstant(2))
            }
        }
        let inForce = all.compactMap(\.self).filter { pause in pause.until.map { $0 > now } ?? true }
        return Category.allCases.flatMap { category in inForce.filter { $0.category == category } }
    }

    /// Broadcasts send nothing for these categories until then, or until ``resume(_:)``.
    public func pause(_ categories: [Category], until: Instant?, at now: Instant) throws(LedgerError) {
        try database.transaction { () throws(LedgerError) in
            for category in categories {
                try database.run(
                    "INSERT OR REPLACE INTO pauses(category, since, until) VALUES (?, ?, ?)",
                    [.text(category.rawValue), Value(now), Value(until)])
            }
        }
    }

    /// Ends the pauses of these categories.
    public func resume(_ categories: [Category]) throws(LedgerError) {
        try database.transaction { () throws(LedgerError) in
            for category in categories {
                try database.run("DELETE FROM pauses WHERE category = ?", [.text(category.rawValue)])
            }
        }
    }
}

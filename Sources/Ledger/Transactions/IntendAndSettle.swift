public import News
public import Stories

/// What became of the wish to send.
public enum Intended: Sendable, Hashable {
    /// It is recorded, its stories are claimed; send it now, and settle it.
    case recorded(NotificationID)
    /// Somebody else claimed or settled these stories meanwhile; nothing was recorded. Compose without them.
    case taken([StoryID])
    /// The same text went, or may have gone, to the same target at that time; nothing was recorded.
    case repeated(at: Instant)
    /// Something came since ``Ledger/known(_:)`` answered, which may be the untold article; nothing was recorded. Ask
    /// again.
    case overtaken
}

extension Ledger {
    /// Records a notification durably before it is sent, and claims its stories in the same short transaction. With
    /// `window`, seconds within which the same text to the same target is most likely a slip, it is refused then: looked
    /// for here, since of two that slip at the same moment only one may pass. With an `article` its story is made in the
    /// same transaction.
    public func intend(
        _ intent: NotificationIntent, telling article: UntoldArticle? = nil, unlessRepeatedWithin window: Int64? = nil
    ) throws(LedgerError) -> Intended {
        try database.transaction { () throws(LedgerError) in
            if let window,
                let earlier = try lastSend(like: intent.message, to: intent.target, before: intent.at, within: window)
            {
                return .repeated(at: earlier)
            }
            var taken: [StoryID] = []
            for story in intent.stories where try !isFree(story, for: intent) { taken.append(story) }
            guard taken.isEmpty else { return .taken(taken) }
            var stories = intent.stories
            if let article {
                if try isOvertaken() { return .overtaken }
                stories.append(try addStory(of: article, categories: intent.categories, at: intent.at))
            }
            try database.run(
                """
                INSERT INTO notifications(origin, categories, target, message, properties, collapse_id, intended_at,
                    state, scheduled_for, language, run) VALUES (?, ?, ?, ?, ?, ?, ?, 'intended', ?, ?, ?)
                """,
                [
                    .text(intent.origin.rawValue), .text(Ledger.text(intent.categories)), .text(intent.target),
                    .text(intent.message), .text(intent.properties), Value(intent.collapseID), Value(intent.at),
                    Value(intent.scheduledFor), Value(intent.language?.text), Value(run),
                ])
            let id = NotificationID(database.lastRow)
            for story in stories {
                for category in try claims(on: story, by: intent) { try claim(story, category, id) }
            }
            return .recorded(id)
        }
    }

    private func isFree(_ story: StoryID, for intent: NotificationIntent) throws(LedgerError) -> Bool {
        let state = try database.first("SELECT state FROM stories WHERE id = ?", [.integer(story.number)]) {
            StoryState(rawValue: $0.text(0))
        }
        guard let state, state?.isPending == true else { return false }
        for category in try claims(on: story, by: intent) {
            let claim = try database.first(
                "SELECT notification FROM claims WHERE story = ? AND category = ?",
                [.integer(story.number), .text(category.rawValue)]
            ) { $0.integer(0) }
            if claim != nil { return false }
        }
        return true
    }

    /// The categories in which the intent takes a story.
    private func claims(on story: StoryID, by intent: NotificationIntent) throws(LedgerError) -> [Category] {
        guard intent.claimsWholeStories else { return intent.categories }
        let own = try database.first("SELECT categories FROM stories WHERE id = ?", [.integer(story.number)]) {
            Ledger.categories($0.text(0))
        }
        let all = intent.categories + (own ?? []).filter { !intent.categories.contains($0) }
        // Sent to everyone before its category is known: whatever that will be.
        return all.isEmpty ? Category.allCases : all
    }

    private func claim(_ story: StoryID, _ category: Category, _ id: NotificationID) throws(LedgerError) {
        try database.run(
            "INSERT INTO claims(story, category, notification) VALUES (?, ?, ?)",
            [.integer(story.number), .text(category.rawValue), .integer(id.number)])
    }

    /// Records what became of a notification: its stories are announced, or wait when it was surely not sent. An accepted
    /// one stays accepted.
    public func settle(
        _ id: NotificationID, _ outcome: NotificationOutcome, at now: Instant
    ) throws(LedgerError) {
        try database.transaction { () throws(LedgerError) in try settleInside(id, outcome, now) }
    }

    /// Notifications whose process ended between intent and result.
    func settleAbandoned() throws(LedgerError) {
        // The first condition lets the index of the few unsettled ones serve.
        let left = try database.rows(
            """
            SELECT id, intended_at FROM notifications WHERE state IN ('intended', 'unknown') AND state = 'intended'
            """
        ) { row in
            (NotificationID(row.integer(0)), row.instant(1))
        }
        guard !left.isEmpty else { return }
        try database.transaction { () throws(LedgerError) in
            for (id, at) in left {
                try settleInside(id, .unknown(reason: "the program ended before the hub's answer was recorded"), at)
            }
        }
        becameUnknown = left.map(\.0)
    }

    func settleInside(
        _ id: NotificationID, _ outcome: NotificationOutcome, _ now: Instant
    ) throws(LedgerError) {
        let stories = try claimedStories(of: id)
        let (state, reason, hubID) = outcome.stored
        try database.run(
            """
            UPDATE notifications SET state = ?, settled_at = ?, reason = ?, hub_id = coalesce(?, hub_id)
            WHERE id = ? AND state IN ('intended', 'unknown')
            """, [.text(state), Value(now), Value(reason), Value(hubID), .integer(id.number)])
        guard database.changes > 0 else { return }
        if case .notSent = outcome {
            try database.run("DELETE FROM claims WHERE notification = ?", [.integer(id.number)])
            for story in stories { try letWait(story, now) }
        } else {
            for story in stories where try isFullyClaimed(story) { try setState(story, .announced, now) }
        }
        if case .accepted = outcome { try noteArrivals(ofCategoriesOf: id, now) }
    }

    private func noteArrivals(ofCategoriesOf id: NotificationID, _ now: Instant) throws(LedgerError) {
        let stored = try database.first("SELECT categories FROM notifications WHERE id = ?", [.integer(id.number)]) {
            Ledger.categories($0.text(0))
        }
        for category in stored ?? [] { try noteArrival(of: .category(category), at: now) }
    }

    private func isFullyClaimed(_ story: StoryID) throws(LedgerError) -> Bool {
        let stored = try database.first("SELECT categories FROM stories WHERE id = ?", [.integer(story.number)]) {
            Ledger.categories($0.text(0))
        }
        let claimed = try database.rows("SELECT category FROM claims WHERE story = ?", [.integer(story.number)]) {
            $0.text(0)
        }
        return Set((stored ?? []).map(\.rawValue)).isSubset(of: claimed)
    }
}

extension NotificationOutcome {
    /// State, reason and hub id as stored.
    fileprivate var stored: (String, String?, String?) {
        switch self {
        case .accepted(let hubID): ("accepted", nil, hubID)
        case .notSent(let reason): ("not sent", reason, nil)
        case .unknown(let reason): ("unknown", reason, nil)
        case .cancelled: ("cancelled", nil, nil)
        }
    }

    /// The outcome as stored; nil for one under way.
    init?(state: String, reason: String?, hubID: String?) {
        switch state {
        case "accepted": self = .accepted(hubID: hubID)
        case "not sent": self = .notSent(reason: reason ?? "")
        case "unknown": self = .unknown(reason: reason ?? "")
        case "cancelled": self = .cancelled
        default: return nil
        }
    }
}

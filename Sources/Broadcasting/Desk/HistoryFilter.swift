internal import Ledger
public import News
internal import Stories

/// Which part of a history is wanted.
public struct HistoryFilter: Sendable {
    /// Words for what became of notifications and stories, as data has them.
    public static let outcomes = [
        "accepted", "not_sent", "unknown", "under_way", "scheduled", "cancelled", "waiting", "expired", "parked",
        "dropped",
    ]

    /// What is newer is left out.
    public var until: Instant?
    /// Only what concerns one of these; empty for everything.
    public var categories: Set<Category>
    /// Only what came to one of these; empty for everything.
    public var outcomes: Set<String>

    /// A filter from its parts.
    public init(until: Instant? = nil, categories: Set<Category> = [], outcomes: Set<String> = []) {
        self.until = until
        self.categories = categories
        self.outcomes = outcomes
    }

    fileprivate func allows(_ time: Instant, _ concerned: [Category], _ outcome: String) -> Bool {
        if let until, time > until { return false }
        guard categories.isEmpty || !categories.isDisjoint(with: concerned) else { return false }
        return outcomes.isEmpty || outcomes.contains(outcome)
    }
}

extension History {
    /// The part that a filter lets through. What concerns the whole newsroom stays.
    public func filtered(by filter: HistoryFilter) -> History {
        var part = self
        part.notifications = notifications.filter {
            filter.allows($0.record.intent.at, $0.record.intent.categories, $0.state)
        }
        part.waiting = waiting.filter { filter.allows($0.firstSeen, $0.categories, "waiting") }
        part.unannounced = unannounced.filter { filter.allows($0.changedAt, $0.categories, $0.state.rawValue) }
        part.runs = runs.filter { run in filter.until.map { run.at <= $0 } ?? true }
        return part
    }
}

extension History.Notification {
    /// One word for the outcome.
    public var state: String {
        switch record.outcome {
        case .accepted: isAhead ? "scheduled" : "accepted"
        case .cancelled: "cancelled"
        case .notSent: "not_sent"
        case .unknown: "unknown"
        case nil: "under_way"
        }
    }
}

internal import Broadcasting
internal import Ledger
internal import News
internal import PlainText
internal import Stories
internal import Terminal

/// The history for people: local times, the newest last, and at the very end what needs somebody.
struct HistoryText {
    private let history: History
    private let facts: TerminalFacts
    private let showsRuns: Bool
    private var style: Style { Style(facts) }

    init(_ history: History, _ facts: TerminalFacts, showsRuns: Bool = false) {
        self.history = history
        self.facts = facts
        self.showsRuns = showsRuns
    }

    /// All lines.
    var text: String {
        var parts = [showsRuns ? runs : [], sent, unannounced, waiting].filter { !$0.isEmpty }
        if parts.isEmpty { parts = [["Nothing was sent since \(localMinute(history.since)), and nothing waits."]] }
        parts += [state, unknown].filter { !$0.isEmpty }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    private var runs: [String] {
        let head = ["  run", "began", "ended with", "after", "feeds read", "new items", "notifications"]
        let rows = history.runs.map { run in
            [
                "  \(run.number)", localMinute(run.at), run.exitCode.map { "\($0)" } ?? "no end",
                run.milliseconds.map { "\(metricText(thousandths: $0)) s" } ?? "", "\(run.feedsRead) of \(run.feeds)",
                "\(run.newItems)", "\(run.notifications)",
            ]
        }
        return section("Broadcasts", rows.isEmpty ? [] : [head] + rows)
    }

    private var sent: [String] {
        var lines: [String] = []
        let rows = history.notifications.map { notification in
            let record = notification.record
            return [
                "\(record.id.number)", localMinute(record.intent.at), name(record), word(notification),
                terminalSafe(record.intent.message),
            ]
        }
        for (row, notification) in zip(alignedTable(rows), history.notifications) {
            lines.append(clippedToScreen(row))
            if case .notSent = notification.record.outcome, let reason = notification.reason {
                lines.append("    " + terminalSafe(reason))
            }
            if notification.record.delivery == "NoTargetFound" {
                lines.append("    warning: it reached nobody (NoTargetFound): no device has registered for that target")
            }
        }
        return lines.isEmpty ? [] : [style.bold("Notifications")] + lines.map { "  " + $0 }
    }

    private var unannounced: [String] {
        let rows = history.unannounced.map { story in
            let state = story.state == .expired ? "expired unsent" : story.state.rawValue
            return [
                "  \(story.id.number)", localMinute(story.changedAt),
                story.categories.map(\.rawValue).joined(separator: ", "), state, terminalSafe(story.title),
            ]
        }
        return section("Stories that were not announced", rows)
    }

    /// Stories that the rules for what is breaking keep in are many, and nobody waits for them.
    private var waiting: [String] {
        let few = history.waiting.filter { $0.isKeptIn }.count
        let rows = history.waiting.filter { !$0.isKeptIn }.map { story in
            [
                "  \(story.id.number)", localMinute(story.firstSeen),
                story.categories.map(\.rawValue).joined(separator: ", "), terminalSafe(story.content.title),
                story.reasons.map { terminalSafe(words($0.reason)) }.joined(separator: "; "),
            ]
        }
        var lines = section("Stories that wait", rows)
        if few > 0 {
            lines.append(
                "  \(counted(few, "story", "stories")) not breaking, by the rules or as too few feeds have them")
        }
        return lines
    }

    private var state: [String] {
        var lines = pauses
        if let until = history.hubClosedUntil {
            lines.append("The hub asked not to be asked before \(localMinute(until))")
        }
        lines += history.failingFeeds.map { feed in
            let since = feed.failingSince.map { " since \(localMinute($0))" } ?? ""
            return "Failing\(since), \(counted(feed.failures, "time")): \(terminalSafe(feed.failure ?? feed.location))"
        }
        // Feeds that fail are listed above.
        lines += history.troubles.map { "Since \(localMinute($0.since)): \(terminalSafe($0.words))" }
        if let run = history.lastRun {
            let end = run.exitCode.map { "exit code \($0)" } ?? "without an end: it runs, or was cut off"
            lines.append("Last broadcast: \(localMinute(run.at)), \(end)")
        }
        return lines
    }

    /// One line for the categories that have one end.
    private var pauses: [String] {
        var ends: [(until: Instant?, categories: [Category])] = []
        for pause in history.pauses {
            if let place = ends.firstIndex(where: { $0.until == pause.until }) {
                ends[place].categories.append(pause.category)
            } else {
                ends.append((pause.until, [pause.category]))
            }
        }
        return ends.map { until, categories in
            "Paused " + (until.map { "until \(localMinute($0))" } ?? "until 'bulletin resume'") + ": "
                + categories.map(\.rawValue).joined(separator: ", ")
        }
    }

    private var unknown: [String] {
        var lines: [String] = []
        for notification in history.notifications {
            guard case .unknown(let reason) = notification.record.outcome else { continue }
            let id = notification.record.id.number
            lines.append("  \(id): \(terminalSafe(notification.record.intent.message))")
            lines.append("    \(terminalSafe(reason))")
            lines.append("    bulletin resolve \(id) sent")
            lines.append("    bulletin resolve \(id) unsent")
        }
        return lines.isEmpty ? [] : [style.bold("Nobody knows whether these went out")] + lines
    }

    private func section(_ heading: String, _ rows: [[String]]) -> [String] {
        rows.isEmpty ? [] : [style.bold(heading)] + alignedTable(rows).map(clippedToScreen)
    }

    private func name(_ record: NotificationRecord) -> String {
        if !record.intent.categories.isEmpty { return record.intent.categories.map(\.rawValue).joined(separator: ", ") }
        return record.intent.target.isEmpty ? "everyone" : terminalSafe(record.intent.target)
    }

    private func word(_ notification: History.Notification) -> String {
        let hand = notification.record.isSettledByHand ? " (by hand)" : ""
        switch notification.record.outcome {
        case .accepted where notification.isAhead:
            return "scheduled for " + (notification.record.intent.scheduledFor.map(localMinute) ?? "later")
        case .accepted: return "sent" + hand
        case .cancelled: return "taken back"
        case .notSent: return "not sent" + hand
        case .unknown: return "unknown"
        case nil: return "under way"
        }
    }

    /// A reason with its time as the clocks here show it.
    private func words(_ reason: Reason?) -> String {
        guard let reason else { return History.Waiting.nothingAgainst }
        guard let until = reason.until else { return reason.description }
        return reason.description.replacing(until.description, with: localMinute(until))
    }

    private func clippedToScreen(_ line: String) -> String {
        facts.isTerminal ? clipped(line, toColumns: facts.columns) : line
    }
}

extension History.Waiting {
    fileprivate var isKeptIn: Bool {
        reasons.allSatisfy { _, reason in
            switch reason {
            case .belowMinFeeds, .notBreaking: true
            default: false
            }
        }
    }
}

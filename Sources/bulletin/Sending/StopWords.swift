internal import Broadcasting
internal import Glibc
internal import News
internal import Settings
internal import Terminal

extension StopSignals {
    /// The name of the signal that has come and was not taken.
    static var name: String? {
        switch pending {
        case SIGINT?: "SIGINT"
        case SIGTERM?: "SIGTERM"
        case SIGHUP?: "SIGHUP"
        case let number?: "signal \(number)"
        case nil: nil
        }
    }
}

/// What a broadcast that was told to stop left undone, in one line; nil when nothing was.
func abandonedWork(_ report: BroadcastReport, signal: String) -> String? {
    var parts: [String] = []
    if report.feedsAbandoned > 0 {
        parts.append("\(report.feedsAbandoned) of \(counted(report.feeds, "feed")) not read")
    }
    // One category may have a notification for each language.
    let unsent = Set(report.outcomes.filter { $0.outcome == .held }.map(\.category)).sorted().map(\.rawValue)
    if !unsent.isEmpty {
        parts.append(
            "not sent: \(unsent.joined(separator: ", ")), which \(unsent.count == 1 ? "waits" : "wait") for the next broadcast"
        )
    }
    return parts.isEmpty ? nil : "stopped by \(signal): " + parts.joined(separator: "; ")
}

internal import Broadcasting
internal import News

/// Counts what happens in a run, for the counters of the ledger: thousandths by series.
final class RunTally {
    private(set) var counts: [String: Int64] = [:]

    /// Takes an event in.
    func note(_ event: RunEvent) {
        switch event {
        case .feedRead(_, let items, _):
            answer("read")
            add("bulletin_items_total", Int64(items))
        case .feedNotModified: answer("not_modified")
        case .feedNotAsked: answer("not_asked")
        case .feedFailed: answer("failed")
        case .feedGone: answer("gone")
        case .feedFetched(_, let bytes, _): add("bulletin_feed_bytes_total", Int64(bytes))
        default: break
        }
    }

    /// Takes in what a run came to.
    func note(_ report: BroadcastReport, hub: HubMeter) {
        add("bulletin_new_items_total", Int64(report.newItems))
        for (category, outcome, stories) in report.outcomes {
            let labels = "{category=\"\(category.rawValue)\",outcome=\"\(outcome.label)\"}"
            add("bulletin_notifications_total" + labels, 1)
            add("bulletin_stories_total" + labels, Int64(stories))
        }
        for (category, stories) in report.expired {
            add("bulletin_stories_total{category=\"\(category.rawValue)\",outcome=\"expired\"}", Int64(stories))
        }
        guard !hub.seconds.isEmpty else { return }
        let name = "bulletin_hub_request_seconds"
        for bound in HubMeter.bounds {
            add("\(name)_bucket{le=\"\(metricText(bound))\"}", Int64(hub.seconds.count { $0 <= bound }))
        }
        add(name + "_bucket{le=\"+Inf\"}", Int64(hub.seconds.count))
        add(name + "_count", Int64(hub.seconds.count))
        counts[name + "_sum", default: 0] += Int64(hub.seconds.reduce(0, +) * 1_000)
    }

    /// Takes in how the run ended.
    func note(exitCode: Int32) { add("bulletin_runs_total{code=\"\(exitCode)\"}", 1) }

    private func answer(_ result: String) { add("bulletin_feed_answers_total{result=\"\(result)\"}", 1) }

    private func add(_ series: String, _ count: Int64) { counts[series, default: 0] += 1_000 * count }
}

extension BroadcastReport.Outcome {
    /// The word for programs.
    fileprivate var label: String {
        switch self {
        case .accepted: "accepted"
        case .refused: "not_sent"
        case .unknown: "unknown"
        case .held: "held"
        case .impossible: "impossible"
        }
    }
}

/// A number in the shortest decimal form.
func metricText(_ value: Double) -> String {
    let thousandths = Int64((value * 1_000).rounded())
    return metricText(thousandths: thousandths)
}

/// The same for a whole number of thousandths.
func metricText(thousandths: Int64) -> String {
    let (whole, part) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
    var text = (thousandths < 0 ? "-" : "") + "\(whole)"
    guard part > 0 else { return text }
    var digits = String("\(1_000 + part)".dropFirst())
    while digits.last == "0" { digits.removeLast() }
    text += "." + digits
    return text
}

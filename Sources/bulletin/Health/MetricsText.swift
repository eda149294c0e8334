internal import Broadcasting
internal import Ledger
internal import News

/// Metrics in Prometheus's text format (version 0.0.4): one family after the other, each with its help and its type.
struct MetricsText {
    private var families: [(name: String, text: String)] = []

    /// All families that there may be; those that grow with the time stand in the ledger.
    private static let counters: [(name: String, kind: String, help: String)] = [
        ("bulletin_runs_total", "counter", "Broadcasts that ended, by exit code."),
        ("bulletin_feed_answers_total", "counter", "What asking feeds came to."),
        ("bulletin_feed_bytes_total", "counter", "Bytes of feeds, after content encodings were undone."),
        ("bulletin_items_total", "counter", "Items in feeds that were read."),
        ("bulletin_new_items_total", "counter", "Items that were never seen before."),
        ("bulletin_notifications_total", "counter", "Notifications by what became of them."),
        ("bulletin_stories_total", "counter", "Stories by what became of them."),
        ("bulletin_hub_request_seconds", "histogram", "How long the hub took for a notification."),
    ]

    /// Adds a family of gauges.
    mutating func gauge(_ name: String, _ help: String, _ samples: [(labels: String, value: String)]) {
        guard !samples.isEmpty else { return }
        let lines = samples.map { "\(name)\($0.labels) \($0.value)" }
        add(name, "gauge", help, lines)
    }

    /// Adds the families of the ledger's counters.
    mutating func add(counters: [String: Int64]) {
        for family in MetricsText.counters {
            let series = counters.keys.filter { MetricsText.familyName(ofSeries: $0) == family.name }
            // The classes of a histogram have to stand in order, the sum and the count behind them.
            let sorted = series.sorted { (MetricsText.place($0), $0) < (MetricsText.place($1), $1) }
            guard !sorted.isEmpty else { continue }
            add(
                family.name, family.kind, family.help,
                sorted.map { "\($0) \(metricText(thousandths: counters[$0] ?? 0))" })
        }
    }

    private mutating func add(_ name: String, _ kind: String, _ help: String, _ lines: [String]) {
        let head = ["# HELP \(name) \(help)", "# TYPE \(name) \(kind)"]
        families.append((name, (head + lines).map { $0 + "\n" }.joined()))
    }

    /// The whole text. What this run could not learn keeps what an earlier one wrote: an alert must not end because the
    /// ledger cannot be opened any more.
    func text(keeping earlier: String) -> String {
        let names = Set(families.map(\.name))
        let kept = MetricsText.families(of: earlier).filter { !names.contains($0.name) }
        return (families + kept).map(\.text).joined()
    }

    /// Our families in a text that we wrote; nothing else is kept.
    private static func families(of text: String) -> [(name: String, text: String)] {
        var found: [(name: String, text: String)] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("# HELP bulletin_") {
                found.append((String(line.split(separator: " ")[2]), ""))
            }
            guard let last = found.indices.last, line.hasPrefix("# ") || line.hasPrefix(found[last].name) else {
                continue
            }
            found[last].text += line + "\n"
        }
        return found
    }

    private static func familyName(ofSeries series: String) -> String {
        let name = String(series.prefix { $0 != "{" })
        for ending in ["_bucket", "_sum", "_count"] where name.hasSuffix(ending) {
            return String(name.dropLast(ending.count))
        }
        return name
    }

    private static func place(_ series: String) -> Int {
        if series.contains("le=\"+Inf\"") { return HubMeter.bounds.count }
        if series.hasSuffix("_sum") { return HubMeter.bounds.count + 1 }
        if series.hasSuffix("_count") { return HubMeter.bounds.count + 2 }
        return HubMeter.bounds.firstIndex { series.hasSuffix("le=\"\(metricText($0))\"}") } ?? 0
    }
}

internal import Categories
internal import Fetching
internal import News
internal import PlainText
internal import Terminal

/// Items for people: the feed first, then a line for each item with category, date and title.
struct ItemsText {
    var facts: TerminalFacts
    var isExplaining: Bool
    var mapping: ItemMapping

    /// The lines of one feed; none for one that was not read.
    func text(_ reading: FeedReading) -> String {
        switch reading.outcome {
        case .document(let document): text(document, of: reading.feed)
        case .notModified: "\(heading(reading.feed, nil)) \(style.dim("not modified"))\n"
        case .gone, .failed: ""
        }
    }

    private var style: Style { Style(facts) }

    private func text(_ document: FeedDocument, of feed: Feed) -> String {
        let sections = FeedSections(of: feed, document)
        let decisions = document.items.map { mapping.decide($0, in: sections) }
        let rows = zip(document.items, decisions).map { item, decision in
            ["  " + names(decision), date(of: item), title(of: item)]
        }
        var lines = [heading(feed, document)]
        for (row, decision) in zip(alignedTable(rows), decisions) {
            lines.append(facts.isTerminal ? clipped(row, toColumns: facts.columns) : row)
            if isExplaining { lines += explanation(decision).map { style.dim("      " + $0) } }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func heading(_ feed: Feed, _ document: FeedDocument?) -> String {
        let title = document.map { $0.title.isEmpty ? feed.displayName : $0.title } ?? feed.displayName
        let name = terminalSafe(title)
        let place = feed.name == title ? "" : " " + style.dim("(\(terminalSafe(feed.name)))")
        let cut = document?.isTruncated == true ? " cut off: the feed ended before its end" : ""
        return style.bold(name) + place + cut
    }

    private func names(_ decision: CategoryDecision) -> String {
        decision.categories.isEmpty ? "-" : decision.categories.map(\.rawValue).joined(separator: ", ")
    }

    private func title(of item: Item) -> String {
        let title = item.title.isEmpty ? item.link ?? "(no title)" : item.title
        return terminalSafe(title)
    }

    private func date(of item: Item) -> String {
        (item.published ?? item.updated).map { localMinute($0) + localOffset(at: $0) } ?? "-"
    }

    private func explanation(_ decision: CategoryDecision) -> [String] {
        var lines: [String] = []
        if let category = decision.category {
            let others = decision.categories.dropFirst().map(\.rawValue).joined(separator: " and ")
            lines.append(
                "\(category.rawValue), \(share(decision.confidence)) sure"
                    + (others.isEmpty ? "" : "; fits \(others), too"))
        } else {
            let best = decision.best.map { "; likeliest \($0.rawValue), \(share(decision.confidence)) sure" } ?? ""
            lines.append("no category: \(decision.doubt?.description ?? "in doubt")\(best)")
        }
        for reason in decision.because {
            let target = reason.category?.rawValue ?? "none of the six"
            let text = reason.words.isEmpty ? quoted(reason.text) : words(reason.words)
            lines.append("\(reason.kind.rawValue) \(terminalSafe(text)) speaks for \(target) (\(sign(reason.weight)))")
        }
        if let next = decision.runnerUp {
            lines.append("next: \(next.category?.rawValue ?? "none of the six"), \(share(next.probability))")
        }
        return lines
    }

    /// Many words may speak without one that counts by itself.
    private func quoted(_ text: String) -> String { text.isEmpty ? "as a whole" : "“\(text)”" }

    private func words(_ words: [WeightedWord]) -> String {
        words.map { "“\($0.text)” \(sign($0.weight))" }.joined(separator: ", ")
    }

    private func share(_ part: Double) -> String { "\(Int((part * 100).rounded())) %" }

    private func sign(_ weight: Double) -> String {
        let tenths = Int((weight * 10).rounded())
        return "\(tenths < 0 ? "-" : "+")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}

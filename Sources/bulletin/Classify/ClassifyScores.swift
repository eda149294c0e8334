internal import Categories
internal import News

/// How good the decisions on labelled lines were.
struct ClassifyScores {
    private var count = 0
    private var right = 0
    private var six = 0
    /// What would go out: to the right phones, to those of another category, and though it is none of the six.
    private var sent = (right: 0, wrong: 0, stray: 0)
    private var byLabel: [ClassifyRow.Label: (count: Int, found: Int)] = [:]
    private var predicted: [ClassifyRow.Label: Int] = [:]

    mutating func count(_ decision: CategoryDecision, _ label: ClassifyRow.Label) {
        count += 1
        let best = decision.best.map { ClassifyRow.Label.category($0) } ?? .none
        predicted[best, default: 0] += 1
        byLabel[label, default: (0, 0)].count += 1
        if best == label {
            right += 1
            byLabel[label, default: (0, 0)].found += 1
        }
        if label != .none { six += 1 }
        guard let category = decision.category else { return }
        if label == .category(category) {
            sent.right += 1
        } else if label == .none {
            sent.stray += 1
        } else {
            sent.wrong += 1
        }
    }

    /// The report; nothing without labels.
    var lines: [String] {
        guard count > 0 else { return [] }
        let all = sent.right + sent.wrong + sent.stray
        var lines = [
            "\(count) labelled lines: best right in \(percent(right, count)), macro-F1 \(percent(macroF1))",
            "\(all) go out: \(percent(sent.right, six)) of the six categories' items, rightly; of what goes out "
                + "\(percent(sent.wrong, all)) is of another category, \(percent(sent.stray, all)) of none",
        ]
        for label in Category.allCases.map({ ClassifyRow.Label.category($0) }) + [.none] {
            guard let row = byLabel[label] else { continue }
            let precision = percent(row.found, predicted[label] ?? 0)
            lines.append(
                "\(label.name): \(row.count) lines, found \(percent(row.found, row.count)), right when said \(precision)"
            )
        }
        return lines
    }

    private var macroF1: Double {
        let measures = byLabel.map { label, row in
            2 * Double(row.found) / Double(max(1, row.count + (predicted[label] ?? 0)))
        }
        return measures.isEmpty ? 0 : measures.reduce(0, +) / Double(measures.count)
    }

    private func percent(_ part: Int, _ whole: Int) -> String {
        percent(whole == 0 ? 0 : Double(part) / Double(whole))
    }

    private func percent(_ share: Double) -> String {
        let tenths = Int((share * 1_000).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }
}

extension ClassifyRow.Label {
    fileprivate var name: String {
        switch self {
        case .category(let category): category.rawValue
        case .none: "None"
        }
    }
}

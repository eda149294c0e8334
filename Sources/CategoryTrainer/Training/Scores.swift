internal import News

/// How good predictions are.
struct PredictionScores {
    var count = 0
    var accuracy = 0.0
    /// Mean of the outcomes' F1, over those that occur.
    var macroF1 = 0.0
    /// Share of the texts of the six that can go out, the surest first, while of all that go out at most 2 % ring for
    /// another of the six.
    var coverage = 0.0

    /// One line.
    var text: String {
        "\(count) texts, accuracy \(percent(accuracy)), macro-F1 \(percent(macroF1)), coverage at 2 % wrong "
            + percent(coverage)
    }

    /// - Parameters:
    ///   - outcomes: What was predicted, 0 to 6.
    ///   - confidences: How sure that is.
    init(labels: [Int], outcomes: [Int], confidences: [Double], wrongLimit: Double = 0.02) {
        count = labels.count
        guard count > 0 else { return }
        var right = [Int](repeating: 0, count: 7)
        var predicted = right
        var occurring = right
        for (label, outcome) in zip(labels, outcomes) {
            occurring[label] += 1
            predicted[outcome] += 1
            if label == outcome { right[label] += 1 }
        }
        accuracy = Double(right.reduce(0, +)) / Double(count)
        let measures = (0..<7).filter { occurring[$0] > 0 }.map { outcome in
            2 * Double(right[outcome]) / Double(predicted[outcome] + occurring[outcome])
        }
        macroF1 = measures.reduce(0, +) / Double(measures.count)
        coverage = PredictionScores.coverage(labels, outcomes, confidences, limit: wrongLimit)
    }

    private static func coverage(_ labels: [Int], _ outcomes: [Int], _ confidences: [Double], limit: Double) -> Double {
        let order = outcomes.indices.filter { outcomes[$0] != 6 }
            .sorted { (confidences[$1], $0) < (confidences[$0], $1) }
        let six = labels.count { $0 != 6 }
        var (right, wrong, best) = (0, 0, 0)
        for (position, index) in order.enumerated() {
            if outcomes[index] == labels[index] { right += 1 } else if labels[index] != 6 { wrong += 1 }
            if position >= 29, Double(wrong) <= limit * Double(position + 1) { best = right }
        }
        return six == 0 ? 0 : Double(best) / Double(six)
    }
}

/// A share in percent with one digit.
func percent(_ share: Double) -> String {
    let tenths = Int((share * 1_000).rounded())
    return "\(tenths / 10).\(tenths % 10) %"
}

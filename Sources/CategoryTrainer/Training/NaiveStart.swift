internal import Glibc

extension LinearModel {
    /// Where training sets out from: for each feature how much oftener than expected it occurs in the texts of each
    /// outcome, as naive Bayes has it, times `share`. Rare features, which training hardly moves, keep it.
    mutating func startNaively(_ texts: TrainingTexts, at positions: [Int], goals: [Goal], share: Float) {
        guard share > 0 else { return }
        var totals = SIMD8<Float>(repeating: 0)
        for position in positions {
            let counted = goals[position].counted
            for feature in texts[position].features { weights[Int(feature)] += counted }
            totals += counted
        }
        let expected = totals / max(1, totals.sum())
        for feature in weights.indices {
            weights[feature] = surplus(weights[feature], expected: expected) * share
        }
    }

    /// Logarithms of the ratios, as if seven texts with the expected outcomes had been seen before; their mean is 0.
    private func surplus(_ counts: SIMD8<Float>, expected: SIMD8<Float>) -> SIMD8<Float> {
        let total = counts.sum() + 7
        var logs = SIMD8<Float>(repeating: 0)
        for outcome in 0..<7 where expected[outcome] > 0 {
            logs[outcome] = logf((counts[outcome] + 7 * expected[outcome]) / total / expected[outcome])
        }
        logs -= SIMD8(repeating: logs.sum() / 7)
        logs[7] = 0
        return logs
    }
}

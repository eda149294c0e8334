/// What training wants of one text.
struct Goal {
    /// Of the seven outcomes, adding up to 1.
    var shares: SIMD8<Float>
    /// What the text counts.
    var weight: Float
    /// What naive Bayes counts it as.
    var counted: SIMD8<Float>

    /// A labelled text's: its label, a little of it spread, and what a larger reader guessed.
    init(_ row: LabelledRow, _ plan: TrainingPlan) {
        weight = row.weight
        counted = SIMD8(repeating: 0)
        counted[row.label] = 1
        let spread = SIMD8<Float>(1, 1, 1, 1, 1, 1, 1, 0) * (plan.smoothing / 7)
        let labelled = counted * (1 - plan.smoothing) + spread
        shares = row.guess.map { labelled * (1 - plan.guessShare) + $0 * plan.guessShare } ?? labelled
    }

    /// A hint's: the guess alone.
    init(_ hint: Hint, _ plan: TrainingPlan) {
        weight = plan.hintWeight
        shares = hint.guess
        counted = hint.guess * plan.hintWeight
    }
}

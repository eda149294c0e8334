/// What training wants of one text.
struct Goal {
    /// Of the seven outcomes, adding up to 1.
    var shares: SIMD8<Float>
    /// What the text counts.
    var weight: Float
    /// What naive Bayes counts it as.
    var counted: SIMD8<Float>

    /// The label of a text, a little of it spread.
    init(label row: LabelledRow, _ plan: TrainingPlan) {
        weight = row.weight
        counted = SIMD8(repeating: 0)
        counted[row.label] = 1
        let spread = SIMD8<Float>(1, 1, 1, 1, 1, 1, 1, 0) * (plan.smoothing / 7)
        shares = counted * (1 - plan.smoothing) + spread
    }

    /// What a larger reader guessed at a text.
    init(guess: SIMD8<Float>, of row: LabelledRow) {
        weight = row.weight
        shares = guess
        counted = guess * row.weight
    }
}

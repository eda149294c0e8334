/// What training wants of one text.
struct Goal {
    /// Of the seven outcomes, adding up to 1.
    var shares: SIMD8<Float>
    /// What the text counts.
    var weight: Float

    /// The label of a text, a share of it spread.
    init(label row: LabelledRow, smoothing: Float) {
        weight = row.weight
        shares = SIMD8<Float>(1, 1, 1, 1, 1, 1, 1, 0) * (smoothing / 7)
        shares[row.label] += 1 - smoothing
    }
}

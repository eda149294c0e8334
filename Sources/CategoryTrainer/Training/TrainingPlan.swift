/// How the networks are found.
struct TrainingPlan: Sendable {
    var seed: UInt64 = 1
    /// Passes over the texts while each feature has a vector of its own.
    var passes = 12
    /// The same once features without a slot are gone.
    var passesAfterChoice = 12
    /// And once features share vectors.
    var passesAfterSharing = 16
    /// The first step of the vectors; it falls to 0 in a straight line.
    var rate: Float = 0.5
    /// The same once they are shared, and many features pull at each.
    var sharedRate: Float = 0.3
    /// The first step of all that the vectors run into.
    var outputRate: Float = 0.02
    /// The same once they are shared.
    var sharedOutputRate: Float = 0.01
    /// Share of a text's words that each step does not see, with all that is made of them. A word's runs of letters know it
    /// too: leaving out single features would leave it there.
    var wordDropout: Float = 0.7
    /// Share of a layer's units that each step does without.
    var unitDropout: Float = 0.2
    /// Share of the label that is spread over all outcomes: labels are not always right.
    var smoothing: Float = 0.05
    /// How much it counts for a feature's slot that it occurs often: the exponent of its energy.
    var energyExponent: Float = 0.1
    /// The same for the vectors that features share.
    var sharingExponent: Float = 0.5
}

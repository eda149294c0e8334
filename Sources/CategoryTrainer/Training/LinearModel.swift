internal import Categories
internal import Glibc

/// How the weights are found.
struct TrainingPlan: Sendable {
    var seed: UInt64 = 1
    /// Passes over the texts before features are chosen, and after.
    var passes = 8
    var passesAfterChoice = 5
    /// What naive Bayes says of each feature, times this, is where training sets out from.
    var naiveShare: Float = 2.8
    /// The first step; it falls to 0 in a straight line.
    var rate: Float = 2
    /// What each step takes from every weight, times the step.
    var decay: Float = 2e-6
    /// Share of the features that each step leaves out at random: the others must learn to do without them.
    var dropout: Float = 0.5
    /// Share of the label that is spread over all outcomes: labels are not always right.
    var smoothing: Float = 0.05
    /// The share of the models that learn guesses, where there are any: they know more of the world, and less of the
    /// publishers.
    var guessShare: Float = 0.4
    /// How much it counts for a feature's slot that it occurs often: the exponent of its energy, where what it does to the
    /// scores of a text counts whole.
    var energyExponent: Float = 0.1
}

/// Logistic regression of seven outcomes: weights of numbered features.
struct LinearModel {
    /// By feature; the eighth number is unused.
    var weights: [SIMD8<Float>]
    var bias = SIMD8<Float>(repeating: 0)

    init(featureCount: Int) {
        weights = [SIMD8<Float>](repeating: .zero, count: featureCount)
    }

    /// The mean of a committee's models, which know the same features.
    init(mean trained: [Committee.Trained]) {
        self.init(featureCount: trained.first?.model.weights.count ?? 0)
        for member in trained {
            let share = member.share * member.stretch
            for feature in weights.indices { weights[feature] += member.model.weights[feature] * share }
            bias += member.model.bias * member.share
        }
    }

    /// Scores of the seven outcomes for one text.
    func scores(of text: TrainingTexts.Text) -> SIMD8<Float> {
        var sum = bias
        for (feature, weight) in zip(text.features, text.weights) { sum += weights[Int(feature)] * weight }
        return sum
    }

    /// Stochastic gradient descent over the texts at `positions`.
    mutating func train(
        on texts: TrainingTexts, at positions: [Int], goals: [Goal], passes: Int, rate: Float, _ plan: TrainingPlan
    ) {
        var random = SplitMix(state: plan.seed)
        var order = positions
        // Decay multiplies all weights: kept apart, so that a step touches only the features of its text.
        var scale: Float = 1
        let steps = Float(passes * positions.count)
        var step: Float = 0
        var kept: [Float] = []
        for _ in 0..<passes {
            random.shuffle(&order)
            for row in order {
                let now = rate * (1 - step / steps)
                step += 1
                let text = texts[row]
                random.thin(text.weights, leavingOut: plan.dropout, into: &kept)
                var sum = SIMD8<Float>(repeating: 0)
                for (feature, weight) in zip(text.features, kept) where weight != 0 {
                    sum += weights[Int(feature)] * weight
                }
                let gradient = (softmax(sum * scale + bias) - goals[row].shares) * goals[row].weight
                scale *= 1 - now * plan.decay
                let change = gradient * (now / scale)
                for (feature, weight) in zip(text.features, kept) where weight != 0 {
                    weights[Int(feature)] -= change * weight
                }
                bias -= gradient * (now * 0.01)
                if scale < 1e-3 { rescale(&scale) }
            }
        }
        rescale(&scale)
    }

    private mutating func rescale(_ scale: inout Float) {
        for index in weights.indices { weights[index] *= scale }
        scale = 1
    }
}

/// Probabilities of the seven outcomes.
func softmax(_ scores: SIMD8<Float>) -> SIMD8<Float> {
    var scores = scores
    scores[7] = -.infinity
    let most = scores.max()
    var probabilities = SIMD8<Float>(repeating: 0)
    var sum: Float = 0
    for outcome in 0..<7 {
        probabilities[outcome] = expf(scores[outcome] - most)
        sum += probabilities[outcome]
    }
    return probabilities / sum
}

/// A small generator of random numbers: the same on every machine for the same seed.
struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    mutating func shuffle(_ values: inout [Int]) {
        guard values.count > 1 else { return }
        for last in stride(from: values.count - 1, to: 0, by: -1) {
            values.swapAt(last, Int(next() % UInt64(last + 1)))
        }
    }

    /// Sets a share of the weights to 0 and makes up for it in the others.
    mutating func thin(_ weights: ArraySlice<Float>, leavingOut share: Float, into kept: inout [Float]) {
        kept.removeAll(keepingCapacity: true)
        guard share > 0 else {
            kept.append(contentsOf: weights)
            return
        }
        let limit = UInt16(share * 65_536)
        var bits: UInt64 = 0
        var left = 0
        for weight in weights {
            if left == 0 {
                bits = next()
                left = 4
            }
            kept.append(UInt16(truncatingIfNeeded: bits) < limit ? 0 : weight / (1 - share))
            bits >>= 16
            left -= 1
        }
    }
}

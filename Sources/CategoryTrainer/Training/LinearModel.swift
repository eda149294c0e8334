internal import Categories
internal import Glibc

/// How the weights are found.
struct TrainingPlan: Sendable {
    var seed: UInt64 = 1
    /// Passes over the texts before features are chosen, and after.
    var passes = 8
    var passesAfterChoice = 5
    /// What naive Bayes says of each feature, times this, is where training sets out from.
    var naiveShare: Float = 4
    /// The first step; it falls to 0 in a straight line.
    var rate: Float = 4
    /// What each step takes from every weight, times the step.
    var decay: Float = 1e-6
    /// Share of the features that each step leaves out at random: the others must learn to do without them.
    var dropout: Float = 0.6
    /// Share of the label that is spread over all outcomes: labels are not always right.
    var smoothing: Float = 0.05
    /// What a guess counts beside the label, 0 to 1: it knows more of the world, and less of the publisher.
    var guessShare: Float = 0.5
    /// What a hint counts against a labelled text.
    var hintWeight: Float = 0.3
}

/// Logistic regression of seven outcomes: weights of numbered features.
struct LinearModel {
    /// By feature; the eighth number is unused.
    var weights: [SIMD8<Float>]
    var bias = SIMD8<Float>(repeating: 0)

    init(featureCount: Int) {
        weights = [SIMD8<Float>](repeating: .zero, count: featureCount)
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

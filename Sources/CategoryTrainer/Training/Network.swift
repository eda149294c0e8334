internal import Categories
internal import Glibc

/// A network with one hidden layer. Many that were trained apart are right more often than one that is as wide as all.
struct Network: Sendable {
    /// What a feature gives to each unit.
    var vectors: [Units]
    /// What a unit takes in when there are no features.
    var biases = Units.zero
    var outputs: OutputLayer

    /// A network that knows nothing yet. Small random vectors, so that no two units learn the same.
    init(vectorCount: Int, _ random: inout SplitMix) {
        vectors = (0..<vectorCount).map { _ in random.units() * 0.05 }
        outputs = OutputLayer(&random)
    }

    init(vectors: [Units], biases: Units, outputs: OutputLayer) {
        (self.vectors, self.biases, self.outputs) = (vectors, biases, outputs)
    }

    /// The scores of a text.
    func scores(of features: [WeightedFeature]) -> SIMD8<Float> {
        var taken = biases
        for feature in features { taken += vectors[Int(feature.number)] * feature.weight }
        return outputs.scores(taken.kept(wherePositive: taken))
    }
}

/// What a network makes of what its units give.
struct OutputLayer: Sendable {
    /// What each unit gives to an outcome; by outcome.
    var units: [Units]
    /// What an outcome has when no unit gives anything.
    var bias = SIMD8<Float>.zero

    /// A layer that knows nothing yet.
    init(_ random: inout SplitMix) {
        units = (0..<7).map { _ in random.units() * (1 / Float(Units.count).squareRoot()) }
    }

    /// Scores of the seven outcomes, from what the units give.
    func scores(_ given: Units) -> SIMD8<Float> {
        var scores = bias
        for outcome in 0..<7 { scores[outcome] += (units[outcome] * given).sum }
        return scores
    }

    /// What a change of scores asks of the units.
    func back(_ gradient: SIMD8<Float>) -> Units {
        var back = Units.zero
        for outcome in 0..<7 { back += units[outcome] * gradient[outcome] }
        return back
    }
}

/// Trains a network, step by step: see ``VectorSteps``.
struct NetworkTraining {
    private var vectors: VectorSteps
    private var layer: ReadingLayer?
    private var steps: OutputSteps
    private let plan: TrainingPlan
    private var kept: [WeightedFeature] = []

    init(_ network: Network, _ readings: FeatureReadings?, _ plan: TrainingPlan, _ random: inout SplitMix) {
        vectors = VectorSteps(network.vectors)
        steps = OutputSteps(network.outputs, biases: network.biases)
        self.plan = plan
        layer = readings.map { ReadingLayer($0, &random) }
    }

    /// The network, which needs no readings any more.
    var finished: Network {
        var finished = vectors.vectors
        layer?.add(to: &finished)
        return Network(vectors: finished, biases: steps.biases, outputs: steps.outputs)
    }

    /// Goes over the texts at `positions`.
    mutating func run(over texts: TrainingTexts, at positions: [Int], goals: [Goal], _ random: inout SplitMix) {
        random.visit(positions, times: plan.passes) { position, left, random in
            learn(texts[position], goals[position], left: left, &random)
        }
    }

    /// - Parameter left: The share of the training that is still to come: steps get shorter with it.
    private mutating func learn(
        _ text: TrainingTexts.Text, _ goal: Goal, left: Float, _ random: inout SplitMix
    ) {
        random.leaveOutWords(of: text, share: plan.wordDropout, into: &kept)
        let units = random.kept(leavingOut: plan.unitDropout)
        let reading = layer?.reading(of: kept) ?? .zero
        var taken = steps.biases + vectors.sum(of: kept)
        if let layer { taken += layer.taken(from: reading) }
        let given = (taken * units).kept(wherePositive: taken)
        let gradient = (softmax(steps.outputs.scores(given)) - goal.shares) * goal.weight
        let back = (steps.outputs.back(gradient) * units).kept(wherePositive: taken)
        vectors.move(kept, back, plan.rate * left)
        layer?.move(back, reading, plan.readingRate * left)
        steps.move(gradient, given: given, back: back, plan.outputRate * left)
    }
}

/// A feature, and what it weighs in a text.
struct WeightedFeature {
    var number: UInt32
    var weight: Float
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

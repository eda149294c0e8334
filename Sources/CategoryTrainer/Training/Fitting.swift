internal import Categories
internal import Glibc

/// Networks that fit the table.
struct FittedModel: Sendable {
    /// The corpus's number of each feature that has a slot.
    var features: [Int]
    /// The networks of the table.
    var networks: [Shared]

    /// One of them: its halves with the vectors that features share, and the number of each feature's vector.
    struct Shared: Sendable {
        var halves: [Network]
        var numbers: [UInt8]
    }
}

/// Trains on the texts at `positions`, keeps the features that matter most as far as slots go, trains on with these, lets
/// features share vectors as the table does, and trains on with those.
func fit(
    _ corpus: Corpus, _ goals: [Goal], at positions: [Int], slots: Int, _ plan: TrainingPlan, all: TrainingTexts
) -> FittedModel {
    var random = SplitMix(state: plan.seed)
    func train(
        _ network: Network, _ texts: TrainingTexts, _ passes: Int, _ rate: Float, _ outputRate: Float
    ) -> Network {
        var training = NetworkTraining(network, plan)
        training.run(
            over: texts, at: positions, goals: goals, passes: passes, rate: rate, outputRate: outputRate, &random)
        return training.network
    }
    let networks = (0..<TextNetworks.count * Network.halves).map { _ in
        train(Network(vectorCount: all.chosen.count, &random), all, plan.passes, plan.rate, plan.outputRate)
    }
    let energy = all.energy(at: positions)
    let winners = slotWinners(networks, all, corpus, energy: energy, slots: slots, plan)
    let texts = TrainingTexts(
        corpus, chosen: winners.map { all.chosen[$0] }, buckets: slots / TextModel.bucketRoom)
    let weights = winners.map { powf(energy[$0], plan.sharingExponent) }
    let shared = (0..<TextNetworks.count).map { number in
        let halves = networks[Network.halves * number..<Network.halves * (number + 1)].map {
            train($0.keeping(winners), texts, plan.passesAfterChoice, plan.rate, plan.outputRate)
        }
        let vectors = SharedVectors(
            halves.map(\.vectors), weights: weights, count: TextNetworks.vectorsPerNetwork, &random)
        let renumbered = texts.renumbered(vectors.numbers)
        return FittedModel.Shared(
            halves: zip(halves, vectors.halves).map {
                train(
                    $0.with(vectors: $1), renumbered, plan.passesAfterSharing, plan.sharedRate, plan.sharedOutputRate)
            },
            numbers: vectors.numbers)
    }
    return FittedModel(features: texts.chosen, networks: shared)
}

extension Network {
    /// The network of some of the features.
    fileprivate func keeping(_ features: [Int]) -> Network { with(vectors: features.map { vectors[$0] }) }

    fileprivate func with(vectors: [Units]) -> Network {
        var network = self
        network.vectors = vectors
        return network
    }
}

/// The features that get a slot: of those whose hashes name the same bucket, the ones that move the units most, and that
/// the bucket can tell apart.
private func slotWinners(
    _ networks: [Network], _ texts: TrainingTexts, _ corpus: Corpus, energy: [Float], slots: Int,
    _ plan: TrainingPlan
) -> [Int] {
    let importance = texts.chosen.indices.map { feature in
        networks.reduce(0 as Float) { $0 + $1.vectors[feature].energy } * powf(energy[feature], plan.energyExponent)
    }
    var marks = [[UInt8]](repeating: [], count: slots / TextModel.bucketRoom)
    let order = texts.chosen.indices.sorted { (importance[$1], $0) < (importance[$0], $1) }
    return order.filter { feature in
        let hash = corpus.hashes[texts.chosen[feature]]
        let bucket = TextModel.bucket(of: hash, among: UInt64(marks.count))
        let mark = TextModel.mark(of: hash)
        guard importance[feature] > 0, marks[bucket].count < TextModel.bucketRoom, !marks[bucket].contains(mark)
        else { return false }
        marks[bucket].append(mark)
        return true
    }
}

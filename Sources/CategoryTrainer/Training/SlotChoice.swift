internal import Categories
internal import Glibc

/// A trained model that fits the table.
struct FittedModel {
    var texts: TrainingTexts
    var model: LinearModel
    /// What one level of a weight is worth in the table.
    var step: Float
}

/// Trains on the texts at `positions`, keeps the features that matter most as far as slots go, trains on with these, and
/// rounds the weights as the table does.
func fit(
    _ corpus: Corpus, _ lessons: Lessons, at positions: [Int], slots: Int, _ plan: TrainingPlan, all: TrainingTexts
) -> FittedModel {
    let committee = Committee(lessons, at: positions, plan)
    let first = committee.trained(on: all, corpus, passes: plan.passes, rate: plan.rate) { member, texts in
        var model = LinearModel(featureCount: all.chosen.count)
        model.startNaively(texts, at: positions, goals: lessons[member.lesson], share: plan.naiveShare)
        return model
    }
    let kept = slotWinners(
        LinearModel(mean: first), all, corpus, energy: all.energy(at: positions), slots: slots, plan)
    let texts = TrainingTexts(corpus, chosen: kept.map { all.chosen[$0] })
    let second = committee.trained(
        on: texts, corpus, passes: plan.passesAfterChoice, rate: plan.rate / 3
    ) { member, _ in first[member.number].model.keeping(kept) }
    var model = LinearModel(mean: second)
    let step = model.round()
    return FittedModel(texts: texts, model: model, step: step)
}

/// The features that get a slot: of those whose hashes name the same one, the one that moves scores most.
private func slotWinners(
    _ model: LinearModel, _ texts: TrainingTexts, _ corpus: Corpus, energy: [Float], slots: Int,
    _ plan: TrainingPlan
) -> [Int] {
    var winners = [Int](repeating: -1, count: slots)
    let importance = model.weights.indices.map { feature in
        let weights = model.weights[feature]
        let mean = weights.sum() / 7
        var spread: Float = 0
        for outcome in 0..<7 { spread += (weights[outcome] - mean) * (weights[outcome] - mean) }
        return spread * powf(energy[feature], plan.energyExponent)
    }
    for feature in model.weights.indices where importance[feature] > 0 {
        let slot = TextModel.slot(of: corpus.hashes[texts.chosen[feature]], among: UInt64(slots))
        if winners[slot] < 0 || importance[winners[slot]] < importance[feature] { winners[slot] = feature }
    }
    return winners.filter { $0 >= 0 }
}

extension LinearModel {
    /// The model of some of the features.
    fileprivate func keeping(_ kept: [Int]) -> LinearModel {
        var model = LinearModel(featureCount: 0)
        model.weights = kept.map { weights[$0] }
        model.bias = bias
        return model
    }

    /// Takes none of the six as the outcome that the others are measured against, and rounds to what a slot can hold;
    /// gives the step.
    fileprivate mutating func round() -> Float {
        for feature in weights.indices { weights[feature] = againstNone(weights[feature]) }
        bias = againstNone(bias)
        let largest = weights.map { max(abs($0.max()), abs($0.min())) }.sorted()
        guard let most = largest.isEmpty ? nil : largest[largest.count * 999 / 1_000], most > 0 else { return 1 }
        let step = most / (SlotWeights.most * 8)
        for feature in weights.indices {
            weights[feature] = SlotWeights.unpacked(SlotWeights.packed(weights[feature], step: step)) * step
        }
        return step
    }

    private func againstNone(_ weights: SIMD8<Float>) -> SIMD8<Float> {
        var relative = weights - SIMD8(repeating: weights[6])
        relative[7] = 0
        return relative
    }
}

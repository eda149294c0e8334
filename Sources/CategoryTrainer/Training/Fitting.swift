internal import Categories
internal import Glibc

/// A model that fits the table.
struct FittedModel: Sendable {
    /// The corpus's number of each feature that has a slot.
    var features: [Int]
    /// The vectors of these.
    var coding: AdditiveCoding
    var networks: [PupilNetwork]
}

/// Trains networks on the texts at `positions`, keeps the features that matter most as far as slots go, teaches a few small
/// networks what the mean of all says of these, and what readings tell, and finds the bytes of their vectors.
func fit(
    _ corpus: Corpus, _ rows: [LabelledRow], at positions: [Int], slots: Int, _ plan: TrainingPlan, all: TrainingTexts
) -> FittedModel {
    var random = SplitMix(state: plan.seed)
    let networks = trained(rows, at: positions, plan, all, &random)
    func weights(_ exponent: Float) -> [Float] { languageWeights(rows, at: positions, exponent: exponent) }
    let winners = slotWinners(
        networks, all, corpus, energy: all.energy(at: positions, weights: weights(plan.slotEvenness)), slots: slots,
        plan)
    let texts = TrainingTexts(
        corpus, chosen: winners.map { all.chosen[$0] }, buckets: slots / TextModel.bucketRoom)
    let energy = all.energy(at: positions, weights: weights(plan.codingEvenness))
    let importance = winners.map { powf(energy[$0], plan.codingExponent) }
    let projection = Projection(networks, of: Array(zip(winners, importance)), &random)
    let opinions = ReadingOpinions(rows, at: positions, plan, &random)
    var teaching = Teaching(Pupil(networks, projection, features: winners), by: networks, opinions, plan)
    teaching.run(all, texts, at: positions, weights: weights(plan.teachingEvenness), &random)
    let pupil = teaching.taught
    var choice = TextwiseCoding(
        AdditiveCoding(pupil.vectors, weights: importance, &random), of: pupil.vectors, in: texts, at: positions)
    choice.run(&random)
    return FittedModel(features: texts.chosen, coding: choice.coding, networks: pupil.networks)
}

private func trained(
    _ rows: [LabelledRow], at positions: [Int], _ plan: TrainingPlan, _ texts: TrainingTexts, _ random: inout SplitMix
) -> [Network] {
    let goals = rows.map { Goal(label: $0, smoothing: plan.smoothing) }
    let readings = FeatureReadings(rows, texts, at: positions, scale: plan.readingScale)
    return (0..<plan.networks).map { _ in
        var training = NetworkTraining(Network(vectorCount: texts.chosen.count, &random), readings, plan, &random)
        training.run(over: texts, at: positions, goals: goals, &random)
        return training.finished
    }
}

/// What each text counts, besides its own weight: the more the fewer there are in its language, so that a language of which
/// there are many texts does not take the room of all others.
///
/// - Parameter exponent: At 0 all texts count the same, at 1 all languages do.
private func languageWeights(_ rows: [LabelledRow], at positions: [Int], exponent: Float) -> [Float] {
    var counts: [String: Float] = [:]
    for position in positions { counts[rows[position].language, default: 0] += 1 }
    let average = Float(positions.count) / Float(max(1, counts.count))
    return rows.map { $0.weight * powf(average / (counts[$0.language] ?? average), exponent) }
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
    var marks = [[UInt16]](repeating: [], count: slots / TextModel.bucketRoom)
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

internal import Categories

/// What readings alone tell of the labels of texts: the opinions of networks that see a text's reading and none of its words.
///
/// The larger reader understands words that no labelled text has. By its readings, texts of publishers that were never seen
/// are filed right more often than by their words (76 % to 71 %), so a pupil that is taught by words learns from these
/// opinions what texts are about, beyond the label that somebody gave them. No network is asked about a text that it was
/// trained on: of such a text it knows the label.
struct ReadingOpinions {
    /// Scores by row; nil for one without a reading, or that does not count.
    private var opinions: [SIMD8<Float>?]

    /// - Parameter positions: The texts that count; no other may tell anything.
    init(_ rows: [LabelledRow], at positions: [Int], _ plan: TrainingPlan, _ random: inout SplitMix) {
        opinions = [SIMD8<Float>?](repeating: nil, count: rows.count)
        var order = positions.filter { rows[$0].reading != nil }
        random.shuffle(&order)
        let starts = (0...ReadingOpinions.parts).map { order.count * $0 / ReadingOpinions.parts }
        for (start, end) in zip(starts, starts.dropFirst()) {
            let shown = Array(order[..<start] + order[end...])
            guard !shown.isEmpty else { continue }
            var network = ReadingNetwork(plan, &random)
            network.run(over: rows, at: shown, &random)
            for position in order[start..<end] {
                opinions[position] = rows[position].reading.map { network.scores(of: $0) }
            }
        }
    }

    subscript(row: Int) -> SIMD8<Float>? { opinions[row] }

    /// Parts that texts are dealt into, each asked of networks that were shown the others.
    private static let parts = 5
}

/// A network that judges a text by its reading.
private struct ReadingNetwork {
    /// Side by side: what they make of a reading adds up.
    private var units: [ReadingUnits]
    private let plan: TrainingPlan

    init(_ plan: TrainingPlan, _ random: inout SplitMix) {
        self.plan = plan
        units = (0..<plan.opinionLayers).map { _ in ReadingUnits(&random) }
    }

    mutating func scores(of reading: Reading) -> SIMD8<Float> {
        judge(reading.times(plan.readingScale))
    }

    private mutating func judge(_ reading: Reading) -> SIMD8<Float> {
        var scores = SIMD8<Float>.zero
        for number in units.indices { scores += units[number].judge(reading) }
        return scores
    }

    /// Goes over the texts at `positions`, all of which have readings.
    mutating func run(over rows: [LabelledRow], at positions: [Int], _ random: inout SplitMix) {
        random.visit(positions, times: plan.passesOfOpinions) { position, left, random in
            guard let reading = rows[position].reading?.times(plan.readingScale) else { return }
            let goal = Goal(label: rows[position], smoothing: 0)
            let gradient = (softmax(judge(reading)) - goal.shares) * goal.weight
            for number in units.indices { units[number].learn(gradient, reading, plan.opinionRate * left) }
        }
    }
}

/// As many units of such a network as are reckoned with at once.
private struct ReadingUnits {
    private var weights: ReadingWeights
    private var steps: OutputSteps
    /// What its units gave last.
    private var given = Units.zero

    init(_ random: inout SplitMix) {
        weights = ReadingWeights(&random)
        steps = OutputSteps(OutputLayer(&random), biases: .zero)
    }

    mutating func judge(_ reading: Reading) -> SIMD8<Float> {
        let taken = steps.biases + weights.taken(from: reading)
        given = taken.kept(wherePositive: taken)
        return steps.outputs.scores(given)
    }

    /// Takes a step for the reading that was judged last.
    mutating func learn(_ gradient: SIMD8<Float>, _ reading: Reading, _ rate: Float) {
        let back = steps.outputs.back(gradient).kept(wherePositive: given)
        weights.move(back, reading, rate)
        steps.move(gradient, given: given, back: back, rate)
    }
}

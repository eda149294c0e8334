internal import Categories

/// What stands for many networks in the table: a vector of few numbers for each feature, and few networks that judge the sum
/// of these.
struct Pupil: Sendable {
    /// By feature.
    var vectors: [Units]
    var networks: [PupilNetwork]
}

extension Pupil {
    /// A pupil that knows what lies in the directions in which the networks' vectors differ most.
    init(_ networks: [Network], _ projection: Projection, features: [Int]) {
        vectors = features.map { projection.vector(of: $0, in: networks) }
        self.networks = networks.indices.prefix(TextNetworks.count).map { number in
            let units = projection.units[Units.count * number..<Units.count * (number + 1)]
            return PupilNetwork(networks[number], inputs: Array(units))
        }
    }
}

/// A network as the table has it, on the vector of a text.
struct PupilNetwork: Sendable {
    /// What the units take of each number of the vector.
    let inputs: [Units]
    let biases: Units
    let outputs: OutputLayer

    init(inputs: [Units], biases: Units, outputs: OutputLayer) {
        (self.inputs, self.biases, self.outputs) = (inputs, biases, outputs)
    }

    /// - Parameter inputs: What each unit takes of each number.
    fileprivate init(_ network: Network, inputs: [Units]) {
        self.inputs = (0..<Units.count).map { number in
            var column = Units.zero
            for unit in 0..<Units.count { column[unit] = inputs[unit][number] }
            return column
        }
        (biases, outputs) = (network.biases, network.outputs)
    }
}

/// Teaches a pupil what the mean of many networks says.
///
/// Taught by labels, it would learn by heart what it should have forgotten: its vectors have seen them already. Its teachers
/// say of any text what they think, so also of texts without most of their words, of which there is no end. The opinions by
/// readings stay those about the whole text.
struct Teaching {
    private let teachers: [Network]
    private let opinions: ReadingOpinions
    private let plan: TrainingPlan
    private var vectors: VectorSteps
    private var networks: [NetworkSteps]
    private var known: (teachers: [WeightedFeature], pupil: [WeightedFeature]) = ([], [])

    init(_ pupil: Pupil, by teachers: [Network], _ opinions: ReadingOpinions, _ plan: TrainingPlan) {
        (self.teachers, self.opinions, self.plan) = (teachers, opinions, plan)
        vectors = VectorSteps(pupil.vectors)
        networks = pupil.networks.map(NetworkSteps.init)
    }

    /// The pupil, as far as it has come.
    var taught: Pupil { Pupil(vectors: vectors.vectors, networks: networks.map(\.network)) }

    /// Goes over the texts at `positions`.
    ///
    /// - Parameters:
    ///   - all: The texts as the teachers know them.
    ///   - few: The same texts with the features that the pupil knows.
    ///   - weights: What each text counts.
    mutating func run(
        _ all: TrainingTexts, _ few: TrainingTexts, at positions: [Int], weights: [Float], _ random: inout SplitMix
    ) {
        random.visit(positions, times: plan.passesOfTeaching) { position, left, random in
            let salt = random.next()
            SplitMix.leaveOutWords(of: all[position], share: plan.teachingDropout, salt: salt, into: &known.teachers)
            SplitMix.leaveOutWords(of: few[position], share: plan.teachingDropout, salt: salt, into: &known.pupil)
            learn(opinions[position], weight: weights[position], left: left)
        }
    }

    private mutating func learn(_ opinion: SIMD8<Float>?, weight: Float, left: Float) {
        let goal = softmax(heard(opinion))
        let vector = vectors.sum(of: known.pupil)
        var scores = SIMD8<Float>.zero
        for number in networks.indices { scores += networks[number].judge(vector) }
        let gradient = (softmax(scores / Float(networks.count)) - goal) * weight
        var back = Units.zero
        for number in networks.indices {
            networks[number].learn(gradient, vector, plan.teachingRate * left, addingTo: &back)
        }
        vectors.move(known.pupil, back, plan.teachingVectorRate * left)
    }

    /// What the teachers say of the words that are left, and the opinion by the reading, if there is one.
    private func heard(_ opinion: SIMD8<Float>?) -> SIMD8<Float> {
        let mean = teachers.reduce(.zero) { $0 + $1.scores(of: known.teachers) } / Float(teachers.count)
        guard let opinion else { return mean }
        return mean * (1 - plan.opinionShare) + opinion * plan.opinionShare
    }
}

/// A network of a pupil while it is taught.
private struct NetworkSteps {
    private var inputs: UnitSteps
    private var steps: OutputSteps
    /// What its units gave last.
    private var given = Units.zero

    init(_ network: PupilNetwork) {
        inputs = UnitSteps(network.inputs)
        steps = OutputSteps(network.outputs, biases: network.biases)
    }

    var network: PupilNetwork {
        PupilNetwork(inputs: inputs.numbers, biases: steps.biases, outputs: steps.outputs)
    }

    /// The scores of a text's vector.
    mutating func judge(_ vector: Units) -> SIMD8<Float> {
        var taken = steps.biases
        for number in 0..<Units.count { taken += inputs.numbers[number] * vector[number] }
        given = taken.kept(wherePositive: taken)
        return steps.outputs.scores(given)
    }

    /// Takes a step for the vector that was judged last, and adds what is asked of it.
    mutating func learn(_ gradient: SIMD8<Float>, _ vector: Units, _ rate: Float, addingTo back: inout Units) {
        let asked = steps.outputs.back(gradient).kept(wherePositive: given)
        for number in 0..<Units.count {
            back[number] += (inputs.numbers[number] * asked).sum
            inputs.move(number, asked * vector[number], rate)
        }
        steps.move(gradient, given: given, back: asked, rate)
    }
}

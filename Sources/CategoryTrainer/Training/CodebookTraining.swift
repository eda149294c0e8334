internal import Categories

/// A network as the table has it, on the vector of a text.
struct ProjectedNetwork: Sendable {
    /// What each unit takes of each number of the vector: by unit, and by number.
    let byUnit: [Units]
    let byNumber: [Units]
    let biases: Units
    let outputs: OutputLayer

    /// - Parameter inputs: What each unit takes of each number.
    init(_ network: Network, inputs: [Units]) {
        byUnit = inputs
        byNumber = (0..<Units.count).map { number in
            var column = Units.zero
            for unit in 0..<Units.count { column[unit] = inputs[unit][number] }
            return column
        }
        (biases, outputs) = (network.biases, network.outputs)
    }

    func taken(from vector: Units) -> Units {
        var taken = biases
        for number in 0..<Units.count { taken += byNumber[number] * vector[number] }
        return taken
    }

    /// What a change of scores asks of the vector.
    func back(_ gradient: SIMD8<Float>, taken: Units, units: Units) -> Units {
        let inner = (outputs.back(gradient) * units).kept(wherePositive: taken)
        var back = Units.zero
        for unit in 0..<Units.count { back += byUnit[unit] * inner[unit] }
        return back
    }
}

/// Moves codewords so that the networks, which stay as they are, judge texts well with them.
struct CodebookTraining {
    private(set) var coding: AdditiveCoding
    private let networks: [ProjectedNetwork]
    private let plan: TrainingPlan
    private var squares = [[Float]](
        repeating: [Float](repeating: 1e-8, count: Codebooks.codewords), count: Codebooks.count)
    private var kept: [WeightedFeature] = []

    init(_ coding: AdditiveCoding, _ networks: [ProjectedNetwork], _ plan: TrainingPlan) {
        (self.coding, self.networks, self.plan) = (coding, networks, plan)
    }

    /// Goes over the texts at `positions`.
    mutating func run(over texts: TrainingTexts, at positions: [Int], goals: [Goal], _ random: inout SplitMix) {
        random.visit(positions, times: plan.passesOfCodebooks) { position, left, random in
            random.leaveOutWords(of: texts[position], share: plan.wordDropout, into: &kept)
            move(back(goals[position], &random), plan.codebookRate * left)
        }
    }

    private func back(_ goal: Goal, _ random: inout SplitMix) -> Units {
        var vector = Units.zero
        for feature in kept { vector += coding.vector(Int(feature.number)) * feature.weight }
        var back = Units.zero
        for network in networks {
            let units = random.kept(leavingOut: plan.unitDropout)
            let taken = network.taken(from: vector)
            let scores = network.outputs.scores((taken * units).kept(wherePositive: taken))
            back += network.back((softmax(scores) - goal.shares) * goal.weight, taken: taken, units: units)
        }
        return back
    }

    private mutating func move(_ back: Units, _ rate: Float) {
        let square = back.energy / Float(Units.count)
        guard square > 0 else { return }
        for feature in kept {
            for book in coding.books.indices {
                let code = Int(coding.codes[book][Int(feature.number)])
                squares[book][code] += square * feature.weight * feature.weight
                coding.books[book][code] -= back * (rate * feature.weight / squares[book][code].squareRoot())
            }
        }
    }
}

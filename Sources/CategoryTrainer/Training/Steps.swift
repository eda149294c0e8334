/// Vectors of features that are moved step by step, each the less the more it was moved (Adagrad).
struct VectorSteps {
    private(set) var vectors: [Units]
    /// Sums of squared gradients: of a vector their mean over its numbers.
    private var squares: [Float]

    init(_ vectors: [Units]) {
        self.vectors = vectors
        squares = [Float](repeating: 1e-8, count: vectors.count)
    }

    /// The weighted sum of the vectors of some features.
    func sum(of features: [WeightedFeature]) -> Units {
        var sum = Units.zero
        for feature in features { sum += vectors[Int(feature.number)] * feature.weight }
        return sum
    }

    /// - Parameter back: What the sum should have less of.
    mutating func move(_ features: [WeightedFeature], _ back: Units, _ rate: Float) {
        let square = back.energy / Float(Units.count)
        guard square > 0 else { return }
        for feature in features {
            let vector = Int(feature.number)
            squares[vector] += square * feature.weight * feature.weight
            vectors[vector] -= back * (rate * feature.weight / squares[vector].squareRoot())
        }
    }
}

/// Numbers by unit that are moved in the same way, each by itself.
struct UnitSteps {
    private(set) var numbers: [Units]
    private var squares: [Units]

    init(_ numbers: [Units]) {
        self.numbers = numbers
        squares = [Units](repeating: Units(repeating: 1e-6), count: numbers.count)
    }

    @inline(__always)
    mutating func move(_ number: Int, _ gradient: Units, _ rate: Float) {
        squares[number] += gradient * gradient
        numbers[number] -= gradient * rate / squares[number].squareRoot
    }
}

/// What the units of a network bring along and give, moved in the same way.
struct OutputSteps {
    private(set) var biases: Units
    private(set) var outputs: OutputLayer
    private var biasSquares = Units(repeating: 1e-6)
    private var unitSquares = [Units](repeating: Units(repeating: 1e-6), count: 7)
    private var outcomeSquares = SIMD8<Float>(repeating: 1e-6)

    init(_ outputs: OutputLayer, biases: Units) { (self.outputs, self.biases) = (outputs, biases) }

    /// - Parameters:
    ///   - gradient: What the scores should have less of.
    ///   - given: What the units gave.
    ///   - back: What the units should have taken in less of.
    mutating func move(_ gradient: SIMD8<Float>, given: Units, back: Units, _ rate: Float) {
        for outcome in 0..<7 {
            // A little decay, so that no unit's outputs run away.
            let change = given * gradient[outcome] + outputs.units[outcome] * 1e-5
            unitSquares[outcome] += change * change
            outputs.units[outcome] -= change * rate / unitSquares[outcome].squareRoot
        }
        var gradient = gradient
        gradient[7] = 0
        outcomeSquares += gradient * gradient
        outputs.bias -= gradient * rate / outcomeSquares.squareRoot()
        biasSquares += back * back
        biases -= back * rate / biasSquares.squareRoot
    }
}

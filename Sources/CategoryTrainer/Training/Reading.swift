/// What a larger reader makes of a text: numbers that are alike for texts that are about like things, in whatever language.
struct Reading: Sendable {
    static let count = 4 * Units.count
    static let zero = Reading()

    private var parts = [4 of Units](repeating: .zero)

    subscript(number: Int) -> Float {
        get { parts[number / Units.count][number % Units.count] }
        set { parts[number / Units.count][number % Units.count] = newValue }
    }

    func times(_ factor: Float) -> Reading {
        var product = self
        for part in 0..<4 { product.parts[part] = parts[part] * factor }
        return product
    }

    @inline(__always)
    mutating func add(_ other: Reading, times factor: Float) {
        for part in 0..<4 { parts[part] += other.parts[part] * factor }
    }
}

/// What readings of texts tell of features: a feature's is the mean over the texts that it is in.
///
/// The reader, which is far too large for the program, knows words from texts of a hundred languages. A feature that few
/// labelled texts have, or those of one language alone, so comes to lie near others that mean the same.
struct FeatureReadings {
    private var readings: [Reading]

    /// Nil where no text has a reading.
    ///
    /// - Parameters:
    ///   - positions: The texts that count; no other may tell anything.
    ///   - scale: What the numbers are multiplied by.
    init?(_ rows: [LabelledRow], _ texts: TrainingTexts, at positions: [Int], scale: Float) {
        guard positions.contains(where: { rows[$0].reading != nil }) else { return nil }
        readings = [Reading](repeating: .zero, count: texts.chosen.count)
        var counts = [Float](repeating: 0, count: readings.count)
        for position in positions {
            guard let reading = rows[position].reading else { continue }
            for feature in texts[position].features {
                readings[Int(feature)].add(reading, times: scale)
                counts[Int(feature)] += 1
            }
        }
        for feature in readings.indices {
            var mean = Reading.zero
            // The 2 holds back what few texts tell.
            mean.add(readings[feature], times: 1 / (counts[feature] + 2))
            readings[feature] = mean
        }
    }

    subscript(feature: Int) -> Reading { readings[feature] }
}

/// What units take of each number of a reading.
struct ReadingWeights {
    private var weights: UnitSteps

    init(_ random: inout SplitMix) {
        weights = UnitSteps((0..<Reading.count).map { _ in random.units() * 0.02 })
    }

    /// What the units take from a reading.
    func taken(from reading: Reading) -> Units {
        var taken = Units.zero
        for number in 0..<Reading.count { taken += weights.numbers[number] * reading[number] }
        return taken
    }

    /// - Parameter back: What the units should have taken less of.
    mutating func move(_ back: Units, _ reading: Reading, _ rate: Float) {
        for number in 0..<Reading.count {
            weights.move(number, back * reading[number], rate)
        }
    }
}

/// What a network takes from the readings of features while it is trained: then it is added to their vectors, and the
/// readings are not needed any more.
struct ReadingLayer {
    private var weights: ReadingWeights
    private let readings: FeatureReadings

    init(_ readings: FeatureReadings, _ random: inout SplitMix) {
        self.readings = readings
        weights = ReadingWeights(&random)
    }

    /// The reading of a text that has these features.
    func reading(of features: [WeightedFeature]) -> Reading {
        var reading = Reading.zero
        for feature in features { reading.add(readings[Int(feature.number)], times: feature.weight) }
        return reading
    }

    func taken(from reading: Reading) -> Units { weights.taken(from: reading) }

    mutating func move(_ back: Units, _ reading: Reading, _ rate: Float) { weights.move(back, reading, rate) }

    /// Adds to the vectors what the units take from the readings of their features.
    func add(to vectors: inout [Units]) {
        for feature in vectors.indices { vectors[feature] += taken(from: readings[feature]) }
    }
}

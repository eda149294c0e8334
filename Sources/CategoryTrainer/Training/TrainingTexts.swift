internal import Categories

/// The texts of a corpus with the features that a model knows, as vectors of length 1.
struct TrainingTexts {
    /// One text.
    struct Text {
        var features: ArraySlice<UInt32>
        var weights: ArraySlice<Float>
    }

    /// The corpus's number of each feature of the model.
    let chosen: [Int]
    private var starts: [Int] = [0]
    private var features: [UInt32] = []
    private var weights: [Float] = []

    /// - Parameter chosen: The corpus's numbers of the features that the model knows, in its order.
    init(_ corpus: Corpus, chosen: [Int]) {
        self.chosen = chosen
        var numbers = [UInt32](repeating: .max, count: corpus.hashes.count)
        for (number, feature) in chosen.enumerated() { numbers[feature] = UInt32(number) }
        for text in 0..<corpus.count {
            var length: Float = 0
            let start = features.count
            for index in corpus.starts[text]..<corpus.starts[text + 1] {
                let number = numbers[Int(corpus.features[index])]
                guard number != .max else { continue }
                let weight = TermWeight.of(count: corpus.counts[index])
                features.append(number)
                weights.append(weight)
                length += weight * weight
            }
            if length > 0 {
                let norm = 1 / length.squareRoot()
                for index in start..<features.count { weights[index] *= norm }
            }
            starts.append(features.count)
        }
    }

    subscript(text: Int) -> Text {
        let range = starts[text]..<starts[text + 1]
        return Text(features: features[range], weights: weights[range])
    }

    /// For each feature the sum of its squared weights in the texts at `positions`.
    func energy(at positions: [Int]) -> [Float] {
        var energy = [Float](repeating: 0, count: chosen.count)
        for position in positions {
            let text = self[position]
            for (feature, weight) in zip(text.features, text.weights) { energy[Int(feature)] += weight * weight }
        }
        return energy
    }
}

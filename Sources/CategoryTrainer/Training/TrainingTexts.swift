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

    /// The same texts as a model sees them that knows some kinds of features alone; with longer vectors, so that its scores
    /// are as large as those of one that knows all.
    func seen(as kinds: Set<FeatureKind>, _ corpus: Corpus) -> (texts: TrainingTexts, stretch: Float) {
        let isSeen = chosen.map { kinds.contains(corpus.kinds[$0]) }
        var view = TrainingTexts(chosen: chosen)
        var (all, seen): (Float, Float) = (0, 0)
        for text in 0..<starts.count - 1 {
            for index in starts[text]..<starts[text + 1] {
                let energy = weights[index] * weights[index]
                all += energy
                guard isSeen[Int(features[index])] else { continue }
                seen += energy
                view.features.append(features[index])
                view.weights.append(weights[index])
            }
            view.starts.append(view.features.count)
        }
        let stretch = seen > 0 ? (all / seen).squareRoot() : 1
        for index in view.weights.indices { view.weights[index] *= stretch }
        return (view, stretch)
    }

    private init(chosen: [Int]) { self.chosen = chosen }

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

internal import Categories

/// The texts of a corpus with the features that a model knows, as vectors of length 1.
struct TrainingTexts {
    /// One text.
    struct Text {
        var features: ArraySlice<UInt32>
        var weights: ArraySlice<Float>
        /// The number of the word that each is made of, or of the first of them.
        var words: ArraySlice<UInt16>
    }

    /// The corpus's number of each feature of the model.
    let chosen: [Int]
    private var starts: [Int] = [0]
    private var features: [UInt32] = []
    private var weights: [Float] = []
    private var words: [UInt16] = []

    /// - Parameter chosen: The corpus's numbers of the features that the model knows, in its order.
    init(_ corpus: Corpus, chosen: [Int]) {
        var numbers = [UInt32](repeating: .max, count: corpus.hashes.count)
        for (number, feature) in chosen.enumerated() { numbers[feature] = UInt32(number) }
        self.init(corpus, chosen: chosen, numbers: numbers)
    }

    /// The texts as a model with so many buckets reads them: features that it does not know, and takes for others as they
    /// have the same mark in the same bucket, belong to what it must learn to live with.
    init(_ corpus: Corpus, chosen: [Int], buckets: Int) {
        func address(_ feature: Int) -> Int {
            let hash = corpus.hashes[feature]
            return TextModel.bucket(of: hash, among: UInt64(buckets)) << 16 | Int(TextModel.mark(of: hash))
        }
        var known: [Int: UInt32] = [:]
        known.reserveCapacity(chosen.count)
        for (number, feature) in chosen.enumerated() { known[address(feature)] = UInt32(number) }
        self.init(corpus, chosen: chosen, numbers: corpus.hashes.indices.map { known[address($0)] ?? .max })
    }

    /// - Parameter numbers: The model's number of each feature of the corpus.
    private init(_ corpus: Corpus, chosen: [Int], numbers: [UInt32]) {
        self.chosen = chosen
        /// The last text that each feature was in, and where it stands there.
        var seen = [(text: Int, index: Int)](repeating: (-1, 0), count: chosen.count)
        var counts: [UInt8] = []
        for text in 0..<corpus.count {
            counts.removeAll(keepingCapacity: true)
            let start = features.count
            for index in corpus.starts[text]..<corpus.starts[text + 1] {
                let number = numbers[Int(corpus.features[index])]
                guard number != .max else { continue }
                if seen[Int(number)].text == text {
                    let place = seen[Int(number)].index - start
                    counts[place] = min(TermWeight.mostCounted, counts[place] + corpus.counts[index])
                    continue
                }
                seen[Int(number)] = (text, features.count)
                features.append(number)
                words.append(corpus.words[index])
                counts.append(corpus.counts[index])
            }
            appendWeights(of: counts)
            starts.append(features.count)
        }
    }

    private mutating func appendWeights(of counts: [UInt8]) {
        let raw = counts.map { Float(TermWeight.of(count: $0)) }
        let length = raw.reduce(0) { $0 + $1 * $1 }.squareRoot()
        weights.append(contentsOf: raw.map { $0 / length })
    }

    subscript(text: Int) -> Text {
        let range = starts[text]..<starts[text + 1]
        return Text(features: features[range], weights: weights[range], words: words[range])
    }

    /// For each feature the sum of its squared weights in the texts at `positions`, each text times its weight.
    func energy(at positions: [Int], weights: [Float]? = nil) -> [Float] {
        var energy = [Float](repeating: 0, count: chosen.count)
        for position in positions {
            let (text, factor) = (self[position], weights?[position] ?? 1)
            for (feature, weight) in zip(text.features, text.weights) {
                energy[Int(feature)] += weight * weight * factor
            }
        }
        return energy
    }
}

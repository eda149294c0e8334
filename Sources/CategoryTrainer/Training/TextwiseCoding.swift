/// Chooses codewords once more, one feature after the other, so that what is wrong with features that stand together, such
/// as a word and its runs of letters, cancels as far as may be: a text is judged by the sum of all.
struct TextwiseCoding {
    private(set) var coding: AdditiveCoding
    /// As they should be.
    private let vectors: [Units]
    private let occurrences: Occurrences
    /// What each text's vector lacks.
    private var errors: [Units]

    /// What others lack is made up for in part: the rest is of these texts alone, and does not come again.
    private static let share: Float = 0.7
    /// Holds back features that few texts have, as if there were so much more of them.
    private static let restraint: Float = 0.1
    private static let rounds = 2

    init(_ coding: AdditiveCoding, of vectors: [Units], in texts: TrainingTexts, at positions: [Int]) {
        (self.coding, self.vectors) = (coding, vectors)
        occurrences = Occurrences(of: vectors.count, in: texts, at: positions)
        errors = [Units](repeating: .zero, count: (positions.max() ?? -1) + 1)
        for position in positions {
            let text = texts[position]
            for (feature, weight) in zip(text.features, text.weights) {
                errors[position] += (vectors[Int(feature)] - coding.vector(Int(feature))) * weight
            }
        }
    }

    mutating func run(_ random: inout SplitMix) {
        var order = Array(vectors.indices)
        for _ in 0..<TextwiseCoding.rounds {
            let nearest = coding.books.map(Nearest.init)
            random.shuffle(&order)
            for feature in order { choose(feature, nearest) }
        }
    }

    private mutating func choose(_ feature: Int, _ nearest: [Nearest]) {
        let lacking = vectors[feature] - coding.vector(feature)
        var (others, energy) = (Units.zero, 0 as Float)
        for (text, weight) in occurrences.of(feature) {
            others += errors[Int(text)] * weight
            energy += weight * weight
        }
        others -= lacking * energy
        let goal = vectors[feature] + others * (TextwiseCoding.share / (energy + TextwiseCoding.restraint))
        for _ in 0..<2 {
            for book in nearest.indices {
                let rest = goal - coding.vector(feature) + coding.books[book][Int(coding.codes[book][feature])]
                coding.setCode(nearest[book].number(to: rest), of: feature, in: book)
            }
        }
        let change = vectors[feature] - coding.vector(feature) - lacking
        for (text, weight) in occurrences.of(feature) { errors[Int(text)] += change * weight }
    }
}

/// The texts that each feature is in, and what it weighs there.
private struct Occurrences {
    private var starts: [Int]
    private var texts: [UInt32]
    private var weights: [Float]

    init(of count: Int, in all: TrainingTexts, at positions: [Int]) {
        starts = [Int](repeating: 0, count: count + 1)
        for position in positions {
            for feature in all[position].features { starts[Int(feature) + 1] += 1 }
        }
        for feature in 0..<count { starts[feature + 1] += starts[feature] }
        texts = [UInt32](repeating: 0, count: starts[count])
        weights = [Float](repeating: 0, count: starts[count])
        var next = starts
        for position in positions {
            let text = all[position]
            for (feature, weight) in zip(text.features, text.weights) {
                let place = next[Int(feature)]
                (texts[place], weights[place]) = (UInt32(position), weight)
                next[Int(feature)] += 1
            }
        }
    }

    func of(_ feature: Int) -> Zip2Sequence<ArraySlice<UInt32>, ArraySlice<Float>> {
        let range = starts[feature]..<starts[feature + 1]
        return zip(texts[range], weights[range])
    }
}

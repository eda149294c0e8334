internal import Glibc

/// What the text model makes of one item.
package struct TextScores: Sendable {
    /// Log-odds of the seven outcomes against each other, up to a constant.
    package var scores: OutcomeScores
    /// How much of the text the model knows: the share of its words, 0 to 1.
    package var familiarity: Double
    /// How many words the text has.
    package var wordCount: Int
}

extension TextModel {
    /// The scores of an item's text: the sum of its known features' weights, each times the logarithm of how often it
    /// occurs, as a vector of length 1.
    package func scores(title: String, summary: String) -> TextScores {
        KnownFeatures.withNone { known in
            FeatureBatch.withNone { batch in
                var sink = ScoringSink(model: self, batch: batch, known: known)
                TextFeatures.visit(title: title, &sink)
                sink.lookUp()
                sink.count = 1
                TextFeatures.visit(summary: summary, &sink)
                sink.lookUp()
                return scores(of: sink)
            }
        }
    }

    private func scores(of sink: ScoringSink) -> TextScores {
        let (words, knownWords) = (sink.batch.words, sink.batch.knownWords)
        let (sum, length) = sink.known.sum(of: self)
        return TextScores(
            scores: scores(sum: sum, length: length),
            familiarity: words == 0 ? 0 : Double(knownWords) / Double(words), wordCount: words)
    }

    private func scores(sum: SIMD8<Float>, length: Float) -> OutcomeScores {
        var scores = OutcomeScores(repeating: 0)
        let norm = length > 0 ? 1 / length.squareRoot() : 0
        for outcome in 0..<7 {
            scores[outcome] = Double((sum[outcome] * norm + parameters[.bias, outcome]) / parameters[.temperature])
        }
        return scores
    }
}

/// Looks features up, a batch at a time.
private struct ScoringSink: FeatureSink {
    let model: TextModel
    var batch: FeatureBatch
    var known: KnownFeatures
    /// What an occurrence counts; the title comes first.
    var count = TextFeatures.titleCount

    @inline(__always)
    mutating func take(_ hash: UInt64, _ kind: FeatureKind, in range: Range<Int>) {
        batch.append(hash, isWord: kind == .word, of: model)
        if batch.isFull { lookUp() }
    }

    /// Not inlined, as there are many places where a batch gets full.
    @inline(never)
    mutating func lookUp() {
        for slot in batch.removeAll(knownTo: model) { known.add(slot, count: count) }
    }
}

/// What a feature counts that occurs so many times: the logarithm of one more.
package enum TermWeight {
    /// More occurrences than this count like this many.
    package static let mostCounted: UInt8 = 15

    @inline(__always)
    package static func of(count: UInt8) -> Float {
        switch count {
        case 0: 0
        case 1: 0.693_147_2
        case 2: 1.098_612_3
        case 3: 1.386_294_4
        case 4: 1.609_437_9
        case 5: 1.791_759_5
        case 6: 1.945_910_1
        case 7: 2.079_441_5
        case 8: 2.197_224_6
        case 9: 2.302_585_1
        case 10: 2.397_895_3
        case 11: 2.484_906_6
        case 12: 2.564_949_4
        case 13: 2.639_057_3
        case 14: 2.708_050_2
        default: 2.772_588_7
        }
    }
}

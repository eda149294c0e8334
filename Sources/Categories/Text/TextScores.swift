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
    /// The scores of an item's text.
    package func scores(title: String, summary: String) -> TextScores {
        reading(title: title, summary: summary) { known, batch in
            let words = batch.words
            return TextScores(
                scores: scores(of: known),
                familiarity: words == 0 ? 0 : Double(batch.knownWords) / Double(words), wordCount: words)
        }
    }

    /// Calls `body` with what the model knows of a text.
    func reading<Result>(
        title: String, summary: String, _ body: (KnownFeatures, FeatureBatch) -> Result
    ) -> Result {
        KnownFeatures.withNone { known in
            FeatureBatch.withNone { batch in
                var sink = ScoringSink(model: self, batch: batch, known: known)
                TextFeatures.visit(title: title, &sink)
                sink.lookUp()
                sink.count = 1
                TextFeatures.visit(summary: summary, &sink)
                sink.lookUp()
                return body(sink.known, sink.batch)
            }
        }
    }

    private func scores(of known: KnownFeatures) -> OutcomeScores {
        var sum = SIMD8<Float>(repeating: 0)
        visitUnits(known) { unit, taken in
            if taken > 0 { sum += networks.outputs(of: unit) * taken }
        }
        var scores = OutcomeScores(repeating: 0)
        for outcome in 0..<7 {
            scores[outcome] = Double((sum[outcome] + parameters[.bias, outcome]) / parameters[.temperature])
        }
        return scores
    }

    /// Tells what each unit of the hidden layers takes in.
    @inline(__always)
    func visitUnits(_ known: KnownFeatures, _ take: (_ unit: Int, _ taken: Float) -> Void) {
        // Not an array of fixed size: Swift 6.3 copies it whole for each number that is read.
        withUnsafeTemporaryAllocation(of: Float.self, capacity: Codebooks.width) { vector in
            let (sums, level) = (known.sums(in: codebooks), level(in: known))
            for number in vector.indices { vector[number] = Float(sums[number]) * level }
            for eight in 0..<TextNetworks.eights {
                var taken = networks.biases(of: eight)
                for number in 0..<Codebooks.width {
                    taken += networks.inputs(of: eight, from: number) * vector[number]
                }
                for place in 0..<8 { take(eight &* 8 &+ place, taken[place]) }
            }
        }
    }

    /// What one level of a vector is worth in a text: the text's own length is taken out.
    func level(in known: KnownFeatures) -> Float {
        let length = known.length
        return length > 0 ? parameters[.scale] / length : 0
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
    mutating func take(_ hash: UInt64, isWord: Bool, in range: Range<Int>) {
        batch.append(hash, isWord: isWord, of: model)
        if batch.isFull { lookUp() }
    }

    /// Not inlined, as there are many places where a batch gets full.
    @inline(never)
    mutating func lookUp() {
        for slot in batch.removeAll(knownTo: model) { known.add(slot, count: count, of: model) }
    }
}

/// What a feature weighs that occurs so many times: twice the logarithm to base 2 of one more, in whole numbers.
package enum TermWeight {
    /// More occurrences than this weigh as much as this many.
    package static let mostCounted: UInt8 = 15

    /// From 0 occurrences on, four bits each: a table that needs neither memory nor conditions.
    private static let weights: UInt64 = 0x8887_7776_6655_4320

    @inline(__always)
    package static func of(count: UInt8) -> Int16 {
        Int16(truncatingIfNeeded: weights &>> UInt64(4 &* count) & 15)
    }
}

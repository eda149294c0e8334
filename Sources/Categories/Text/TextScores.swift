internal import Glibc

/// What the text model makes of one item.
package struct TextScores: Sendable {
    /// Log-odds of the seven outcomes against each other, up to a constant.
    package var scores: OutcomeScores
    /// How much of the text the model knows: the share of its words, 0 to 1.
    package var familiarity: Double
    /// How many words the text has.
    package var wordCount: Int
    /// What a feature's weight is multiplied with in this text.
    var unit: Double
}

extension TextModel {
    /// The scores of an item's text: the sum of its known features' weights, each times the logarithm of how often it
    /// occurs, as a vector of length 1.
    package func scores(of features: TextFeatures) -> TextScores {
        var known = KnownFeatures()
        var knownWords = 0
        var nextWord = 0
        let hashes = features.hashes
        for position in hashes.indices {
            let slot = knownSlot(of: hashes[position])
            if nextWord < features.words.count, features.words[nextWord] == position {
                nextWord += 1
                if slot != nil { knownWords += 1 }
            }
            guard let slot else { continue }
            known.add(slot, count: position < features.inTitle ? TextFeatures.titleCount : 1)
        }
        let (sum, length) = known.sum(of: self)
        let words = features.words.count
        return TextScores(
            scores: scores(sum: sum, length: length), familiarity: words == 0 ? 0 : Double(knownWords) / Double(words),
            wordCount: words, unit: length > 0 ? 1 / Double(length.squareRoot() * parameters[.temperature]) : 0)
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

/// The known features of one text with how often each occurs: a hash table of a fixed first size.
struct KnownFeatures {
    private var slots: [Int32]
    private var counts: [UInt8]
    private var order: [Int32] = []
    private var mask: Int

    init() {
        slots = [Int32](repeating: -1, count: 1_024)
        counts = [UInt8](repeating: 0, count: 1_024)
        mask = 1_023
        order.reserveCapacity(512)
    }

    mutating func add(_ slot: Int, count: UInt8) {
        if order.count * 2 > mask { grow() }
        let place = place(of: Int32(slot))
        if slots[place] < 0 {
            slots[place] = Int32(slot)
            order.append(Int32(slot))
        }
        counts[place] = min(TermWeight.mostCounted, counts[place] &+ count)
    }

    /// The weighted sum of the weights, and the square of the vector's length.
    func sum(of model: TextModel) -> (sum: SIMD8<Float>, length: Float) {
        var sum = SIMD8<Float>(repeating: 0)
        var length: Float = 0
        for slot in order {
            let weight = TermWeight.of(count: counts[place(of: slot)])
            sum += model.weights(in: Int(slot)) * weight
            length += weight * weight
        }
        return (sum, length)
    }

    private func place(of slot: Int32) -> Int {
        var place = Int(truncatingIfNeeded: UInt32(bitPattern: slot) &* 0x9E37_79B1) & mask
        while slots[place] >= 0, slots[place] != slot { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        let (oldSlots, oldCounts) = (slots, counts)
        mask = mask * 2 + 1
        slots = [Int32](repeating: -1, count: mask + 1)
        counts = [UInt8](repeating: 0, count: mask + 1)
        for (slot, count) in zip(oldSlots, oldCounts) where slot >= 0 {
            let place = place(of: slot)
            slots[place] = slot
            counts[place] = count
        }
    }
}

/// What a feature counts that occurs so many times: the logarithm of one more.
package enum TermWeight {
    /// More occurrences than this count like this many.
    package static let mostCounted: UInt8 = 15

    @inline(__always)
    package static func of(count: UInt8) -> Float {
        let weights = SIMD16<Float>(
            0, 0.693_147_2, 1.098_612_3, 1.386_294_4, 1.609_437_9, 1.791_759_5, 1.945_910_1, 2.079_441_5, 2.197_224_6,
            2.302_585_1, 2.397_895_3, 2.484_906_6, 2.564_949_4, 2.639_057_3, 2.708_050_2, 2.772_588_7)
        return weights[Int(min(count, mostCounted))]
    }
}

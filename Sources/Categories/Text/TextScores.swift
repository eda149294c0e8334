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
        withUnsafeTemporaryAllocation(of: KnownFeatures.Entry.self, capacity: KnownFeatures.capacity) { room in
            var sink = ScoringSink(model: self, known: KnownFeatures(room))
            sink.count = TextFeatures.titleCount
            TextFeatures.visit(title: title, &sink)
            sink.count = 1
            TextFeatures.visit(summary: summary, &sink)
            let (sum, length) = sink.known.sum(of: self)
            return TextScores(
                scores: scores(sum: sum, length: length),
                familiarity: sink.words == 0 ? 0 : Double(sink.knownWords) / Double(sink.words), wordCount: sink.words)
        }
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

/// Looks features up as they come.
private struct ScoringSink: FeatureSink {
    let model: TextModel
    var known: KnownFeatures
    /// What an occurrence counts.
    var count: UInt8 = 1
    var words = 0
    var knownWords = 0

    @inline(__always)
    mutating func take(_ hash: UInt64, _ kind: FeatureKind, in range: Range<Int>) {
        if kind == .word { words += 1 }
        guard let slot = model.knownSlot(of: hash) else { return }
        if kind == .word { knownWords += 1 }
        known.add(slot, count: count)
    }
}

/// The known features of one text with how often each occurs: a hash table in borrowed room.
///
/// When it is full, further features are passed over: title and summary are cut so short that only a text that never
/// repeats itself gets there.
struct KnownFeatures {
    /// A place of the table, and beside it the place of another feature in the order they came in. The slot counts from
    /// 1, 0 being free.
    struct Entry {
        var slot: UInt32
        var count: UInt8
        var listed: UInt16
    }

    /// Places in the table; a power of two.
    static let capacity = 2_048
    private static let most = 1_536

    private let entries: UnsafeMutableBufferPointer<Entry>
    private var used = 0

    init(_ room: UnsafeMutableBufferPointer<Entry>) {
        entries = room
        entries.initialize(repeating: Entry(slot: 0, count: 0, listed: 0))
    }

    @inline(__always)
    mutating func add(_ slot: Int, count: UInt8) {
        let wanted = UInt32(truncatingIfNeeded: slot) &+ 1
        var place = Int(truncatingIfNeeded: (wanted &* 0x9E37_79B1) >> 21)
        while entries[place].slot != 0, entries[place].slot != wanted {
            place = (place + 1) & (KnownFeatures.capacity - 1)
        }
        if entries[place].slot == 0 {
            guard used < KnownFeatures.most else { return }
            entries[used].listed = UInt16(truncatingIfNeeded: place)
            used += 1
            entries[place].slot = wanted
        }
        entries[place].count = min(TermWeight.mostCounted, entries[place].count &+ count)
    }

    /// The weighted sum of the weights, and the square of the vector's length.
    func sum(of model: TextModel) -> (sum: SIMD8<Float>, length: Float) {
        var sum = SIMD8<Float>(repeating: 0)
        var length: Float = 0
        for number in 0..<used {
            let entry = entries[Int(entries[number].listed)]
            let weight = TermWeight.of(count: entry.count)
            sum += model.weights(in: Int(entry.slot) - 1) * weight
            length += weight * weight
        }
        return (sum, length)
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

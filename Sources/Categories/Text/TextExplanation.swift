internal import Glibc
internal import PlainText

/// A word of the text with what it counted.
public struct WeightedWord: Sendable, Hashable {
    /// The word, or two that stand together, folded as the model reads them.
    public var text: String
    /// Log-odds for the category against the runner-up.
    public var weight: Double

    /// A word and its weight.
    public init(text: String, weight: Double) {
        self.text = text
        self.weight = weight
    }
}

extension TextModel {
    /// Words that are shown.
    private static let mostWords = 8

    /// The words that spoke most for one outcome against another, the heaviest first. What runs of letters count is
    /// counted to their word; the words come from the item itself, so a hash that collides cannot lie.
    func words(title: String, summary: String, for outcome: Int, against other: Int) -> [WeightedWord] {
        let folded = [
            foldedWords(title, limit: TextFeatures.longestTitle),
            foldedWords(summary, limit: TextFeatures.longestSummary),
        ]
        var sink = OccurrenceSink()
        for (field, scalars) in folded.enumerated() {
            sink.field = field
            scalars.withUnsafeBufferPointer { visitFeatures(of: $0, &sink) }
        }
        var counts: [UInt64: UInt8] = [:]
        // Floating point adds up differently in another order, and that of a dictionary is another one in each run.
        var inOrder: [UInt64] = []
        for occurrence in sink.occurrences where knownSlot(of: occurrence.hash) != nil {
            if counts[occurrence.hash] == nil { inOrder.append(occurrence.hash) }
            counts[occurrence.hash, default: 0] = min(
                TermWeight.mostCounted, (counts[occurrence.hash] ?? 0) + occurrence.count)
        }
        let length = inOrder.reduce(0 as Float) { sum, hash in
            let weight = TermWeight.of(count: counts[hash] ?? 0)
            return sum + weight * weight
        }
        guard length > 0 else { return [] }
        let unit = 1 / (length.squareRoot() * parameters[.temperature])
        var words: [String: Double] = [:]
        for occurrence in sink.occurrences {
            guard let slot = knownSlot(of: occurrence.hash), let count = counts[occurrence.hash] else { continue }
            let weights = weights(in: slot)
            let difference = weights[outcome] - weights[other]
            let share = Float(occurrence.count) / Float(max(count, occurrence.count))
            let word = text(of: folded[occurrence.field][occurrence.range])
            words[word, default: 0] += Double(difference * TermWeight.of(count: count) * unit * share)
        }
        return words.filter { $0.value >= 0.05 }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .prefix(TextModel.mostWords)
            .map { WeightedWord(text: $0.key, weight: $0.value) }
    }

    private func text(of scalars: ArraySlice<UInt32>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars.compactMap { Unicode.Scalar($0) })
        return String(text)
    }
}

/// Keeps where each feature stands.
private struct OccurrenceSink: FeatureSink {
    struct Occurrence {
        var hash: UInt64
        var range: Range<Int>
        var field: Int
        /// What it counts: see ``TextFeatures/titleCount``.
        var count: UInt8
    }

    var field = 0
    var occurrences: [Occurrence] = []

    mutating func take(_ hash: UInt64, _ kind: FeatureKind, in range: Range<Int>) {
        occurrences.append(
            Occurrence(hash: hash, range: range, field: field, count: field == 0 ? TextFeatures.titleCount : 1))
    }
}

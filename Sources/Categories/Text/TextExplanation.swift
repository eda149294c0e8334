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
        let known = sink.occurrences.compactMap { occurrence in
            knownSlot(of: occurrence.hash).map { (occurrence: occurrence, slot: $0) }
        }
        // By slot, as the scores are counted: features that the model cannot tell apart are one.
        var counts: [Int: Int] = [:]
        for (occurrence, slot) in known { counts[slot, default: 0] += Int(occurrence.count) }
        let lever = reading(title: title, summary: summary) { known, _ in
            Lever(self, known, for: outcome, against: other)
        }
        var words: [String: Double] = [:]
        for (occurrence, slot) in known {
            let count = counts[slot] ?? 1
            let weight = TermWeight.of(count: UInt8(min(Int(TermWeight.mostCounted), count)))
            let share = Float(weight) * Float(occurrence.count) / Float(count)
            let word = text(of: folded[occurrence.field][occurrence.range])
            words[word, default: 0] += Double(lever.effect(of: codes(in: slot)) * share)
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

/// What features do to the odds between two outcomes, in one text.
///
/// What a unit that takes in more than 0 gives is a plain sum over the features, and the others give nothing. So with the
/// units that this text sets going, each feature has a share of the odds, and the shares add up to all that the features
/// do.
private struct Lever {
    private let codebooks: Codebooks
    /// What one level does, for each number of a vector.
    private let effects: [Float]

    init(_ model: TextModel, _ known: KnownFeatures, for outcome: Int, against other: Int) {
        codebooks = model.codebooks
        let (networks, level) = (model.networks, model.level(in: known) / model.parameters[.temperature])
        var effects = [Float](repeating: 0, count: Codebooks.width)
        model.visitUnits(known) { unit, taken in
            guard taken > 0 else { return }
            let outputs = networks.outputs(of: unit)
            let output = (outputs[outcome] - outputs[other]) * level
            for number in effects.indices {
                effects[number] += output * networks.inputs(of: unit / 8, from: number)[unit % 8]
            }
        }
        self.effects = effects
    }

    /// Log-odds for each unit of a feature's weight.
    func effect(of codes: FeatureCodes) -> Float {
        effects.indices.reduce(0) { $0 + effects[$1] * Float(codebooks.level($1, of: codes)) }
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

    mutating func take(_ hash: UInt64, isWord: Bool, in range: Range<Int>) {
        occurrences.append(
            Occurrence(hash: hash, range: range, field: field, count: field == 0 ? TextFeatures.titleCount : 1))
    }
}

internal import Glibc
internal import News

/// Evidence added up, words included.
struct Tally {
    /// Without calibration, an item goes out when its category is at least as probable as this.
    private static let leastProbability = 0.75
    /// Odds of the likeliest against the next, below which the two are called close: log 3.
    private static let closeMargin = 1.0986
    /// Less than this is a hint, and nothing to be close to.
    private static let leastRival = 1.0
    /// Reasons that are kept: an item may carry thousands of labels.
    static let mostReasons = 16

    private let evidence: [Evidence]
    private let text: TextEvidence?
    private let preset: MappingPreset
    /// Log-odds of the six in their order, then of none of them: by what publishers say, and with the words.
    private let sections: OutcomeScores
    private let scores: OutcomeScores

    init(_ all: [Evidence], text: TextEvidence? = nil, preset: MappingPreset = .strict) {
        evidence = Tally.oncePerWord(all)
        self.text = text
        self.preset = preset
        sections = Tally.scores(of: evidence)
        scores = sections + (text?.logProbabilities ?? OutcomeScores(repeating: 0))
    }

    /// The likeliest outcome and the next, by number. Ties go to the one that is listed first.
    var order: (first: Int, second: Int) { leaders(of: scores) }

    var decision: CategoryDecision {
        guard !evidence.isEmpty || text != nil else {
            return CategoryDecision(category: nil, best: nil, confidence: 0, doubt: .nothingSaid)
        }
        let probabilities = Tally.probabilities(scores)
        let (first, second) = order
        let best = category(first)
        var confidence = probabilities[first]
        var doubt: CategoryDoubt? = .noneOfTheSix
        if let best { (confidence, doubt) = judge(best, probabilities) }
        return CategoryDecision(
            category: doubt == nil ? best : nil, best: best, confidence: confidence, because: reasons, doubt: doubt,
            runnerUp: RunnerUp(category: category(second), probability: probabilities[second]))
    }

    private var reasons: [CategoryReason] {
        let all = evidence.prefix(Tally.mostReasons).map(\.reason)
        guard let text else { return all }
        return all.prefix(Tally.mostReasons - 1) + [text.reason]
    }

    /// How sure the likeliest is, and why it does not go out all the same.
    private func judge(_ best: Category, _ probabilities: OutcomeScores) -> (Double, CategoryDoubt?) {
        guard let text else { return judgeSections(best, probabilities) }
        let number = Int(Category.tableCode(best))
        var verdict = judge(best, scores, on: grounds, text)
        // What is said for a category, and nothing against it, takes nothing from what the words alone are worth.
        let isBacked = speaks && (0..<7).allSatisfy { $0 == number || sections[$0] == 0 }
        if isBacked, leaders(of: text.logProbabilities).first == number {
            let alone = judge(best, text.logProbabilities, on: .text, text)
            verdict.0 = max(verdict.0, alone.0)
            if alone.1 == nil { verdict.1 = nil }
        }
        return verdict
    }

    private func judge(
        _ best: Category, _ scores: OutcomeScores, on grounds: Grounds, _ text: TextEvidence
    ) -> (Double, CategoryDoubt?) {
        let (first, second) = leaders(of: scores)
        let confidence = text.parameters.confidence(calibrationInput(scores, text), best, grounds)
        let isClose = scores[first] - scores[second] < Tally.closeMargin
        if isClose, sections[second] >= Tally.leastRival || areSisters(first, second),
            sections[first] <= sections[second]
        {
            return (confidence, .tooClose(to: category(second)))
        }
        if confidence < text.parameters.threshold(best, grounds, preset) {
            return (confidence, grounds == .text ? .unsure : isClose ? .tooClose(to: category(second)) : .tooWeak)
        }
        if grounds == .text, text.isStrange || !text.trust.allows(best, preset) { return (confidence, .unsure) }
        return (confidence, nil)
    }

    private func calibrationInput(_ scores: OutcomeScores, _ text: TextEvidence) -> CalibrationInput {
        let (first, second) = leaders(of: scores)
        let probabilities = Tally.probabilities(scores)
        var nextOfSix = 0.0
        for outcome in 0..<6 where outcome != first { nextOfSix = max(nextOfSix, probabilities[outcome]) }
        return CalibrationInput(
            probability: probabilities[first], next: probabilities[second], nextOfSix: nextOfSix,
            familiarity: text.familiarity, wordCount: text.wordCount)
    }

    /// What calibration looks at; nil without words.
    var calibrationInput: CalibrationInput? { text.map { calibrationInput(scores, $0) } }

    /// What the decision rests on.
    var grounds: Grounds { speaks ? .sections : .text }

    /// Items without words that the model knows: what publishers say is all there is.
    private func judgeSections(_ best: Category, _ probabilities: OutcomeScores) -> (Double, CategoryDoubt?) {
        let (first, second) = order
        let confidence = probabilities[first]
        if confidence >= Tally.leastProbability { return (confidence, nil) }
        let isClose = scores[second] >= Tally.leastRival && scores[first] - scores[second] < Tally.closeMargin
        return (confidence, isClose ? .tooClose(to: category(second)) : .tooWeak)
    }

    /// Whether a publisher says more than a hint, for whatever.
    private var speaks: Bool { sections.max() >= Tally.leastRival }

    /// World and Politics, Technology and Science: the pairs that people, too, mistake for each other.
    private func areSisters(_ one: Int, _ other: Int) -> Bool {
        let pair = (min(one, other), max(one, other))
        return pair == (0, 1) || pair == (3, 4)
    }

    private func category(_ outcome: Int) -> Category? { Category(tableCode: UInt8(outcome)) }

    private func leaders(of scores: OutcomeScores) -> (first: Int, second: Int) {
        var (first, second) = (0, 1)
        if scores[1] > scores[0] { (first, second) = (1, 0) }
        for outcome in 2..<7 {
            if scores[outcome] > scores[first] {
                (first, second) = (outcome, first)
            } else if scores[outcome] > scores[second] {
                second = outcome
            }
        }
        return (first, second)
    }

    private static func probabilities(_ scores: OutcomeScores) -> OutcomeScores {
        var probabilities = OutcomeScores(repeating: 0)
        var sum = 0.0
        for outcome in 0..<7 {
            probabilities[outcome] = exp(scores[outcome])
            sum += probabilities[outcome]
        }
        return probabilities / sum
    }

    /// Heaviest first; of several mentions of one word for one category, the heaviest.
    static func oncePerWord(_ all: [Evidence]) -> [Evidence] {
        struct Word: Hashable {
            var hash: UInt64
            var category: Category?
        }
        guard all.count > 1 else { return all }
        var seen: Set<Word> = []
        return all.enumerated()
            .sorted { ($1.element.reason.weight, $0.offset) < ($0.element.reason.weight, $1.offset) }
            .map(\.element)
            .filter { seen.insert(Word(hash: $0.word, category: $0.reason.category)).inserted }
    }

    /// The heaviest word for each outcome, and a share of the next.
    static func scores(of evidence: [Evidence]) -> OutcomeScores {
        var scores = OutcomeScores(repeating: 0)
        var words = SIMD8<UInt8>(repeating: 0)
        for piece in evidence {
            let outcome = Int(Category.tableCode(piece.reason.category))
            if words[outcome] < 2 {
                scores[outcome] += piece.reason.weight * (words[outcome] == 0 ? 1 : LogOdds.shareOfSecondWord)
                words[outcome] += 1
            }
        }
        return scores
    }
}

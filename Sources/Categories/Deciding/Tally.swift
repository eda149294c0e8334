internal import Glibc
internal import News

/// Evidence added up.
struct Tally {
    /// An item goes out when its category is at least as probable as this.
    private static let leastProbability = 0.75
    /// Odds of the likeliest against the next, below which the two are called close: log 3.
    private static let closeMargin = 1.0986
    /// Less than this is a hint, and nothing to be close to.
    private static let leastRival = 1.0
    /// Reasons that are kept: an item may carry thousands of labels.
    private static let mostReasons = 16

    private let evidence: [Evidence]
    /// Log-odds of the six in their order, then of none of them.
    private let scores: [Double]

    init(_ all: [Evidence]) {
        evidence = Tally.oncePerWord(all)
        scores = Tally.scores(of: evidence)
    }

    var decision: CategoryDecision {
        let reasons = evidence.prefix(Tally.mostReasons).map(\.reason)
        guard !reasons.isEmpty else {
            return CategoryDecision(category: nil, best: nil, confidence: 0, doubt: .nothingSaid)
        }
        let none = Category.allCases.count
        // `max(by:)` gives the last of equals; the first one is wanted, and none of the six only if it leads.
        let order = scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }
        let (first, second) = (order[0], order[1])
        let best = first == none ? nil : Category.allCases[first]
        let confidence = probability(of: first)
        let doubt: CategoryDoubt? =
            if best == nil {
                .noneOfTheSix
            } else if confidence >= Tally.leastProbability {
                nil
            } else if scores[second] >= Tally.leastRival, scores[first] - scores[second] < Tally.closeMargin {
                .tooClose(to: second == none ? nil : Category.allCases[second])
            } else {
                .tooWeak
            }
        return CategoryDecision(
            category: doubt == nil ? best : nil, best: best, confidence: confidence, because: reasons,
            doubt: doubt,
            runnerUp: RunnerUp(
                category: second == none ? nil : Category.allCases[second], probability: probability(of: second)))
    }

    private func probability(of outcome: Int) -> Double {
        exp(scores[outcome]) / scores.reduce(0) { $0 + exp($1) }
    }

    /// Heaviest first; of several mentions of one word for one category, the heaviest.
    private static func oncePerWord(_ all: [Evidence]) -> [Evidence] {
        struct Word: Hashable {
            var hash: UInt64
            var category: Category?
        }
        var seen: Set<Word> = []
        return all.enumerated()
            .sorted { ($1.element.reason.weight, $0.offset) < ($0.element.reason.weight, $1.offset) }
            .map(\.element)
            .filter { seen.insert(Word(hash: $0.word, category: $0.reason.category)).inserted }
    }

    /// The heaviest word for each outcome, and a share of the next.
    private static func scores(of evidence: [Evidence]) -> [Double] {
        var scores = [Double](repeating: 0, count: Category.allCases.count + 1)
        var words = [Int](repeating: 0, count: scores.count)
        for piece in evidence {
            let outcome = Int(Category.tableCode(piece.reason.category))
            if words[outcome] < 2 {
                scores[outcome] += piece.reason.weight * (words[outcome] == 0 ? 1 : LogOdds.shareOfSecondWord)
            }
            words[outcome] += 1
        }
        return scores
    }
}

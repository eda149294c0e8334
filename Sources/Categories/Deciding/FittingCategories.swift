internal import Glibc
internal import News

/// Every category that an item fits, for newsrooms that send it to each.
///
/// A category fits when what publishers say for it would be enough if nothing were said for any other: the names of two
/// sections contradict each other where one has to be found, and are both true where an item may have two. Words do not
/// count here: what comes second by them is a doubt about the first, and no second category.
struct FittingCategories {
    private let evidence: [Evidence]
    private let scores: OutcomeScores

    init(_ all: [Evidence]) {
        evidence = Tally.oncePerWord(all)
        scores = Tally.scores(of: evidence)
    }

    /// Those that fit under a preset, the surest first, then as they are listed.
    func categories(under preset: MappingPreset) -> [Category] {
        let fitting = Category.allCases.filter { probabilityAlone(of: $0) >= preset.leastProbabilityAlone }
        return fitting.enumerated()
            .sorted { (score(of: $1.element), $0.offset) < (score(of: $0.element), $1.offset) }
            .map(\.element)
    }

    /// What speaks for these.
    func reasons(for categories: some Collection<Category>) -> [CategoryReason] {
        evidence.map(\.reason).filter { reason in reason.category.map(categories.contains) ?? false }
    }

    private func score(of category: Category) -> Double { scores[Int(Category.tableCode(category))] }

    /// Against the other five and none of the six, for which nothing speaks.
    private func probabilityAlone(of category: Category) -> Double {
        let odds = exp(score(of: category))
        return odds / (odds + 6)
    }
}

extension MappingPreset {
    /// The name of a category, a code, or a subject that agreed with what articles were about in 93 of 100 (see
    /// ``LogOdds``) is enough under `strict`; under `normal` subjects of the others are, too, but for those of business.
    fileprivate var leastProbabilityAlone: Double {
        switch self {
        case .strict: 0.9
        case .normal: 0.75
        }
    }
}

extension CategoryDecision {
    /// The decision with all categories that the evidence fits. Where it could not choose between two that both fit, it
    /// need not: the likelier one is the first.
    func fitting(_ evidence: [Evidence], _ preset: MappingPreset) -> CategoryDecision {
        let all = FittingCategories(evidence)
        let fitting = all.categories(under: preset)
        var decision = self
        if category == nil, case .tooClose(let rival?) = doubt, let best, fitting.contains(best),
            fitting.contains(rival)
        {
            decision.category = best
            decision.doubt = nil
        }
        guard let first = decision.category, rule == nil else { return decision }
        let others = fitting.filter { $0 != first }
        decision.categories = [first] + others
        decision.because += all.reasons(for: others).filter { !because.contains($0) }.prefix(Tally.mostReasons)
        return decision
    }
}

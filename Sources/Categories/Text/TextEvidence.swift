internal import Glibc
internal import News

/// What the words of an item say.
struct TextEvidence {
    /// Of the seven outcomes, toned down where little is known of the language.
    let logProbabilities: OutcomeScores
    let familiarity: Double
    let wordCount: Int
    /// Whether the language seems to be one that the model was not taught: then the words may not decide.
    let isStrange: Bool
    let trust: LanguageTrust
    let parameters: TextParameters
    /// What stands in the list of reasons.
    var reason: CategoryReason

    /// Fewer words than this say nothing.
    private static let leastWords = 3
    /// A text of which the model knows hardly a word says nothing.
    private static let leastFamiliarity = 0.01
    /// One of which it knows less than this is likely in a language it was not taught.
    private static let leastOfTaughtLanguage = 0.35
    /// What the words count in languages that little was learned of.
    private static let shareInUnknownLanguage = 0.3

    /// What the model makes of the words; nil where there are too few, or hardly any that it knows.
    init?(_ scores: TextScores, _ trust: LanguageTrust, _ parameters: TextParameters) {
        guard scores.wordCount >= TextEvidence.leastWords, scores.familiarity >= TextEvidence.leastFamiliarity else {
            return nil
        }
        self.trust = trust
        isStrange = scores.familiarity < TextEvidence.leastOfTaughtLanguage
        self.parameters = parameters
        familiarity = scores.familiarity
        wordCount = scores.wordCount
        var sum = 0.0
        for outcome in 0..<7 { sum += exp(scores.scores[outcome]) }
        var logs = scores.scores - log(sum)
        logs[7] = 0
        if !trust.isKnown || isStrange { logs *= TextEvidence.shareInUnknownLanguage }
        logProbabilities = logs
        var first = 0
        for outcome in 1..<7 where logs[outcome] > logs[first] { first = outcome }
        var next = first == 0 ? 1 : 0
        for outcome in 0..<7 where outcome != first && logs[outcome] > logs[next] { next = outcome }
        reason = CategoryReason(
            kind: .text, text: "", category: Category(tableCode: UInt8(first)), weight: logs[first] - logs[next])
    }
}

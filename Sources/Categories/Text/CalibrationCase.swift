package import News

/// One decision as the calibration sees it: what the evidence comes to before anybody says how sure that is.
package struct CalibrationCase: Sendable {
    /// The likeliest outcome, by number.
    package var outcome: Int
    /// What the decision rests on.
    package var grounds: Grounds
    /// What calibration looks at; for one of the six.
    package var input: CalibrationInput

    package init(outcome: Int, grounds: Grounds, input: CalibrationInput) {
        self.outcome = outcome
        self.grounds = grounds
        self.input = input
    }
}

extension CategoryMapper {
    /// The case that an item makes with a model; nil where its words say nothing.
    package func calibrationCase(_ item: Item, in feed: FeedSections, model: TextModel) -> CalibrationCase? {
        let evidence = feed.evidence + sectionEvidence(of: item, in: feed)
        // The table of a model that is being calibrated knows nothing of languages yet.
        let trust = LanguageTrust(isKnown: true, mask: 0)
        let summary = item.summary.map(plainSummary) ?? ""
        guard let text = textEvidence(model, item, summary, feed, trust: trust) else { return nil }
        return Tally(evidence, text: text).calibrationCase
    }
}

extension Tally {
    /// See ``CalibrationCase``.
    fileprivate var calibrationCase: CalibrationCase? {
        guard let input = calibrationInput else { return nil }
        return CalibrationCase(outcome: order.first, grounds: grounds, input: input)
    }
}

public import News
internal import PlainText

/// Finds the category of items from everything they and their feeds say.
public struct CategoryMapper: Sendable {
    /// The newsroom's rules; the first that matches decides.
    public var rules: [MappingRule]
    /// How sure a decision must be.
    public var preset: MappingPreset
    /// Whether an item that fits several categories gets all of them.
    public var allCategories: Bool

    /// A mapper with the built-in tables.
    public init(rules: [MappingRule] = [], preset: MappingPreset = .strict, allCategories: Bool = false) {
        self.rules = rules
        self.preset = preset
        self.allCategories = allCategories
    }

    /// The category of an item, why, and how sure that is.
    ///
    /// The newsroom's word is final: its rules, then the category that the feed list sets. Else evidence adds up as
    /// log-odds for each of the six and for "none of the six": codes, labels, the section in the link, the feed's names
    /// and habit, and the words. The item goes out only when the likeliest is one of the six and sure enough for the
    /// preset. Ties go to the category that is listed first. See ``FittingCategories`` for what it fits besides.
    /// - Parameter withWords: Whether the reasons name the words that counted, which costs as much again.
    public func decide(_ item: Item, in feed: FeedSections, withWords: Bool = false) -> CategoryDecision {
        if let ruled = ruled(item, feed) { return ruled }
        if let setting = feed.setting {
            let reason = CategoryReason(
                kind: .setting, text: setting.rawValue, category: setting, weight: LogOdds.setting)
            let decision = CategoryDecision(category: setting, best: setting, confidence: 1, because: [reason])
            return allCategories ? decision.fitting(sectionEvidence(of: item, in: feed), preset) : decision
        }
        let decision = weighed(item, feed, withWords)
        return allCategories
            ? decision.fitting(feed.evidence + sectionEvidence(of: item, in: feed), preset) : decision
    }

    private func weighed(_ item: Item, _ feed: FeedSections, _ withWords: Bool) -> CategoryDecision {
        let evidence = feed.evidence + sectionEvidence(of: item, in: feed) + [feed.habit].compactMap(\.self)
        guard let model = TextModel.embedded else { return Tally(evidence, preset: preset).decision }
        let summary = item.summary.map(plainSummary) ?? ""
        var text = textEvidence(model, item, summary, feed)
        let tally = Tally(evidence, text: text, preset: preset)
        guard withWords, let reason = text?.reason else { return tally.decision }
        let (first, second) = tally.order
        let outcome = Int(Category.tableCode(reason.category))
        let words = model.words(
            title: item.title, summary: summary, for: outcome, against: outcome == first ? second : first)
        text?.reason.words = words
        text?.reason.text = words.map(\.text).joined(separator: ", ")
        return Tally(evidence, text: text, preset: preset).decision
    }

    /// What the words say; `trust` stands in for what the model's table says of the language.
    func textEvidence(
        _ model: TextModel, _ item: Item, _ summary: String, _ feed: FeedSections, trust: LanguageTrust? = nil
    ) -> TextEvidence? {
        let scores = model.scores(title: item.title, summary: summary)
        let declared = (item.language ?? feed.language).flatMap { LanguageCode(tag: $0) }
        let language = declared ?? LanguageCode.ofLetters(in: item.title) ?? .neutral
        return TextEvidence(scores, trust ?? model.parameters.trust(in: language), model.parameters)
    }
}

/// The text of a teaser, as far as it is read.
func plainSummary(_ summary: Markup) -> String {
    let limit = 4 * TextFeatures.longestSummary
    let source =
        summary.source.utf8.count <= limit
        ? summary.source : String(decoding: summary.source.utf8.prefix(limit), as: UTF8.self)
    switch summary.form {
    case .plain: return source
    case .html:
        let isMarked = source.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
        return isMarked ? line(of: source, form: .html) : source
    }
}

/// What the item's own publisher says of it: codes, labels, and the section in its link.
func sectionEvidence(of item: Item, in feed: FeedSections) -> [Evidence] {
    let reader = SectionReader(sectionLanguage(of: item, in: feed))
    let link = item.link.flatMap { reader.section(inLink: $0[...]) }
    return reader.evidence(in: item.categories, beside: link) + [link.map { Evidence(.link, $0) }].compactMap(\.self)
}

private func sectionLanguage(of item: Item, in feed: FeedSections) -> SectionLanguage {
    if let language = item.language { return SectionLanguage(tag: language) }
    return feed.language == nil ? SectionLanguage(ofLink: item.link) : feed.sectionLanguage
}

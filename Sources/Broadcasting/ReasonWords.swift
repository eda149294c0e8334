internal import News
internal import Preview
internal import Stories

/// How reasons are told to people.
struct ReasonWords {
    /// The newsroom's rules.
    let rules: DecidingRules
    /// Times as people read them.
    let moment: (Instant) -> String

    /// The reason as a heading for many items, and what differs from one to the next.
    func grouped(_ reason: Reason, isNew: Bool) -> (group: String, particulars: String) {
        switch reason {
        case .known(let kind, let since, let state):
            ("known", "by \(kind.rawValue) since \(moment(since)), \(state.rawValue)")
        case .adopted where isNew: ("new feed: would be taken as known; --announce-first N shows its newest", "")
        case .adopted(let since): ("taken as known when the feed was first seen", "\(moment(since))")
        case .stale(let since): ("older than \(durationInWords(rules.maxAge))", "since \(moment(since))")
        case .future(let date): ("dated ahead", "waits until \(moment(date))")
        case .tooFarAhead(let date): ("dated too far ahead to be waited for", "\(moment(date))")
        case .unmapped(let mapping): ("no category", mapping.particulars)
        case .language(let tag): ("in a language that is not spoken here", "\(tag)")
        case .categoryNotChosen: ("a category that is not sent in this run", "")
        case .belowMinFeeds(_, let carriers, let needed):
            ("carried by too few feeds", "\(carriers) of the \(needed) that are asked for")
        case .notBreaking: ("matches none of the rules for what is breaking", "")
        case .capped(_, let cap, let until): ("cap of \(cap) reached", "waits until \(moment(until))")
        case .quiet(_, let until): ("quiet hours", "waits until \(moment(until))")
        case .paused(_, let until?): ("paused", "waits until \(moment(until))")
        case .paused(_, nil): ("paused", "until it is resumed")
        case .claimed: ("sent or being sent", "")
        default: ("\(reason)", "")
        }
    }
}

extension Reason {
    /// One word for programs.
    var word: String {
        switch self {
        case .known: "known"
        case .adopted, .adoptedByOrder, .adoptedByChange: "adopted"
        case .migrated: "migrated"
        case .stale: "stale"
        case .unmapped: "unmapped"
        case .future, .tooFarAhead: "future"
        case .categoryNotChosen: "category"
        case .feedNotChosen: "feed"
        case .withdrawn: "withdrawn"
        case .language: "language"
        case .belowMinFeeds: "min_feeds"
        case .notBreaking: "not_breaking"
        case .quiet: "quiet"
        case .capped: "capped"
        case .paused: "paused"
        case .claimed: "claimed"
        }
    }
}

extension Reason {
    /// Since when it holds.
    var since: Instant? {
        switch self {
        case .known(_, let since, _), .adopted(let since), .stale(let since): since
        default: nil
        }
    }

    /// What the categories of an item without one would most likely be.
    var scores: [CategoryScore] {
        if case .unmapped(let mapping) = self { mapping.scores } else { [] }
    }
}

extension Mapping {
    fileprivate var scores: [CategoryScore] {
        guard let best else { return [] }
        let next = runnerUp.map { [CategoryScore(category: $0, probability: runnerUpProbability)] } ?? []
        return [CategoryScore(category: best, probability: confidence)] + next.filter { $0.probability >= 0.01 }
    }

    /// `0.41 Politics, 0.38 World; category “Opinion” → none of the six`.
    fileprivate var particulars: String {
        let words = scores.map { "\(hundredths($0.probability)) \($0.category.rawValue)" }.joined(separator: ", ")
        return ((words.isEmpty ? [] : [words]) + because).joined(separator: "; ")
    }
}

/// A probability with two places: `0.41`.
private func hundredths(_ value: Double) -> String {
    let number = Int((min(1, max(0, value)) * 100).rounded())
    return number >= 100 ? "1.00" : "0." + (number < 10 ? "0" : "") + "\(number)"
}

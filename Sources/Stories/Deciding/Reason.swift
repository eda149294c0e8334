public import News

/// Why an item or a story is not announced in this run.
public enum Reason: Sendable, Hashable {
    /// Its story was settled before; `since` is when it was first seen.
    case known(by: IdentityKind, since: Instant, state: StoryState)
    /// It was in its feed when that was first seen, then or in this run.
    case adopted(since: Instant)
    /// Its feed seems to have changed all its ids and links, and it has no fresh date of its own.
    case migrated
    /// The run was told to take everything as known.
    case adoptedByOrder
    /// Its age counts from that time.
    case stale(since: Instant)
    /// It fits none of the six categories, or is in doubt.
    case unmapped(Mapping)
    /// Its own date is ahead; it waits for it.
    case future(until: Instant)
    /// Its own date is so far ahead that nobody waits for it.
    case tooFarAhead(date: Instant)
    /// The run was told to send other categories only.
    case categoryNotChosen(Category)
    /// None of the feeds of this run carries it.
    case feedNotChosen
    /// Its feeds took it back.
    case withdrawn
    /// It went unsent by the rules of the newsroom until they were changed.
    case adoptedByChange(Category)
    /// It is in a language that the newsroom does not speak.
    case language(LanguageTag)
    /// None of the rules that tell what is breaking in that category matches.
    case notBreaking(Category)
    /// Fewer feeds carry it than the category asks for.
    case belowMinFeeds(Category, carriers: Int, needed: Int)
    /// The category keeps quiet hours; they end at that time.
    case quiet(Category, until: Instant)
    /// The category had its bulletins by that cap; it may have the next one at that time.
    case capped(Category, by: DecidingRules.Cap, until: Instant)
    /// People at the desk paused the category, until that time or until they resume it.
    case paused(Category, until: Instant?)
    /// A notification of that category has it: accepted, unknown or under way.
    case claimed(Category)
}

extension Reason {
    /// When it ends by itself; nil where that is not known.
    public var until: Instant? {
        switch self {
        case .future(let until), .capped(_, _, let until), .quiet(_, let until): until
        case .paused(_, let until): until
        default: nil
        }
    }
}

extension Reason: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .known(let kind, let since, let state):
            "known by its \(kind.rawValue) since \(since) (\(state.rawValue))"
        case .adopted(let since): "taken as known when the feed was first seen (\(since))"
        case .migrated: "taken as known: the feed changed its ids and links, and the item has no fresh date of its own"
        case .adoptedByOrder: "taken as known, as asked"
        case .stale(let since): "too old: its age counts from \(since)"
        case .unmapped(let mapping): unmapped(mapping)
        case .future(let date): "dated ahead: waits until \(date)"
        case .tooFarAhead(let date): "dated too far ahead to be waited for: \(date)"
        case .categoryNotChosen(let category): "\(category.rawValue) is not sent in this run"
        case .feedNotChosen: "carried by no feed of this run"
        case .withdrawn: "taken back by its feed"
        case .adoptedByChange(let category):
            "taken as known: only the changed rules of \(category.rawValue) would send it"
        case .language(let tag): "in a language that is not spoken here: \(tag)"
        case .notBreaking(let category): "matches none of the rules for what is breaking in \(category.rawValue)"
        case .quiet(let category, let until): "quiet hours of \(category.rawValue): waits until \(until)"
        case .belowMinFeeds(let category, let carriers, let needed):
            "carried by \(carriers) of the \(needed) feeds that \(category.rawValue) asks for"
        case .capped(let category, let cap, let until):
            "cap of \(cap) reached for \(category.rawValue): waits until \(until)"
        case .paused(let category, let until?): "\(category.rawValue) is paused: waits until \(until)"
        case .paused(let category, nil): "\(category.rawValue) is paused until it is resumed"
        case .claimed(let category): "sent or being sent for \(category.rawValue)"
        }
    }

    private func unmapped(_ mapping: Mapping) -> String {
        let best = mapping.best.map { ", most likely \($0.rawValue)" } ?? ""
        let because = mapping.because.isEmpty ? "" : " (\(mapping.because.joined(separator: "; ")))"
        return "fits no category\(best)\(because)"
    }
}

extension DecidingRules.Cap: CustomStringConvertible {
    /// `3 per hour`, `12 in 24 h`.
    public var description: String {
        seconds == 3_600 ? "\(bulletins) per hour" : "\(bulletins) in \(durationInWords(seconds))"
    }
}

/// A length of time in its largest whole unit: `6 h`, `90 min`.
public func durationInWords(_ seconds: Int64) -> String {
    switch seconds {
    case _ where seconds >= 172_800 && seconds % 86_400 == 0: "\(seconds / 86_400) days"
    case _ where seconds > 0 && seconds % 3_600 == 0: "\(seconds / 3_600) h"
    case _ where seconds > 0 && seconds % 60 == 0: "\(seconds / 60) min"
    default: "\(seconds) s"
    }
}

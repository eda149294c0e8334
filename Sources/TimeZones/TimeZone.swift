public import News

/// The clock of a place: how far it is ahead of UTC, at any instant, by the rules of the IANA time-zone database.
public struct TimeZone: Sendable, Hashable {
    /// The name by which it was asked for, such as `Europe/Paris`.
    public let name: String
    /// The instants at which the offset changes, ascending.
    let transitions: [Instant]
    /// The offset from each of ``transitions`` on, in seconds east of UTC.
    let offsets: [Int64]
    /// The offset before the first transition.
    let firstOffset: Int64
    /// What holds from the last transition on; nil where that one's offset stays.
    let rule: RecurringRule?

    /// Seconds by which clocks there are ahead of UTC; negative west of Greenwich.
    public func offset(at instant: Instant) -> Int64 {
        let count = transitions.partitioningCount { $0 <= instant }
        if count == transitions.count, let rule { return rule.offset(at: instant) }
        return count == 0 ? firstOffset : offsets[count - 1]
    }

    /// What clocks there show.
    public func civilTime(at instant: Instant) -> CivilTime {
        CivilTime(utc: instant.advanced(bySeconds: offset(at: instant)))
    }

    /// When clocks there show a time: once as a rule; never where they were put forward past it; twice where they were
    /// put back.
    public func instants(showing time: CivilTime) -> Showing {
        let naive = time.instantInUTC
        // No offset is more than 26 hours: only what holds around that instant can matter.
        let window =
            naive.advanced(bySeconds: -RecurringRule.day * 2)...naive.advanced(bySeconds: RecurringRule.day * 2)
        let candidates = Set(changes(within: window).map(\.offset) + [offset(at: window.lowerBound)])
        let found = candidates.map { naive.advanced(bySeconds: -$0) }
            .filter { naive.seconds(since: $0) == offset(at: $0) }.sorted()
        if let first = found.first, let last = found.last { return first == last ? .once(first) : .twice(first, last) }
        // The clocks went forward past it: the change after which they show a later time.
        let jump = changes(within: window).first { $0.at.advanced(bySeconds: $0.offset) > naive }
        return .never(jump?.at ?? naive.advanced(bySeconds: -offset(at: naive)))
    }

    /// When clocks show a time of day.
    public enum Showing: Sendable, Hashable {
        /// Once.
        case once(Instant)
        /// Never: at that instant they were put forward past it.
        case never(Instant)
        /// The first and the last time, as they were put back in between.
        case twice(Instant, Instant)

        /// The first instant that is not before the time.
        public var earliest: Instant {
            switch self {
            case .once(let instant), .never(let instant), .twice(let instant, _): instant
            }
        }

        /// The same for the last time that clocks show it.
        public var latest: Instant {
            switch self {
            case .once(let instant), .never(let instant), .twice(_, let instant): instant
            }
        }
    }

    /// The changes of the offset within a few days, in order.
    private func changes(within window: ClosedRange<Instant>) -> [(at: Instant, offset: Int64)] {
        let first = transitions.partitioningCount { $0 < window.lowerBound }
        let listed = transitions.indices[first...].prefix { transitions[$0] <= window.upperBound }
            .map { (at: transitions[$0], offset: offsets[$0]) }
        guard let rule else { return listed }
        return listed
            + rule.changes(around: window.lowerBound).filter { change in
                window.contains(change.at) && transitions.last.map { change.at > $0 } != false
            }
    }
}

extension Array {
    /// How many elements at the front fulfil a condition that none behind them fulfils.
    func partitioningCount(_ belongs: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if belongs(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

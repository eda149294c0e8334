internal import HTTP
public import News

/// When a feed is asked next: what the newsroom wants, what publishers wish, and what failures teach. Pure.
///
/// - After an answer: as long as the publisher says that nothing changes, by `Cache-Control: max-age` or by the
///   document's own interval (`ttl`, `sy:updatePeriod`), whichever is longer, but at most 60 minutes. `skipHours` and
///   `skipDays` do not count: news does not keep office hours.
/// - After a failure: in the next run; from the third in a row on 10, 20, 40 and then 60 minutes later, never more, so
///   that no feed is forgotten.
/// - After 429 or 503 with `Retry-After`: that long, in full, up to a week, beyond which it is a mistake.
/// - After 410: never again.
///
/// Files cost nobody anything and are read in each run.
public struct AskingRules: Sendable, Hashable {
    /// Ask in each run, whatever anybody wishes.
    public var always: Bool
    /// Least seconds between two times at which a feed is asked.
    public var minimumInterval: Int64

    /// Rules from their parts.
    public init(always: Bool = false, minimumInterval: Int64 = 0) {
        self.always = always
        self.minimumInterval = minimumInterval
    }

    /// The longest that a publisher's hint or a failure delays the next time, in seconds.
    static let longestDelay: Int64 = 3_600
    /// The longest `Retry-After` that is believed.
    static let longestRetryAfter: Int64 = 7 * 86_400
    /// Seconds until the next time after so many failures in a row, the first one first.
    static let backOff: [Int64] = [0, 0, 600, 1_200, 2_400, 3_600]
    /// Cron starts a run a few seconds earlier or later than the one before. Without some tolerance a feed to be asked
    /// every five minutes would be asked every ten.
    static let tolerance: Int64 = 30

    /// Why a feed is not asked in this run.
    public enum Pause: Sendable, Hashable {
        /// It is gone for good.
        case gone
        /// Its time has not come.
        case until(Instant)
    }

    /// Why a feed is not to be asked now; nil when it is.
    public func pause(_ history: AskingHistory, of feed: Feed, at now: Instant) -> Pause? {
        guard case .address = feed.location, !always else { return nil }
        if history.isGone { return .gone }
        // A time that lies ahead of this one was written by a clock that was wrong.
        guard let asked = history.lastAsked, asked <= now else { return nil }
        let interval = minimumInterval > 0 ? asked.advanced(bySeconds: lenient(minimumInterval)) : now
        let due = max(history.askAfter ?? now, interval)
        return due > now ? .until(due) : nil
    }

    /// When a feed that was asked `now` may be asked again; nil for at any time.
    public func askAfter(_ reading: FeedReading, _ history: AskingHistory, at now: Instant) -> Instant? {
        guard case .address = reading.feed.location else { return nil }
        let delay: Int64
        switch reading.outcome {
        // What is missing at the end of a document that was cut off is wanted soon.
        case .document(let document) where document.isTruncated: delay = 0
        case .document(let document): delay = hint(reading.freshSeconds, document.suggestedInterval)
        case .notModified: delay = hint(reading.freshSeconds, history.suggestedInterval)
        case .gone: delay = 0
        case .failed(let trouble):
            let step = min(max(0, history.failures), Self.backOff.count - 1)
            delay = max(lenient(Self.backOff[step]), trouble.reason.mayWait ? wait(reading.retryAfterSeconds) : 0)
        }
        return delay > 0 ? now.advanced(bySeconds: delay) : nil
    }

    private func hint(_ some: Int64?, _ other: Int64?) -> Int64 {
        lenient(min(max(some ?? 0, other ?? 0), Self.longestDelay))
    }

    private func wait(_ seconds: Int?) -> Int64 {
        min(Int64(seconds ?? 0), Self.longestRetryAfter)
    }

    private func lenient(_ seconds: Int64) -> Int64 {
        seconds - min(Self.tolerance, seconds / 10)
    }
}

extension AskingRules {
    /// The rules as the list changes them for a feed.
    public func rules(for feed: Feed) -> AskingRules {
        var rules = self
        for setting in feed.settings {
            switch setting {
            case .minimumInterval(let seconds): rules.minimumInterval = max(rules.minimumInterval, seconds)
            case .pollAlways: rules.always = true
            default: break
            }
        }
        return rules
    }
}

extension FeedTrouble.Reason {
    /// Whether a `Retry-After` beside it means this program (RFC 9110 15.6.4, RFC 6585 4).
    fileprivate var mayWait: Bool { self == .status(429) || self == .status(503) }

    /// Whether not even a server answered. When that holds for all feeds of a run, it is this machine's network that is
    /// in trouble, and no feed has to pay for it.
    public var isSilence: Bool {
        switch self {
        case .transfer(let kind): [.nameNotResolved, .notConnected, .timedOut].contains(kind)
        default: false
        }
    }
}

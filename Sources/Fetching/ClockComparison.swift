internal import Glibc
internal import HTTP
internal import News

/// This machine's clock in seconds since 1970.
public func systemClock() -> Int64 {
    Int64(time(nil))
}

/// Compares this machine's clock with those of the servers that were asked. A clock that is off makes fresh news look
/// stale and the hub refuse tokens, and nothing else says why.
public struct ClockComparison: Sendable {
    /// The least difference that counts, in seconds.
    public static let tolerance: Int64 = 600

    private var offsets: [String: Int64] = [:]

    /// A comparison with nobody yet.
    public init() {}

    /// Takes in what an answer says; one word for each host, the last one.
    public mutating func note(_ reading: FeedReading) {
        guard let offset = reading.clockOffset, case .address(let address) = reading.feed.location else { return }
        offsets[host(of: address)] = offset
    }

    /// Seconds to add to this machine's clock to be with most servers; nil when it is with them, within ten minutes.
    public var skew: Int64? {
        let ahead = offsets.values.filter { $0 > Self.tolerance }
        let behind = offsets.values.filter { $0 < -Self.tolerance }
        let most = ahead.count > behind.count ? ahead : behind
        guard most.count * 2 > offsets.count else { return nil }
        return most.sorted()[most.count / 2]
    }

    /// Whether any server told the time.
    public var isTelling: Bool { !offsets.isEmpty }

    /// The skew in words; nil when there is none.
    public var words: String? {
        guard let skew else { return nil }
        let minutes = (abs(skew) + 30) / 60
        let direction = skew < 0 ? "ahead of" : "behind"
        return "this machine's clock is \(minutes) minutes \(direction) the clocks of most servers of feeds; "
            + "ages are counted by theirs; set the clock"
    }
}

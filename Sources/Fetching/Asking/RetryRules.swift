internal import HTTP

/// Whether a feed is asked once more within a run. Pure.
///
/// Only what passes by itself within seconds is worth it: a connection that ended before anything came, a gateway without
/// its server (502, 504), a server that is busy (503) and does not ask for a long wait. Everything else is for the next
/// run.
public struct RetryRules: Sendable, Hashable {
    /// Mean seconds before the second attempt, before the third, and so on; as many as there are, so often is asked again.
    public var delays: [Double]
    /// The longest `Retry-After` in seconds for which a run waits.
    static let longestWait = 10

    /// Rules with these delays.
    public init(delays: [Double] = [1, 3]) {
        self.delays = delays
    }

    /// Seconds until the next attempt; nil for none.
    ///
    /// - Parameter randomness: from 0 to 1; it spreads the delay from half to one and a half of its mean, so that what
    ///   failed together does not come back together.
    func delay(after transfer: HTTPTransfer, attempt: Int, randomness: Double) -> Double? {
        guard attempt >= 1, attempt <= delays.count, let wait = passes(transfer) else { return nil }
        return max(Double(wait), delays[attempt - 1] * (0.5 + randomness))
    }

    /// The least seconds to wait for what passes; nil for what does not.
    private func passes(_ transfer: HTTPTransfer) -> Int? {
        switch transfer.result {
        case .failure(let error): error.kind == .cutOff && transfer.received == nil ? 0 : nil
        case .success(let response):
            switch response.status {
            case 502, 503, 504:
                response.retryAfterSeconds.map { $0 <= Self.longestWait ? $0 : nil } ?? 0
            default: nil
            }
        }
    }
}

/// Whether a refused notification is sent again within the run: only when the answer proves that it was not taken in and
/// that it may be later.
public enum RetryDecision: Sendable, Hashable {
    /// Try again when that many seconds have passed.
    case wait(seconds: Int64)
    /// Leave it for the next run: its wait would not fit into this one, or it was tried often enough.
    case leaveForNextRun
    /// Trying again changes nothing.
    case giveUp

    /// The most requests for one notification in one run.
    public static let maximumTries = 3
    /// Seconds to wait where the hub does not say.
    public static let defaultWait: Int64 = 10

    /// What to do after a refusal, `tries` requests having been made and `secondsLeft` of the run being left.
    /// `Retry-After` is honoured in full or not at all: an earlier request would only lengthen the hub's trouble.
    public static func after(_ refusal: HubRefusal, tries: Int, secondsLeft: Int64) -> RetryDecision {
        guard refusal.concern == .patience else { return .giveUp }
        let wait = max(1, refusal.retryAfter ?? defaultWait)
        return tries < maximumTries && wait < secondsLeft ? .wait(seconds: wait) : .leaveForNextRun
    }
}

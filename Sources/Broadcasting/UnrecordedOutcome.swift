public import Ledger

/// What became of a notification could not be written down: who reads only that the disk is full would send it again.
public struct UnrecordedOutcome: Error, Sendable, CustomStringConvertible {
    /// What the hub's answer proves.
    public let outcome: NotificationOutcome
    /// Why it is not in the ledger.
    public let error: LedgerError

    init(_ outcome: NotificationOutcome, _ error: LedgerError) {
        self.outcome = outcome
        self.error = error
    }

    /// What happened, and how the ledger will have it.
    public var description: String {
        let happened =
            switch outcome {
            case .accepted: "it was sent"
            case .notSent: "it was not sent"
            default: "nobody knows whether it was sent"
            }
        return "\(happened), but that cannot be recorded, and the next run will call it unknown: \(error)"
    }
}

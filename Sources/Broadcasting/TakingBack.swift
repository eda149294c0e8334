public import Ledger
public import News
internal import NotificationHub

/// What became of the wish to take a scheduled notification back.
public enum TakenBack: Sendable, Hashable {
    /// The hub does not send it; its stories wait again.
    case takenBack(NotificationRecord)
    /// The hub did not know it any more, though its time is ahead: it was taken back before.
    case notKnown(NotificationRecord)
    /// There is nothing to take back: this is what it is.
    case notScheduled(NotificationRecord)
    /// The hub gave no id for it.
    case withoutID(NotificationRecord)
    /// There is no notification of that number.
    case noSuch
}

/// Takes a scheduled notification back at the hub, and then in the ledger: whatever ends the program in between, the hub
/// has forgotten it, and asking again settles the ledger too.
///
/// Throws a `LedgerError` or a `HubError`.
public func takeBack(_ id: NotificationID, ledger: Ledger, hub: HubAsking, at now: Instant) throws -> TakenBack {
    guard let record = try ledger.notification(id) else { return .noSuch }
    guard case .accepted(let hubID) = record.outcome, let time = record.intent.scheduledFor, time > now else {
        return .notScheduled(record)
    }
    guard let hubID else { return .withoutID(record) }
    var isKnown = true
    do {
        try hub.ask { client throws(HubError) in try client.cancel(hubID) }
    } catch {
        guard error.isNotFound else { throw error }
        isKnown = false
    }
    try ledger.takeBack(id, at: now)
    return isKnown ? .takenBack(record) : .notKnown(record)
}

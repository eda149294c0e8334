internal import Ledger
internal import News
internal import NotificationHub

/// Looks up what became of earlier notifications. A hub says 201 also when nobody follows the tag, so that nobody being
/// reached would otherwise be known by silence alone.
struct LookingUp {
    let ledger: Ledger
    let delivery: HubDelivery
    let now: Instant
    let events: RunEventSink

    /// Questions in one run.
    private static let limit = 10
    /// A delivery that is under way for longer is taken as it is.
    private static let longestDelivery: UInt64 = 3_600

    func run() throws(LedgerError) {
        guard delivery.looksUp, !delivery.isCancelled else { return }
        guard try ledger.telemetryClosedUntil(at: now) == nil else { return }
        for record in try ledger.notificationsToLookUp(at: now, limit: LookingUp.limit) {
            guard case .accepted(let id?) = record.outcome, !delivery.isCancelled, delivery.secondsLeft > 0 else {
                return
            }
            switch delivery.telemetry(of: id) {
            case .found(let telemetry):
                // Where clocks were set back it lies ahead.
                let isOld = now.seconds(since: record.intent.at).magnitude > LookingUp.longestDelivery
                if telemetry.isFinal || isOld { try note(telemetry, of: record) }
            case .unknown: _ = try ledger.noteDelivery(record.id, "not kept")
            case .refused(let refusal):
                events(
                    .note("the hub does not tell what became of notifications; it is asked again in a day (\(refusal))")
                )
                return try ledger.closeTelemetry(Closing(since: now, until: now.advanced(bySeconds: 86_400)))
            case .unavailable(let reason):
                return events(.note("what became of earlier notifications cannot be looked up: \(reason)"))
            }
        }
    }

    /// Told when it begins and when it ends, not each time.
    private func note(_ telemetry: NotificationTelemetry, of record: NotificationRecord) throws(LedgerError) {
        let before = try ledger.noteDelivery(record.id, telemetry.state).map(NotificationTelemetry.init(state:))
        let target = record.intent.target.isEmpty ? "every device" : record.intent.target
        let name = "\(target): the notification of \(record.intent.at)"
        switch (telemetry.reachedNobody, before?.reachedNobody ?? false) {
        case (true, false):
            events(
                .warning(
                    "\(name) reached nobody (\(telemetry.state)): no device has registered for that target; "
                        + "look at the app's registrations, and at the tags of the configuration"))
        case (true, true): events(.note("\(name) reached nobody either"))
        case (false, true): events(.warning("\(name) reached somebody again (\(telemetry.state))"))
        case (false, false): events(.note("\(name): \(telemetry.state)"))
        }
    }
}

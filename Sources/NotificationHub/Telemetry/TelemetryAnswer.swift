/// The answer to a question for telemetry.
public enum TelemetryAnswer: Sendable, Hashable {
    /// What became of it.
    case found(NotificationTelemetry)
    /// The hub does not know it, or not any more.
    case unknown
    /// The hub does not answer such questions: the key has no right to ask, or its tier has no telemetry.
    case refused(HubRefusal)
    /// No answer this time.
    case unavailable(String)

    init(details body: [UInt8]) {
        self =
            NotificationTelemetry(details: body).map(TelemetryAnswer.found)
            ?? .unavailable("the hub's telemetry cannot be read")
    }

    init(_ error: HubError) {
        guard case .refused(let refusal) = error else {
            self = .unavailable("\(error)")
            return
        }
        if refusal.kind == .notFound {
            self = .unknown
        } else if refusal.concern == .key || refusal.kind == .notInTier {
            self = .refused(refusal)
        } else {
            self = .unavailable("\(refusal)")
        }
    }
}

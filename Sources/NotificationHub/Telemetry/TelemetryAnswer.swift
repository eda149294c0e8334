internal import HTTP
internal import News
internal import XMLTree

/// What became of a notification that the hub took in, by its telemetry.
public struct NotificationTelemetry: Sendable, Hashable {
    /// The hub's word: `Enqueued`, `Processing`, `Completed`, `NoTargetFound`, `Abandoned`, …
    public var state: String

    /// Telemetry from its parts.
    public init(state: String) {
        self.state = state
    }

    /// Whether it stays so.
    public var isFinal: Bool { !["Enqueued", "Processing", "Scheduled", "Unknown"].contains(state) }
    /// Nobody was addressed: no registration has such a tag.
    public var reachedNobody: Bool { state == "NoTargetFound" }
}

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

    /// Reads what came back.
    init(of result: HTTPResult, now: Instant, hiding secrets: [String]) {
        if case .success(let response) = result, (200..<300).contains(response.status) {
            self = TelemetryAnswer(details: response.body)
            return
        }
        switch HubAnswer.outcome(of: result, now: now, hiding: secrets) {
        case .notSent(let refusal) where refusal.status == 404: self = .unknown
        case .notSent(let refusal) where refusal.concern == .key || refusal.kind == .notInTier: self = .refused(refusal)
        case .notSent(let refusal): self = .unavailable("\(refusal)")
        case .unknown(let unknown): self = .unavailable(unknown.detail)
        case .accepted: self = .unavailable("")
        }
    }

    /// Reads `NotificationDetails`, in whatever namespace.
    private init(details body: [UInt8]) {
        guard let root = try? XMLElement(parsing: body), root.name == "NotificationDetails",
            let state = root["State"]?.text, !state.isEmpty, state.utf8.count <= 64
        else {
            self = .unavailable("the hub's telemetry cannot be read")
            return
        }
        self = .found(NotificationTelemetry(state: state))
    }
}

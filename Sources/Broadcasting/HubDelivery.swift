public import NotificationHub

/// What delivery needs of the world beside the hub itself.
public struct DeliveryEdges {
    /// Waits so many seconds; false when the run was told to stop meanwhile.
    public var wait: (Int64) -> Bool
    /// Seconds that are left of the run's budget.
    public var secondsLeft: () -> Int64
    /// Whether the run was told to stop.
    public var isCancelled: () -> Bool

    /// Edges from their parts.
    public init(
        wait: @escaping (Int64) -> Bool, secondsLeft: @escaping () -> Int64,
        isCancelled: @escaping () -> Bool = { false }
    ) {
        self.wait = wait
        self.secondsLeft = secondsLeft
        self.isCancelled = isCancelled
    }
}

/// Sends notifications with the first key that the hub takes, and waits where the hub asks for it.
public final class HubDelivery {
    private var clients: [NotificationHubClient]
    private var lookUpClients: [NotificationHubClient]
    private let edges: DeliveryEdges

    /// A delivery through these clients, one for each connection string; the second is tried when the hub refuses the key
    /// of the first, so that keys can be rotated. What became of earlier notifications is asked through `lookUpClients`,
    /// and not at all without any.
    public init(
        clients: [NotificationHubClient], lookUpClients: [NotificationHubClient] = [], edges: DeliveryEdges
    ) {
        self.clients = clients
        self.lookUpClients = lookUpClients
        self.edges = edges
    }

    var isCancelled: Bool { edges.isCancelled() }
    var secondsLeft: Int64 { edges.secondsLeft() }

    var looksUp: Bool { !lookUpClients.isEmpty }

    /// Waits so many seconds; false when the run was told to stop meanwhile.
    func wait(_ seconds: Int64) -> Bool { edges.wait(seconds) }

    /// The final outcome of a notification of properties.
    func deliver(_ notification: TemplateNotification) -> DeliveryResult { deliver(.template(notification)) }

    /// The hub's clock and this machine's, once the hub has answered.
    public var clocks: HubRefusal.Clocks? { clients.first?.clocks }

    /// The errors of single devices that telemetry points to, and why they cannot be read; nil where it points to none.
    public func errors(in telemetry: NotificationTelemetry) -> (errors: [DeviceError], trouble: String?)? {
        guard let place = telemetry.errorDetails else { return nil }
        return lookUpClients.first?.errors(at: place)
    }

    /// What became of a notification; a key that may not ask is followed by the next one.
    public func telemetry(of id: String) -> TelemetryAnswer {
        while let client = lookUpClients.first {
            let answer = client.telemetry(of: id)
            guard case .refused(let refusal) = answer, refusal.concern == .key, lookUpClients.count > 1 else {
                return answer
            }
            lookUpClients.removeFirst()
        }
        return .unavailable("no connection string")
    }

    /// The final outcome of one notification. It is sent again only when the hub's answer proves that it was not taken
    /// in and that it may be later.
    func deliver(_ notification: HubNotification, _ mode: SendMode = .now) -> DeliveryResult {
        var tries = 0
        while let client = clients.first {
            let outcome = client.send(notification, mode)
            guard case .notSent(let refusal) = outcome else { return DeliveryResult(outcome) }
            if refusal.concern == .key, clients.count > 1 {
                // The refused key stays refused for the rest of the run.
                clients.removeFirst()
                continue
            }
            tries += 1
            switch RetryDecision.after(refusal, tries: tries, secondsLeft: edges.secondsLeft()) {
            case .giveUp: return DeliveryResult(outcome)
            case .leaveForNextRun:
                return DeliveryResult(outcome, closedForSeconds: refusal.retryAfter ?? RetryDecision.defaultWait)
            case .wait(let seconds):
                // Whoever stops the program does not make the hub readier.
                guard edges.wait(seconds) else { return DeliveryResult(outcome, closedForSeconds: seconds) }
            }
        }
        return DeliveryResult(.notSent(HubRefusal(.cannotSign, detail: "no connection string")))
    }
}

/// An outcome, and for how long the hub does not want to be asked again.
struct DeliveryResult {
    var outcome: SendOutcome
    var closedForSeconds: Int64?

    /// Nobody's mistake may close the hub for good; after a day there are other news anyway.
    private static let longestClosing: Int64 = 86_400

    init(_ outcome: SendOutcome, closedForSeconds: Int64? = nil) {
        self.outcome = outcome
        self.closedForSeconds = closedForSeconds.map { min($0, DeliveryResult.longestClosing) }
    }
}

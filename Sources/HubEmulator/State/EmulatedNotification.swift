public import HubLanguage
public import News

/// A notification that the local hub took in, and what became of it.
public struct EmulatedNotification: Sendable, Equatable {
    /// The states of the service's telemetry.
    public enum State: String, Sendable {
        /// Waiting for its time.
        case scheduled = "Scheduled"
        /// Handed to the push services.
        case completed = "Completed"
        /// Nobody was addressed.
        case noTargetFound = "NoTargetFound"
        /// Cancelled before its time.
        case cancelled = "Cancelled"
    }

    /// The names of outcomes in telemetry that occur here.
    public enum Outcome: String, Sendable, CaseIterable {
        /// The push service took it.
        case success = "Success"
        /// The payload is larger than the platform allows.
        case invalidNotificationSize = "InvalidNotificationSize"
        /// The push service refuses a payload of this shape.
        case dropped = "Dropped"
    }

    /// A device that it did not reach.
    public struct Failure: Sendable, Equatable {
        /// The push service.
        public var platform: Platform
        /// The device's token, channel or endpoint.
        public var handle: String
        /// The registration it was addressed by; nil for a direct send.
        public var registration: String?
        /// The installation that the registration was made of.
        public var installation: String?
        /// How the delivery ended.
        public var outcome: Outcome
    }

    /// So many failures are remembered of a notification; their number stands in ``outcomes``.
    static let failuresLimit = 50

    /// The id in the `Location` of the answer.
    public var id: String
    /// `template`, `apple`, `fcmv1`, …
    public var format: String
    /// The tag or tag expression; empty when everybody was addressed.
    public var tags: String
    /// The body as it came.
    public var body: String
    /// When the hub took it in.
    public var enqueued: Instant
    /// When it goes out, if that was asked for.
    public var scheduledFor: Instant?
    /// When it went out.
    public var sent: Instant?
    /// What became of it.
    public var state: State
    /// How many deliveries ended how, by push service.
    public var outcomes: [Platform: [Outcome: Int]] = [:]
    /// Devices that it did not reach, the first ones.
    public var failures: [Failure] = []
    /// What would surprise the sender.
    public var warnings: [String] = []
    /// The platforms addressed, as telemetry names them.
    var targets: Set<String> = []

    /// How many deliveries ended so, over all platforms.
    public func count(_ outcome: Outcome) -> Int {
        outcomes.values.reduce(0) { $0 + ($1[outcome] ?? 0) }
    }
}

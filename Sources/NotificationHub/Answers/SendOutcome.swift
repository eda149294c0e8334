public import News

/// What became of a send, as far as its answer proves it.
public enum SendOutcome: Sendable, Hashable {
    /// The hub took it in: never send it again. That it was delivered is not said.
    case accepted(NotificationReceipt)
    /// The hub surely did not take it in.
    case notSent(HubRefusal)
    /// The hub may or may not have taken it in: only a person can settle it.
    case unknown(UnknownOutcome)
}

/// The hub's receipt. Everything in it may be missing: the id comes in the Standard tier alone.
public struct NotificationReceipt: Sendable, Hashable {
    /// The notification's id, under which its telemetry is found.
    public var id: String?
    /// The number under which Microsoft's support finds the request.
    public var trackingID: String?
    /// The hub's clock.
    public var date: Instant?
    /// What became of a test send, device by device.
    public var report: TestSendReport?

    /// A receipt from its parts.
    public init(
        id: String? = nil, trackingID: String? = nil, date: Instant? = nil, report: TestSendReport? = nil
    ) {
        self.id = id
        self.trackingID = trackingID
        self.date = date
        self.report = report
    }
}

/// Why it cannot be told whether the hub took a notification in.
public struct UnknownOutcome: Sendable, Hashable, CustomStringConvertible {
    /// What happened.
    public enum Reason: Sendable, Hashable {
        /// The hub, or a gateway before it, answered with a status that proves nothing: 408, 500 when so configured,
        /// 502, 504 and others from 500 up.
        case status(Int)
        /// No answer within the time, though the request was under way.
        case timedOut
        /// The connection ended when the request was under way.
        case cutOff
        /// What came back cannot be read as an answer.
        case badAnswer
        /// The program was told to stop when the request was under way.
        case cancelled
    }

    /// What happened.
    public var reason: Reason
    /// The hub's or the network library's words; may be empty.
    public var detail: String
    /// The number under which Microsoft's support finds the request.
    public var trackingID: String?

    /// An outcome from its parts.
    public init(reason: Reason, detail: String = "", trackingID: String? = nil) {
        self.reason = reason
        self.detail = detail
        self.trackingID = trackingID
    }

    /// What happened and what to do.
    public var description: String {
        let settle = "the hub may have taken it in: look at a phone, then say whether it was sent"
        return "\(what); \(settle)"
    }

    /// What happened.
    var what: String { cause + (detail.isEmpty ? "" : " (\(detail))") }

    private var cause: String {
        switch reason {
        case .status(let status): "the hub answered \(status)"
        case .timedOut: "the hub did not answer in time"
        case .cutOff: "the connection to the hub ended before its answer came"
        case .badAnswer: "the hub's answer cannot be read"
        case .cancelled: "the program was stopped before the hub's answer came"
        }
    }
}

/// What status 500 proves. The service answers it before it takes a notification in, as far as anybody has seen.
public enum ServerErrorPolicy: Sendable, Hashable {
    /// 500 means not sent.
    case notSent
    /// 500 leaves the outcome unknown.
    case unknown
}

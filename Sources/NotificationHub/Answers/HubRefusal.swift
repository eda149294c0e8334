public import HTTP
public import News

/// Why the hub surely did not take a notification in, or did not do what else it was asked for.
public struct HubRefusal: Sendable, Hashable {
    /// The cause, by what can be done about it.
    public enum Kind: Sendable, Hashable {
        /// 400: the body, a header or a tag is malformed.
        case badRequest
        /// 401: the token is not taken.
        case unauthorized(TokenFault)
        /// 401 or 403 with a valid token: the key's rule lacks the right.
        case missingRight
        /// 403 for a reason of its own, told in the detail.
        case forbidden
        /// 403: the month's pushes are used up.
        case quotaExceeded
        /// 403: the namespace's tier has no such feature.
        case notInTier
        /// 404: no such hub, or no such namespace.
        case hubNotFound
        /// 404 for something inside the hub: a registration, an installation, a notification.
        case notFound
        /// 410: the id of a registration has ended.
        case gone
        /// 412: somebody changed it meanwhile.
        case changedMeanwhile
        /// 413, or 403 about size.
        case tooLarge
        /// 429, or 403 with `Retry-After`, as older versions of the API tell it.
        case throttled
        /// 503.
        case busy
        /// 500.
        case serverError
        /// Another status, which proves that the hub did not act.
        case status(Int)
        /// No request reached the hub.
        case unreachable(TransferError.Kind)
        /// No token could be made.
        case cannotSign
    }

    /// What is wrong with a token.
    public enum TokenFault: Sendable, Hashable {
        /// Its end is past by the hub's clock.
        case expired
        /// The signature is wrong: another key, or another rule's name.
        case invalidSignature
        /// It is for another hub.
        case invalidAudience
        /// The hub does not say.
        case other
    }

    /// Whose fault it is: what the one who runs the program has to look at.
    public enum Concern: Sendable, Hashable {
        /// This one notification; others may go out.
        case content
        /// The connection string: key, rule, rights, clock.
        case key
        /// The hub: its name, tier, quota, health.
        case hub
        /// Nothing; it goes through later.
        case patience
        /// The way to the hub.
        case network
    }

    /// The cause.
    public var kind: Kind
    /// What was asked for.
    public var operation: HubOperation
    /// The status of the answer; nil when there was none.
    public var status: Int?
    /// The hub's or the network library's words; may be empty.
    public var detail: String
    /// The service's own number for the cause, as 40103.
    public var subCode: Int?
    /// The number under which Microsoft's support finds the request.
    public var trackingID: String?
    /// Seconds the hub asks to wait.
    public var retryAfter: Int64?
    /// The hub's clock and this machine's when the answer came.
    public var clocks: Clocks?

    /// Two clocks at the same moment.
    public struct Clocks: Sendable, Hashable {
        /// By the header `Date`.
        public var hub: Instant
        /// By this machine.
        public var local: Instant

        /// The least difference, in seconds, that is told while the hub takes tokens all the same: as with the clocks of
        /// feeds' servers.
        public static let tolerance: Int64 = 600

        /// Two times.
        public init(hub: Instant, local: Instant) {
            self.hub = hub
            self.local = local
        }

        /// Seconds that this machine is behind the hub; negative when ahead.
        public var secondsBehind: Int64 { hub.seconds(since: local) }
    }

    /// A refusal without what only an answer brings.
    public init(_ kind: Kind, status: Int? = nil, detail: String = "", operation: HubOperation = .send) {
        self.kind = kind
        self.operation = operation
        self.status = status
        self.detail = detail
    }

    /// Whose fault it is.
    public var concern: Concern {
        switch kind {
        case .badRequest, .tooLarge, .notFound, .gone, .changedMeanwhile: .content
        case .unauthorized, .missingRight, .forbidden: .key
        case .quotaExceeded, .notInTier, .hubNotFound, .serverError, .status, .cannotSign: .hub
        case .throttled, .busy: .patience
        case .unreachable: .network
        }
    }
}

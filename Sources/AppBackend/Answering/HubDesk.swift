public import NotificationHub

/// The ways to the hub that one worker has. Clients are for one thread each, so each worker has its own.
public struct HubWays {
    /// For notifications, one for each key, the first to be tried first.
    public var sending: [NotificationHubClient]
    /// For registrations: lists of them take the right Manage.
    public var registering: [NotificationHubClient]

    /// Ways from their parts.
    public init(sending: [NotificationHubClient], registering: [NotificationHubClient]) {
        self.sending = sending
        self.registering = registering
    }
}

/// Asks the hub, with the second key where the first is refused. It does not wait: the app is told to come back.
struct HubDesk {
    private let ways: HubWays

    init(_ ways: HubWays) {
        self.ways = ways
    }

    func ask<Answer>(_ question: (NotificationHubClient) throws(HubError) -> Answer) throws(HubError) -> Answer {
        var refused: HubError?
        for client in ways.registering {
            do {
                return try question(client)
            } catch {
                guard error.refusal?.concern == .key else { throw error }
                refused = error
            }
        }
        throw refused ?? .impossible("no connection string")
    }

    func send(_ notification: NativeNotification) -> SendOutcome {
        var outcome = SendOutcome.notSent(HubRefusal(.cannotSign))
        for client in ways.sending {
            outcome = client.send(.native(notification))
            guard case .notSent(let refusal) = outcome, refusal.concern == .key else { break }
        }
        return outcome
    }
}

/// What the hub's answer means for the app: a status and words that tell nothing of the newsroom's set-up, which stands in
/// the log.
extension Denial {
    init(_ error: HubError) {
        switch error {
        case .refused(let refusal): self.init(refusal)
        case .noAnswer(let outcome, let operation): self.init(outcome, isSend: operation == .send)
        case .unreadable: self.init(502, "the hub's answer cannot be read")
        case .impossible: self.init(400, "this cannot be asked of the hub")
        }
    }

    init(_ refusal: HubRefusal) {
        switch refusal.kind {
        case .gone: self.init(410, "this id has ended at the hub: ask for a new one")
        case .notFound: self.init(404, "the hub has no such registration")
        case .badRequest: self.init(400, "the hub does not take this: check the handle and the tags")
        case .tooLarge: self.init(413, "this is too large for the hub")
        case .changedMeanwhile: self.init(409, "the registration was changed meanwhile")
        case .throttled, .busy:
            self.init(
                503, "the hub has too much to do: try again later",
                retryAfter: max(1, refusal.retryAfter ?? RetryDecision.defaultWait))
        default: self.init(502, "the hub does not do it now: try again later")
        }
    }

    init(_ outcome: UnknownOutcome, isSend: Bool) {
        let words =
            isSend
            ? "the hub's answer is missing: the notification may have been sent, and is not sent again"
            : "the hub's answer is missing: do it again, which does no harm"
        self.init(outcome.reason == .timedOut ? 504 : 502, words)
    }
}

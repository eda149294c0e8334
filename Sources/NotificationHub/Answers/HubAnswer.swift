public import HTTP
public import News

/// Reads what came back for a send. Only what an answer proves counts: the service has no key to tell a repeated request
/// by, so a second try after a lost answer may ring every phone twice.
public enum HubAnswer {
    /// The outcome of a send. `now` is this machine's clock when the answer came; texts in `secrets` are hidden where an
    /// answer repeats them.
    public static func outcome(
        of result: HTTPResult, to operation: HubOperation = .send, now: Instant,
        onServerError: ServerErrorPolicy = .notSent, hiding secrets: [String] = []
    ) -> SendOutcome {
        switch result {
        case .failure(let error): outcome(of: error, operation, hiding: secrets)
        case .success(let response):
            outcome(of: response, operation, now: now, onServerError: onServerError, hiding: secrets)
        }
    }

    /// Whether anything was handed to the network decides: what did not leave cannot have been acted on.
    private static func outcome(
        of error: TransferError, _ operation: HubOperation, hiding secrets: [String]
    ) -> SendOutcome {
        let detail = hidden(error.detail, secrets)
        guard error.requestBytesSent > 0 else {
            return .notSent(HubRefusal(.unreachable(error.kind), detail: detail, operation: operation))
        }
        let reason: UnknownOutcome.Reason =
            switch error.kind {
            case .timedOut: .timedOut
            case .tooLarge, .badRedirect, .badAnswer: .badAnswer
            case .cancelled: .cancelled
            case .badAddress, .nameNotResolved, .notConnected, .notTrusted, .cutOff: .cutOff
            }
        return .unknown(UnknownOutcome(reason: reason, detail: detail))
    }

    private static func outcome(
        of response: HTTPResponse, _ operation: HubOperation, now: Instant, onServerError: ServerErrorPolicy,
        hiding secrets: [String]
    ) -> SendOutcome {
        let status = response.status
        if (200..<300).contains(status) { return .accepted(receipt(response, now: now, hiding: secrets)) }
        let body = HubErrorBody(response, hiding: secrets)
        switch status {
        case 500 where onServerError == .notSent, 501, 503, 505: break
        case 408, 500...:
            return .unknown(UnknownOutcome(reason: .status(status), detail: body.detail, trackingID: body.trackingID))
        default: break
        }
        let hubTime = response.header("Date").flatMap { Instant(httpDate: $0, now: now) }
        var refusal = HubRefusal(.status(status), status: status, detail: body.detail, operation: operation)
        refusal.subCode = body.subCode
        refusal.trackingID = body.trackingID
        refusal.retryAfter = response.header("Retry-After").map { seconds($0, from: hubTime ?? now, now: now) }
        refusal.clocks = hubTime.map { HubRefusal.Clocks(hub: $0, local: now) }
        refusal.kind = kind(of: refusal, status: status)
        return .notSent(refusal)
    }

    /// The id is the last segment of the path: for a batch the one before it is `$batch`. It is printed and kept, so what
    /// cannot be one is none.
    private static func receipt(_ response: HTTPResponse, now: Instant, hiding secrets: [String]) -> NotificationReceipt
    {
        let tracking = response.header("TrackingId") ?? response.header("x-ms-correlation-request-id")
        return NotificationReceipt(
            id: identifier(in: response, hiding: secrets), trackingID: tracking,
            date: response.header("Date").flatMap { Instant(httpDate: $0, now: now) },
            report: TestSendReport(response.body))
    }

    /// The last segment of the path in `Location`, where it can be an id.
    static func identifier(in response: HTTPResponse, hiding secrets: [String]) -> String? {
        let path = response.header("Location")?.prefix { $0 != "?" && $0 != "#" }
        let id = path?.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init)
        return id.flatMap { isIdentifier($0) && hidden($0, secrets) == $0 ? $0 : nil }
    }

    private static func isIdentifier(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// `Retry-After` as seconds, or as a date by the clock that wrote it. One that cannot be read still asks to wait.
    private static func seconds(_ text: String, from date: Instant, now: Instant) -> Int64 {
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // More digits than a number holds is a long time.
            return Int64(text) ?? .max
        }
        return Instant(httpDate: text, now: now).map { max(0, $0.seconds(since: date)) } ?? RetryDecision.defaultWait
    }
}

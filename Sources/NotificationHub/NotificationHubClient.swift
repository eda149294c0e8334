public import HTTP
public import News

/// Speaks to one hub: sends, and all that goes with devices. One call is one request, but where it says otherwise: it never
/// repeats one by itself, see ``RetryDecision``.
///
/// It is for one thread, as the connections behind its exchange are.
public final class NotificationHubClient {
    /// Where it sends to.
    public let connection: HubConnection
    private let exchange: HTTPExchange
    private let wallClock: () -> Instant
    private let onServerError: ServerErrorPolicy
    private var tokens = TokenCache()
    /// The hub's clock and this machine's at the last answer that told the time.
    public private(set) var clocks: HubRefusal.Clocks?

    /// A client that makes its requests through `exchange` and dates its tokens by `wallClock`: the real time, whatever
    /// time the news is judged by.
    public init(
        connection: HubConnection, exchange: @escaping HTTPExchange, wallClock: @escaping () -> Instant,
        onServerError: ServerErrorPolicy = .notSent
    ) {
        self.connection = connection
        self.exchange = exchange
        self.wallClock = wallClock
        self.onServerError = onServerError
    }

    /// Sends a notification, once. A test send's receipt has a report; the id in the receipt of a scheduled one takes it
    /// back.
    public func send(_ notification: HubNotification, _ mode: SendMode = .now) -> SendOutcome {
        send(connection.request(for: notification, mode), mode.operation)
    }

    /// Sends a notification of properties, once.
    public func send(_ notification: TemplateNotification, asTest: Bool = false) -> SendOutcome {
        send(.template(notification), asTest ? .test : .now)
    }

    /// Sends one platform's payload straight to one device.
    public func send(_ notification: NativeNotification, directlyTo handle: DeviceHandle) throws(HubError)
        -> SendOutcome
    {
        send(try connection.request(for: notification, directlyTo: handle), .send, hiding: handle.secrets)
    }

    /// Sends one platform's payload straight to many devices, 1,000 at most; from the Basic tier on.
    public func send(_ notification: NativeNotification, directlyTo tokens: [String]) throws(HubError) -> SendOutcome {
        send(try connection.request(for: notification, directlyTo: tokens), .batch, hiding: tokens)
    }

    /// Takes a scheduled notification back. Not found where it went out, or was taken back before.
    public func cancel(_ id: String) throws(HubError) {
        _ = try answer(to: connection.request(cancelling: id), .cancel)
    }

    /// Asks what became of a notification, by the id that came with its receipt. The Standard tier alone tells.
    public func telemetry(of id: String) -> TelemetryAnswer {
        do {
            let response = try answer(to: connection.request(forTelemetryOf: id), .telemetry)
            return TelemetryAnswer(details: response.body)
        } catch {
            return TelemetryAnswer(error)
        }
    }

    /// The errors of single devices that a notification's telemetry points to, in the order in which they are kept, and why
    /// they cannot be read. Nothing of the key goes there: the address is the permission.
    public func errors(at place: SignedAddress) -> (errors: [DeviceError], trouble: String?) {
        switch exchange(HTTPRequest(address: place.revealed)) {
        case .success(let response) where (200..<300).contains(response.status):
            DeviceError.list(response.body).map { ($0, nil) } ?? ([], "what stands there cannot be read")
        case .success(let response): ([], "the server answers \(response.status)")
        case .failure(let error):
            ([], hidden(error.detail, [place.revealed] + connection.secrets))
        }
    }

    /// Where the push services' complaints about devices lie: the address of a container of blobs. The Standard tier alone
    /// has it.
    public func feedbackContainer() throws(HubError) -> SignedAddress {
        let response = try answer(to: connection.request(.get, "feedbackcontainer"), .feedback)
        guard let address = SignedAddress(String(decoding: response.body, as: UTF8.self)) else {
            throw .unreadable(.feedback)
        }
        return address
    }

    /// The answer to a request that is no send, when it says that it was done.
    func answer(
        to request: HubRequest, _ operation: HubOperation, hiding more: [String] = []
    ) throws(HubError) -> HTTPResponse {
        let token: SharedAccessToken
        do {
            token = try tokens.token(for: connection, at: wallClock())
        } catch {
            throw .refused(HubRefusal(.cannotSign, detail: error.description, operation: operation))
        }
        let result = exchange(request.signed(with: token))
        let now = wallClock()
        if case .success(let response) = result, (200..<300).contains(response.status) {
            clocks =
                response.header("Date").flatMap { Instant(httpDate: $0, now: now) }
                .map { HubRefusal.Clocks(hub: $0, local: now) } ?? clocks
            return response
        }
        // Whatever stands there, it is no hub: those send nobody elsewhere.
        if case .failure(let error) = result, error.kind == .badRedirect { throw .unreadable(operation) }
        switch HubAnswer.outcome(of: result, to: operation, now: now, hiding: secrets(of: token) + more) {
        case .notSent(let refusal):
            clocks = refusal.clocks ?? clocks
            throw .refused(refusal)
        case .unknown(let outcome): throw .noAnswer(outcome, operation)
        case .accepted: throw .unreadable(operation)
        }
    }

    private func send(_ request: HubRequest, _ operation: HubOperation, hiding more: [String] = []) -> SendOutcome {
        do {
            let token = try tokens.token(for: connection, at: wallClock())
            let result = exchange(request.signed(with: token))
            let now = wallClock()
            let outcome = HubAnswer.outcome(
                of: result, to: operation, now: now, onServerError: onServerError, hiding: secrets(of: token) + more)
            switch outcome {
            case .accepted(let receipt):
                clocks = receipt.date.map { HubRefusal.Clocks(hub: $0, local: now) } ?? clocks
            case .notSent(let refusal): clocks = refusal.clocks ?? clocks
            case .unknown: break
            }
            return outcome
        } catch {
            return .notSent(HubRefusal(.cannotSign, detail: error.description, operation: operation))
        }
    }

    private func secrets(of token: SharedAccessToken) -> [String] {
        token.secrets + connection.secrets
    }
}

public import HTTP
public import News

/// Sends notifications to one hub. One send is one request: it never repeats one by itself, see ``RetryDecision``.
///
/// It is for one thread, as the connections behind its exchange are.
public final class NotificationHubClient {
    /// Where it sends to.
    public let connection: HubConnection
    private let exchange: HTTPExchange
    private let wallClock: () -> Instant
    private let onServerError: ServerErrorPolicy
    private var tokens = TokenCache()

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

    /// Sends a notification, once. A test send reaches at most 10 devices, may be made 10 times a minute, and its receipt
    /// has a report.
    public func send(_ notification: TemplateNotification, asTest: Bool = false) -> SendOutcome {
        send(connection.request(for: notification, asTest: asTest))
    }

    /// Asks what became of a notification, by the id that came with its receipt. The Standard tier alone tells.
    public func telemetry(of id: String) -> TelemetryAnswer {
        do {
            let token = try tokens.token(for: connection, at: wallClock())
            let result = exchange(connection.request(forTelemetryOf: id).signed(with: token))
            return TelemetryAnswer(of: result, now: wallClock(), hiding: secrets(of: token))
        } catch {
            return .unavailable(error.description)
        }
    }

    private func send(_ request: HubRequest) -> SendOutcome {
        do {
            let token = try tokens.token(for: connection, at: wallClock())
            let result = exchange(request.signed(with: token))
            return HubAnswer.outcome(
                of: result, now: wallClock(), onServerError: onServerError, hiding: secrets(of: token))
        } catch {
            return .notSent(HubRefusal(.cannotSign, detail: error.description))
        }
    }

    private func secrets(of token: SharedAccessToken) -> [String] {
        token.secrets + [connection.key.text, percentEncoded(connection.key.text, digits: .upper)]
    }
}

public import HTTP

/// A request to the hub without its token: exactly what is sent, shown in previews and signed at the last moment.
public struct HubRequest: Sendable, Hashable {
    /// The version of the hub's API that the official clients speak today; from this one on throttling is told by 429.
    public static let apiVersion = "2020-06"

    /// What is asked of the hub.
    public let method: HTTPRequest.Method
    /// Absolute address.
    public let address: String
    /// All headers but `Authorization`, `Host` and what the transfer adds, in the order in which they are sent.
    public let headers: [HTTPHeader]
    /// The body.
    public let body: [UInt8]?
    let encodedAudience: String
    let encodedKeyName: String

    /// The request with its token.
    public func signed(with token: SharedAccessToken) -> HTTPRequest {
        request(authorization: token.authorization)
    }

    /// The request as previews may show it: with everything but the signature and its expiry.
    public var withoutSignature: HTTPRequest {
        request(
            authorization:
                "SharedAccessSignature sr=\(encodedAudience)&sig=<hidden>&se=<when sent>&skn=\(encodedKeyName)")
    }

    private func request(authorization: String) -> HTTPRequest {
        HTTPRequest(
            method: method, address: address, headers: [HTTPHeader("Authorization", authorization)] + headers,
            body: body)
    }
}

extension HubConnection {
    /// A request to a place below the hub: percent-encoded segments, and what follows the version in the query.
    func request(
        _ method: HTTPRequest.Method, _ path: String, query: String = "", headers: [HTTPHeader] = [],
        body: [UInt8]? = nil
    ) -> HubRequest {
        HubRequest(
            method: method,
            address: "\(baseAddress)\(path)?api-version=\(HubRequest.apiVersion)\(query)",
            headers: headers,
            body: body,
            encodedAudience: encodedAudience, encodedKeyName: encodedKeyName)
    }

    /// The request that asks what became of a notification (REST *Get notification message telemetry*).
    func request(forTelemetryOf id: String) -> HubRequest {
        request(.get, "messages/\(segment(id))")
    }

    /// The request that takes a scheduled notification back (REST *Cancel a scheduled notification*).
    public func request(cancelling id: String) -> HubRequest {
        request(.delete, "schedulednotifications/\(segment(id))")
    }
}

/// A text as one segment of a path.
func segment(_ text: String) -> String { percentEncoded(text, digits: .upper) }

public import HTTP
internal import HubLanguage
internal import News

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
    let placeholder: String

    /// The request with its token.
    public func signed(with token: SharedAccessToken) -> HTTPRequest {
        request(authorization: token.authorization)
    }

    /// The request as previews may show it: with everything but the signature and its expiry.
    public var withoutSignature: HTTPRequest {
        request(authorization: placeholder)
    }

    private func request(authorization: String) -> HTTPRequest {
        HTTPRequest(
            method: method, address: address, headers: [HTTPHeader("Authorization", authorization)] + headers,
            body: body)
    }
}

extension HubConnection {
    /// The request that sends a notification. A test send reaches at most 10 devices, may be made 10 times a minute, and
    /// is answered with what became of it.
    public func request(for notification: TemplateNotification, asTest: Bool = false) -> HubRequest {
        HubRequest(
            method: .post,
            address: "\(endpoint.address)/\(hub)/messages?api-version=\(HubRequest.apiVersion)\(asTest ? "&test" : "")",
            headers: headers(for: notification), body: notification.body, placeholder: placeholder)
    }

    /// The request that asks what became of a notification (REST *Get notification message telemetry*).
    func request(forTelemetryOf id: String) -> HubRequest {
        HubRequest(
            method: .get,
            address: "\(endpoint.address)/\(hub)/messages/\(percentEncoded(id, digits: .upper))"
                + "?api-version=\(HubRequest.apiVersion)",
            headers: [], body: nil, placeholder: placeholder)
    }

    private var placeholder: String {
        "SharedAccessSignature sr=\(encodedAudience)&sig=<hidden>&se=<when sent>&skn=\(encodedKeyName)"
    }

    private func headers(for notification: TemplateNotification) -> [HTTPHeader] {
        var headers = [
            HTTPHeader("Content-Type", "application/json;charset=utf-8"),
            HTTPHeader("ServiceBusNotification-Format", NotificationFormat.template.name),
        ]
        if case .tags(let expression) = notification.target {
            headers.append(HTTPHeader("ServiceBusNotification-Tags", expression.text))
        }
        headers.append(HTTPHeader("apns-push-type", "alert"))
        if let expires = notification.expires {
            headers.append(HTTPHeader("apns-expiration", String(expires.secondsSince1970)))
        }
        if let collapseID = notification.collapseID { headers.append(HTTPHeader("apns-collapse-id", collapseID)) }
        return headers
    }
}

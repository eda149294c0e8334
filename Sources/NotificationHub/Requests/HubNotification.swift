internal import HTTP
public import HubLanguage
public import News

/// A notification of either kind.
public enum HubNotification: Sendable, Hashable {
    /// Properties, with which the hub fills in the templates of all platforms.
    case template(TemplateNotification)
    /// One platform's own payload.
    case native(NativeNotification)

    /// Whom it is for.
    public var target: NotificationTarget {
        switch self {
        case .template(let notification): notification.target
        case .native(let notification): notification.target
        }
    }

    /// The format as the hub calls it.
    public var format: NotificationFormat {
        switch self {
        case .template: .template
        case .native(let notification): .native(notification.platform)
        }
    }

    /// The request's body.
    public var body: [UInt8] {
        switch self {
        case .template(let notification): notification.body
        case .native(let notification): Array(notification.payload.utf8)
        }
    }

    /// What a later notification must carry to replace this one on an iPhone.
    public var collapseID: String? { delivery.collapseID }

    private var delivery: (expires: Instant?, collapseID: String?) {
        switch self {
        case .template(let notification): (notification.expires, notification.collapseID)
        case .native(let notification): (notification.expires, notification.collapseID)
        }
    }

    private var contentType: String {
        guard case .native(let notification) = self else { return "application/json;charset=utf-8" }
        return notification.contentType
    }

    /// The headers that are the same however it is sent, but for its target.
    func headers(addressed: [HTTPHeader]) -> [HTTPHeader] {
        var headers = [
            HTTPHeader("Content-Type", contentType), HTTPHeader("ServiceBusNotification-Format", format.name),
        ]
        headers += addressed
        if case .native(let notification) = self {
            if let type = notification.windowsType { headers.append(HTTPHeader("X-WNS-Type", type)) }
            guard notification.platform == .apns else { return headers }
        }
        headers.append(HTTPHeader("apns-push-type", "alert"))
        if let expires = delivery.expires {
            headers.append(HTTPHeader("apns-expiration", String(expires.secondsSince1970)))
        }
        if let collapseID = delivery.collapseID { headers.append(HTTPHeader("apns-collapse-id", collapseID)) }
        return headers
    }

    /// Absent, the tags address everybody; present and empty they are said to reach nobody.
    var tagHeaders: [HTTPHeader] {
        guard case .tags(let expression) = target else { return [] }
        return [HTTPHeader("ServiceBusNotification-Tags", expression.text)]
    }
}

/// How a notification goes out.
public enum SendMode: Sendable, Hashable {
    /// At once, to all it is for.
    case now
    /// At once, to 10 devices at most; the hub waits for the push services and tells what they said. It takes 10 of these
    /// a minute.
    case test
    /// At that time, 7 days ahead at most; in the Standard tier alone.
    case at(Instant)

    /// When it goes out; nil for at once.
    public var time: Instant? { if case .at(let time) = self { time } else { nil } }

    var operation: HubOperation {
        switch self {
        case .now: .send
        case .test: .testSend
        case .at: .schedule
        }
    }
}

extension HubConnection {
    /// The request that sends a notification.
    public func request(for notification: HubNotification, _ mode: SendMode = .now) -> HubRequest {
        var headers = notification.headers(addressed: notification.tagHeaders)
        switch mode {
        case .now: return request(.post, "messages", headers: headers, body: notification.body)
        case .test: return request(.post, "messages", query: "&test", headers: headers, body: notification.body)
        case .at(let time):
            // With its zone: a text without one means UTC to the service, and anything to a reader.
            headers.append(HTTPHeader("ServiceBusNotification-ScheduleTime", time.description))
            return request(.post, "schedulednotifications", headers: headers, body: notification.body)
        }
    }

    /// The request that sends a notification of properties. A test send reaches at most 10 devices.
    public func request(for notification: TemplateNotification, asTest: Bool = false) -> HubRequest {
        request(for: .template(notification), asTest ? .test : .now)
    }
}

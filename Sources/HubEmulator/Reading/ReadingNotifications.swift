internal import HTTPServer
internal import HubLanguage
internal import JSON
internal import XMLTree

extension NotificationDraft {
    /// Reads a send: format, then tags or handle, then body.
    init(reading request: HubRequest) throws(Refusal) {
        let format = request.headers["ServiceBusNotification-Format"]?.trimmed ?? ""
        let isDirect = request.target.hasFlag("direct")
        let content: (String) throws(Refusal) -> Content
        var platform: Platform?
        if equalIgnoringCase(format, "template"), !isDirect {
            content = { text throws(Refusal) in .properties(try templateProperties(text)) }
        } else if let named = Platform(formatName: format) {
            platform = named
            content = { text throws(Refusal) in .native(named, payload: try nativePayload(text, for: named)) }
        } else {
            throw Refusal(400, NotificationDraft.formatFault(format, isDirect: isDirect))
        }
        audience = try NotificationDraft.audience(of: request, isDirect: isDirect)
        if platform == .wns { try NotificationDraft.checkType(request) }
        body = try NotificationDraft.text(of: request.body)
        self.content = try content(body)
        platformHeaders = NotificationDraft.platformHeaders(of: request)
    }

    private static func formatFault(_ format: String, isDirect: Bool) -> String {
        if format.isEmpty { return "The ServiceBusNotification-Format header is missing." }
        if isDirect { return "A direct notification cannot have the format '\(format.prefix(40))'." }
        return "The ServiceBusNotification-Format '\(format.prefix(40))' is not supported."
    }

    private static func audience(of request: HubRequest, isDirect: Bool) throws(Refusal) -> Audience {
        let tags = request.headers["ServiceBusNotification-Tags"]
        if isDirect {
            guard tags == nil else { throw Refusal(400, "A direct notification cannot have tags.") }
            let handle = request.headers["ServiceBusNotification-DeviceHandle"]?.trimmed ?? ""
            guard !handle.isEmpty else {
                throw Refusal(400, "The ServiceBusNotification-DeviceHandle header is missing.")
            }
            return .handles([handle])
        }
        guard let tags else { return .everyone }
        // The service is said to reach nobody with an empty header. A refusal shows the mistake.
        guard !tags.trimmed.isEmpty else {
            throw Refusal(400, "The ServiceBusNotification-Tags header is empty.")
        }
        do {
            return .tags(try TagExpression(parsing: tags))
        } catch {
            throw Refusal(400, "The tag expression is invalid: \(error).")
        }
    }

    /// WNS takes native payloads only with their type.
    private static func checkType(_ request: HubRequest) throws(Refusal) {
        let type = request.headers["X-WNS-Type"] ?? ""
        guard ["wns/toast", "wns/tile", "wns/badge", "wns/raw"].contains(type.lowercased()) else {
            throw Refusal(400, "The X-WNS-Type header '\(type.prefix(40))' is missing or not supported.")
        }
    }

    static func text(of body: [UInt8]) throws(Refusal) -> String {
        guard let text = String(validating: body, as: UTF8.self) else {
            throw Refusal(400, "The request body is not valid UTF-8.")
        }
        return text
    }

    static func platformHeaders(of request: HubRequest) -> HeaderFields {
        let prefixes = ["apns-", "x-apns-", "x-wns-", "x-windowsphone-", "x-notificationclass", "x-baidu-"]
        return HeaderFields(
            request.headers.fields.filter { field in
                prefixes.contains { hasPrefixIgnoringCase(field.name, $0) }
            })
    }
}

/// Reads the body of a template notification: one flat JSON object of strings.
private func templateProperties(_ text: String) throws(Refusal) -> TemplateProperties {
    let value = try json(text)
    guard let object = value.object else {
        throw Refusal(400, "The body of a template notification must be a JSON object.")
    }
    var properties: [(String, String)] = []
    for (name, value) in object.members {
        guard let text = value.string else {
            throw Refusal(400, "The template property '\(name.prefix(120))' is not a string.")
        }
        properties.append((name, text))
    }
    return TemplateProperties(properties)
}

/// A native payload is not looked into beyond its syntax: JSON objects, XML for Windows, anything for browsers.
func nativePayload(_ text: String, for platform: Platform) throws(Refusal) -> String {
    switch platform {
    case .wns, .mpns, .browser: break
    default:
        guard try json(text).object != nil else {
            throw Refusal(400, "The notification payload must be a JSON object.")
        }
    }
    guard !text.isEmpty else { throw Refusal(400, "The notification has no body.") }
    return text
}

private func json(_ text: String) throws(Refusal) -> JSONValue {
    do {
        return try JSONValue(parsing: text)
    } catch {
        throw Refusal(
            400, "The notification body is not valid JSON: line \(error.line), column \(error.column): \(error.reason)."
        )
    }
}

public import HubLanguage
internal import JSON
public import News
internal import XMLTree

extension NativeNotification {
    /// A notification that shows a message as the platform's usual template would show it, with further properties where
    /// an app of the platform finds its own data: beside `aps` on APNs, in `data` on FCM, in `launch` of a Windows toast,
    /// as JSON.
    public init(
        target: NotificationTarget, platform: Platform, message: String, properties: [(name: String, value: String)],
        expires: Instant? = nil, collapseID: String? = nil
    ) throws(NotificationError) {
        guard let body = platform.defaultTemplate, let template = try? NotificationTemplate(body: body, for: platform)
        else { throw .noUsualPayload(platform) }
        var names: Set<String> = []
        for (name, _) in properties where !names.insert(name).inserted { throw .propertyTwice(name) }
        let bare = template.filled(with: ["messageParam": message])
        let payload = properties.isEmpty ? bare : try platform.payload(bare, with: properties)
        try self.init(target: target, platform: platform, payload: payload, expires: expires, collapseID: collapseID)
    }
}

extension Platform {
    fileprivate func payload(
        _ bare: String, with properties: [(name: String, value: String)]
    ) throws(NotificationError) -> String {
        let data = JSONObject(properties.map { ($0.name, JSONValue.string($0.value)) })
        if self == .wns {
            guard var toast = try? XMLElement(parsing: bare) else { return bare }
            toast.attributes.append(XMLAttribute("launch", JSONValue.object(data).text()))
            return toast.xml
        }
        guard var payload = (try? JSONValue(parsing: bare))?.object else { return bare }
        guard self == .fcmV1 else {
            for (name, value) in data.members {
                guard payload[name] == nil else { throw .propertyName(name) }
                payload[name] = value
            }
            return JSONValue.object(payload).text()
        }
        var message = payload["message"]?.object ?? JSONObject()
        message["data"] = .object(data)
        payload["message"] = .object(message)
        return JSONValue.object(payload).text()
    }
}

internal import HTTP
internal import HubLanguage
internal import JSON
internal import News

extension Installation {
    /// The body that writes it.
    var json: JSONValue {
        var members: [(String, JSONValue)] = [("installationId", .string(id))]
        if let userID { members.append(("userId", .string(userID))) }
        members.append(("platform", .string(platform.installationName)))
        members.append(("pushChannel", channel))
        if let expires { members.append(("expirationTime", .string(expires.description))) }
        if !tags.isEmpty { members.append(("tags", .array(tags.map(JSONValue.string)))) }
        if !templates.isEmpty {
            members.append(("templates", .object(JSONObject(templates.map { ($0.name, json($0)) }))))
        }
        return .object(JSONObject(members))
    }

    private var channel: JSONValue {
        switch handle {
        case .token(let token): .string(token)
        case .browser(let endpoint, let p256dh, let auth):
            ["endpoint": .string(endpoint), "p256dh": .string(p256dh), "auth": .string(auth)]
        case .baidu(let user, _): .string(user)
        }
    }

    private func json(_ template: Template) -> JSONValue {
        var headers = template.headers
        if platform == .wns {
            headers = Registration.Template(body: template.body, headers: headers).withWindowsType.headers
        }
        var members: [(String, JSONValue)] = [("body", .string(template.body))]
        if !headers.isEmpty {
            members.append(("headers", .object(JSONObject(headers.map { ($0.name, .string($0.value)) }))))
        }
        if let expiry = template.expiry { members.append(("expiry", .string(expiry))) }
        if !template.tags.isEmpty { members.append(("tags", .array(template.tags.map(JSONValue.string)))) }
        return .object(JSONObject(members))
    }

    /// Reads what the hub answers, whatever media type it gives it and however it spells the names; nil where it is no
    /// installation of a platform that is known.
    init?(reading body: [UInt8]) {
        guard let object = (try? JSONValue(parsing: body))?.object, let id = object.member("installationId")?.string,
            let platform = object.member("platform")?.string.flatMap(Platform.init(installationName:)),
            let handle = DeviceHandle(channel: object.member("pushChannel"))
        else { return nil }
        let expired = object.member("pushChannelExpired") ?? object.member("expiredPushChannel")
        self.init(
            id: id, userID: object.member("userId")?.string, platform: platform, handle: handle,
            isExpired: expired?.boolean ?? false,
            expires: object.member("expirationTime")?.string.flatMap(Instant.init(hubTime:)),
            tags: (object.member("tags")?.array ?? []).compactMap(\.string),
            templates: (object.member("templates")?.object?.members ?? []).map(Template.init))
    }
}

extension Installation.Template {
    /// The hub has put the name among the tags.
    fileprivate init(name: String, value: JSONValue) {
        let object = value.object ?? JSONObject()
        self.init(
            name: name, body: object.member("body")?.string ?? "",
            headers: (object.member("headers")?.object?.members ?? []).map {
                HTTPHeader($0.name, $0.value.string ?? "")
            },
            tags: (object.member("tags")?.array ?? []).compactMap(\.string).filter { $0 != name },
            expiry: object.member("expiry")?.string)
    }
}

extension DeviceHandle {
    /// A browser's channel is an object, or that object as text, as .NET writes it.
    fileprivate init?(channel: JSONValue?) {
        let object = channel?.object ?? channel?.string.flatMap { try? JSONValue(parsing: $0) }?.object
        if let object, let endpoint = object.member("endpoint")?.string {
            self = .browser(
                endpoint: endpoint, p256dh: object.member("p256dh")?.string ?? "",
                auth: object.member("auth")?.string ?? "")
        } else if let token = channel?.string, !token.isEmpty {
            self = .token(token)
        } else {
            return nil
        }
    }
}

extension InstallationChange {
    var json: JSONValue {
        var members: [(String, JSONValue)] = [("op", .string(operation.rawValue)), ("path", .string(path))]
        if let value { members.append(("value", .string(value))) }
        return .object(JSONObject(members))
    }
}

extension JSONObject {
    /// The member of that name, whatever its case: `userId` here is `userID` there.
    func member(_ name: String) -> JSONValue? {
        self[name] ?? members.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

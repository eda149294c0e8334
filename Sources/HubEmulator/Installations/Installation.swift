internal import HubLanguage
internal import JSON
internal import News

/// An installation as JSON, kept as it came: the hub answers with what a client wrote and a little more.
struct Installation: Sendable {
    var id: String
    var members: JSONObject

    /// Its size as JSON.
    var bytes: Int { JSONValue.object(members).text().utf8.count }

    /// One that was checked before.
    init(id: String, members: JSONObject) {
        self.id = id
        self.members = members
    }

    /// Reads the body of a PUT and checks what follows from it.
    init(reading body: [UInt8], id: String) throws(Refusal) {
        guard let object = (try? JSONValue(parsing: body))?.object else {
            throw Refusal(400, "The body of an installation must be a JSON object.")
        }
        self.id = id
        members = object
        if let inside = string("installationId"), inside != id {
            throw Refusal(400, "The installationId in the body is not the one in the address.")
        }
        members["installationId"] = .string(id)
        try check()
    }

    /// Throws what a registration made of it would be refused for.
    func check() throws(Refusal) { _ = try registrations() }

    /// A member, whatever the case of its name: clients differ (`userId`, `userID`).
    func member(_ name: String) -> JSONValue? { members.member(name) }

    func string(_ name: String) -> String? { member(name)?.string }

    /// The registrations that the service makes of an installation: a native one, and one for each template of the
    /// device and of its secondary tiles.
    func registrations() throws(Refusal) -> [RegistrationDraft] {
        guard let platform = Platform(installationName: string("platform") ?? "") else {
            throw Refusal(400, "The platform '\((string("platform") ?? "").prefix(40))' is not supported.")
        }
        guard platform != .baidu else { throw Refusal(400, "There are no installations for Baidu.") }
        let tags = try checkedTags(texts(member("tags"))) + systemTags()
        var drafts = try surface(
            platform, channel: member("pushChannel"), tags: tags, templates: member("templates"), tile: nil)
        for (name, tile) in member("secondaryTiles")?.object?.members ?? [] {
            let tileTags = try checkedTags(texts(tile.object?.member("tags")))
            drafts += try surface(
                platform, channel: tile.object?.member("pushChannel"), tags: tags + tileTags,
                templates: tile.object?.member("templates"), tile: name)
        }
        return drafts
    }

    private func systemTags() throws(Refusal) -> [String] {
        guard let user = string("userId"), !user.isEmpty else { return ["$InstallationId:{\(id)}"] }
        guard user.utf8.allSatisfy(isUserCharacter) else {
            throw Refusal(400, "The userId may have letters, digits and - _ @ # . : = alone.")
        }
        return ["$InstallationId:{\(id)}", "$UserId:{\(user)}"]
    }

    private func surface(
        _ platform: Platform, channel: JSONValue?, tags: [String], templates: JSONValue?, tile: String?
    ) throws(Refusal) -> [RegistrationDraft] {
        let parts = try handleParts(channel, platform)
        let expires = try RegistrationDraft.end(string("expirationTime"))
        func draft(_ tags: [String], _ template: RegisteredTemplate?) -> RegistrationDraft {
            RegistrationDraft(
                platform: platform, handle: parts[0], handleParts: parts, tags: tags, template: template,
                pushVariables: member("pushVariables")?.text(), secondaryTileName: tile, installationID: id,
                expires: expires)
        }
        var drafts = [draft(tags, nil)]
        for (name, value) in templates?.object?.members ?? [] {
            let (template, own) = try self.template(name, value, platform)
            drafts.append(draft(tags + own.filter { !tags.contains($0) }, template))
        }
        return drafts
    }

    private func template(
        _ name: String, _ value: JSONValue, _ platform: Platform
    ) throws(Refusal) -> (RegisteredTemplate, tags: [String]) {
        let headers = (value.object?.member("headers")?.object?.members ?? []).map { header in
            (name: header.name, value: header.value.string ?? "")
        }
        let template = try RegisteredTemplate(
            body: value.object?.member("body")?.string ?? "", name: name, headers: HeaderFields(headers),
            expiry: value.object?.member("expiry")?.string, platform: platform)
        // The template's own name becomes a tag, blanks and all.
        let tags = try checkedTags(texts(value.object?.member("tags")).filter { $0 != name })
        return (template, tags + [name])
    }

    /// A browser's channel is an object, or that object as JSON text (.NET).
    private func handleParts(_ channel: JSONValue?, _ platform: Platform) throws(Refusal) -> [String] {
        guard platform == .browser else {
            return [try RegistrationDraft.handle(channel?.string ?? "", for: platform)]
        }
        let object = channel?.object ?? channel?.string.flatMap { try? JSONValue(parsing: $0) }?.object
        let endpoint = try RegistrationDraft.handle(object?.member("endpoint")?.string ?? "", for: platform)
        return [endpoint, object?.member("p256dh")?.string ?? "", object?.member("auth")?.string ?? ""]
    }

    /// The installation as the hub answers it: with the names of templates among their tags.
    func answer() -> JSONValue {
        var answered = members
        if let name = members.names.first(where: { equalIgnoringCase($0, "templates") }),
            let templates = members[name]?.object
        {
            answered[name] = .object(
                JSONObject(
                    templates.members.map { template in
                        var object = template.value.object ?? JSONObject()
                        let tags = texts(object.member("tags")).filter { $0 != template.name } + [template.name]
                        object["tags"] = .array(tags.map(JSONValue.string))
                        return (template.name, JSONValue.object(object))
                    }))
        }
        answered["pushChannelExpired"] = false
        return .object(answered)
    }
}

private func texts(_ value: JSONValue?) -> [String] {
    (value?.array ?? []).compactMap { $0.string?.trimmed }
}

private func isUserCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-_@#.:=".utf8.contains(byte)
    }
}

extension JSONObject {
    /// The member of that name, whatever its case.
    func member(_ name: String) -> JSONValue? {
        self[name] ?? members.first { equalIgnoringCase($0.name, name) }?.value
    }
}

internal import HubLanguage
internal import News
internal import XMLTree

extension RegistrationDraft {
    /// Reads an Atom entry with a registration: `<FcmV1TemplateRegistrationDescription>` and the like as root of the
    /// content, or `<RegistrationDescription i:type="…">` as .NET writes it.
    init(reading body: [UInt8]) throws(Refusal) {
        let description = try RegistrationDraft.description(in: body)
        let (platform, isTemplate) = try RegistrationDraft.kind(of: description)
        let fields = RegistrationFields(of: description, platform: platform, isTemplate: isTemplate)
        handleParts = platform.handleElements.map { fields.texts[$0] ?? "" }
        handle = try RegistrationDraft.handle(handleParts.first ?? "", for: platform)
        handleParts[0] = handle
        self.platform = platform
        tags = try checkedTags((fields.texts["Tags"] ?? "").split(separator: ",").map(\.trimmed))
        pushVariables = fields.texts["PushVariables"]
        secondaryTileName = fields.texts["SecondaryTileName"]
        expires = try RegistrationDraft.end(fields.texts["ExpirationTime"])
        template = isTemplate ? try fields.template(for: platform) : nil
    }

    /// The time after which the hub forgets it. Who read a registration and writes it again sends the end of all times
    /// back, which is none.
    static func end(_ text: String?) throws(Refusal) -> Instant? {
        guard let text, !text.isEmpty, !text.hasPrefix("9999-") else { return nil }
        guard let time = scheduleTime(text) else {
            throw Refusal(400, "The ExpirationTime '\(text.prefix(60))' is not a valid date-time.")
        }
        return time
    }

    private static func description(in body: [UInt8]) throws(Refusal) -> XMLElement {
        let entry: XMLElement
        do {
            entry = try XMLElement(parsing: body)
        } catch {
            throw Refusal(400, "The request body is not XML: line \(error.line): \(error.reason).")
        }
        guard entry.name == "entry", entry.namespace == XMLNamespace.atom,
            let description = entry["content"]?.elements.first
        else { throw Refusal(400, "The request body is not an Atom entry with a content.") }
        guard description.namespace == XMLNamespace.serviceBus else {
            throw Refusal(400, "The registration is not in the namespace \(XMLNamespace.serviceBus).")
        }
        return description
    }

    private static func kind(of description: XMLElement) throws(Refusal) -> (Platform, isTemplate: Bool) {
        var name = description.name[...]
        if name == "RegistrationDescription" {
            let type = description.attribute("type") ?? ""
            name = type.split(separator: ":").last ?? ""
        }
        guard name.hasSuffix("RegistrationDescription") else {
            throw Refusal(400, "'\(name.prefix(60))' is not a registration.")
        }
        var kind = name.dropLast("RegistrationDescription".count)
        let isTemplate = kind.hasSuffix("Template")
        if isTemplate { kind = kind.dropLast("Template".count) }
        guard let platform = Platform.allCases.first(where: { $0.registrationKind == kind }) else {
            throw Refusal(400, "The kind of registration '\(name.prefix(60))' is not supported.")
        }
        return (platform, isTemplate)
    }

    /// A handle as the hub keeps it: tokens of APNs in upper case.
    static func handle(_ text: String, for platform: Platform) throws(Refusal) -> String {
        let handle = text.trimmed
        guard !handle.isEmpty else {
            throw Refusal(400, "The registration has no \(platform.handleElements[0]).")
        }
        guard platform == .apns else { return handle }
        guard handle.utf8.count.isMultiple(of: 2), handle.utf8.allSatisfy(isHexadecimal) else {
            throw Refusal(400, "The DeviceToken is not an even number of hexadecimal digits.")
        }
        return handle.uppercased()
    }
}

private func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
}

/// Tags that a client may write to a registration: valid, not the service's own, each kept once.
func checkedTags(_ texts: [String]) throws(Refusal) -> [String] {
    var seen: Set<String> = []
    let tags = texts.filter { !$0.isEmpty && seen.insert($0).inserted }
    guard !tags.contains(where: { $0.hasPrefix("$") }) else { throw Refusal(400, "Tags can not start with $.") }
    let wrong = tags.filter { (try? Tag($0)) == nil }
    guard wrong.isEmpty else {
        let list = wrong.joined(separator: ",").prefix(200)
        throw Refusal(
            400,
            "An invalid tag(s) '\(list)' was supplied. Valid tag characters are alphanumeric, _, @, -, ., : and #.")
    }
    guard tags.reduce(tags.count, { $0 + $1.utf8.count }) <= 8_000 else {
        throw Refusal(
            400,
            "Registration Tags serialized size is more than maximum supported value. Max Allowed Size: '8000'")
    }
    guard tags.count <= 60 else { throw Refusal(400, "A registration cannot have more than 60 tags.") }
    return tags
}

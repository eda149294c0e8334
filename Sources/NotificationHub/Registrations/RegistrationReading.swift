internal import HTTP
internal import HubLanguage
internal import News
internal import XMLTree

extension Registration {
    /// Reads an Atom entry; nil for one that holds no registration of a kind that is known.
    init?(entry: XMLElement) {
        guard entry.name == "entry", let description = entry["content"]?.elements.first,
            let (platform, isTemplate) = Registration.kind(of: description),
            let handle = DeviceHandle(in: description, of: platform)
        else { return nil }
        self.init(
            id: description.text(of: "RegistrationId") ?? entry.text(of: "title"),
            eTag: description.text(of: "ETag") ?? entry.attribute("etag").map(bareETag), platform: platform,
            handle: handle,
            tags: (description.text(of: "Tags") ?? "").split(separator: ",").map(trimmed).filter { !$0.isEmpty },
            template: isTemplate ? Template(in: description, of: platform) : nil,
            expires: description.text(of: "ExpirationTime").flatMap(Instant.init(hubTime:)),
            pushVariables: description.text(of: "PushVariables"),
            secondaryTileName: description.text(of: "SecondaryTileName"))
    }

    /// The kind is the element's name, or its `type` where the root is the one of all kinds, as .NET writes it.
    private static func kind(of description: XMLElement) -> (Platform, isTemplate: Bool)? {
        var name = description.name[...]
        if name == "RegistrationDescription" {
            name = (description.attribute("type") ?? "").split(separator: ":").last ?? ""
        }
        guard name.hasSuffix("RegistrationDescription") else { return nil }
        name = name.dropLast("RegistrationDescription".count)
        let isTemplate = name.hasSuffix("Template")
        if isTemplate { name = name.dropLast("Template".count) }
        return Platform.allCases.first { $0.registrationKind == name }.map { ($0, isTemplate) }
    }
}

extension Registration.Template {
    fileprivate init(in description: XMLElement, of platform: Platform) {
        let prefix = platform.headerElement ?? ""
        self.init(
            name: description.text(of: "TemplateName"), body: description.text(of: "BodyTemplate") ?? "",
            headers: (description["\(prefix)Headers"]?.elements ?? []).map {
                HTTPHeader($0.text(of: "Header") ?? "", $0.text(of: "Value") ?? "")
            }, expiry: description.text(of: "Expiry"),
            priority: description.text(of: "Priority"))
    }
}

extension DeviceHandle {
    fileprivate init?(in description: XMLElement, of platform: Platform) {
        let texts = platform.handleElements.map { description.text(of: $0) ?? "" }
        guard let first = texts.first, !first.isEmpty else { return nil }
        self =
            switch platform {
            case .browser: .browser(endpoint: first, p256dh: texts[1], auth: texts[2])
            case .baidu: .baidu(user: first, channel: texts[1])
            default: .token(first)
            }
    }
}

/// One page of a list of registrations.
public struct RegistrationPage: Sendable, Hashable {
    /// The registrations in the hub's order.
    public var registrations: [Registration]
    /// How many entries are of a kind that is not known here.
    public var unknownKinds: Int
    /// What asks for the next page, as it goes into the query; nil on the last one.
    var continuation: String?
    /// Whether there is a page after this one.
    public var hasNext: Bool { continuation != nil }

    /// Reads a feed. The token comes percent-encoded, and must go back so: encoding it once more is the mistake that makes
    /// lists end after their first page.
    init?(_ response: HTTPResponse) {
        guard let feed = try? XMLElement(parsing: response.body), feed.name == "feed" else { return nil }
        let entries = feed.elements.filter { $0.name == "entry" }
        registrations = entries.compactMap(Registration.init(entry:))
        unknownKinds = entries.count - registrations.count
        continuation = response.header("x-ms-continuationtoken").flatMap { $0.isEmpty ? nil : $0 }
        if let continuation, !continuation.utf8.allSatisfy(isQueryCharacter) { return nil }
    }
}

/// What stands in a query value as it is: a token with anything else would change the request.
private func isQueryCharacter(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "-._~%+=/:;,!*@".utf8.contains(byte)
}

extension XMLElement {
    /// The text of the first child of that name; nil for none, and for one that says that it is nothing.
    func text(of name: String) -> String? {
        guard let element = self[name], element.attribute("nil") != "true" else { return nil }
        return element.text.isEmpty ? nil : element.text
    }
}

/// `W/"1"`, `"1"` and `1` are the same revision.
func bareETag(_ text: String) -> String {
    text.filter { $0 != "\"" }.replacing(/^W\//, with: "")
}

func trimmed(_ text: some StringProtocol) -> String {
    String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
}

extension Instant {
    /// A time as the hub writes it: with or without a zone, which is UTC then, and with up to seven digits of a second. The
    /// end of the year 9999 stands for never.
    init?(hubTime text: String) {
        guard !text.hasPrefix("9999-") else { return nil }
        let whole = text.prefix { $0 != "." }
        let zone = text.dropFirst(whole.count).drop { $0 == "." || $0.isNumber }
        let hasZone = !zone.isEmpty || whole.hasSuffix("Z") || whole.dropFirst(10).contains { "+-".contains($0) }
        self.init(whole + zone + (hasZone ? "" : "Z"))
    }
}

extension Registration {
    /// Reads the entry that an answer is.
    init?(reading body: [UInt8]) {
        guard let entry = try? XMLElement(parsing: body) else { return nil }
        self.init(entry: entry)
    }
}

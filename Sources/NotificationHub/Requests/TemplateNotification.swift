public import HubLanguage
internal import JSON
public import News

/// A notification as properties, with which the hub fills in the templates of all platforms.
public struct TemplateNotification: Sendable, Hashable {
    /// A property.
    public struct Property: Sendable, Hashable {
        /// 1 to 120 ASCII letters, digits and underscores.
        public let name: String
        /// Any text; the hub takes nothing else.
        public let value: String
    }

    /// Whom it is for.
    public let target: NotificationTarget
    /// The properties in the order in which they are sent.
    public let properties: [Property]
    /// When Apple's service stops trying to deliver it; nil leaves that to Apple.
    public let expires: Instant?
    /// What a later notification must carry to replace this one on an iPhone: at most 64 bytes.
    public let collapseID: String?
    /// The request's body: one flat JSON object of strings.
    public let body: [UInt8]

    /// A notification, checked as far as it can be before the hub sees it.
    public init(
        target: NotificationTarget, properties: [(name: String, value: String)], expires: Instant? = nil,
        collapseID: String? = nil
    ) throws(NotificationError) {
        try TemplateNotification.check(target)
        try TemplateNotification.check(names: properties.map(\.name))
        if let collapseID { try TemplateNotification.check(collapseID: collapseID) }
        self.target = target
        self.properties = properties.map { Property(name: $0.name, value: $0.value) }
        self.expires = expires
        self.collapseID = collapseID
        let members = properties.map { ($0.name, JSONValue.string($0.value)) }
        body = Array(JSONValue.object(JSONObject(members)).text().utf8)
        guard body.count <= HubLimits.requestBody else { throw .tooLarge(bytes: body.count) }
    }

    /// What each phone's template is filled in with.
    public var templateProperties: TemplateProperties {
        TemplateProperties(properties.map { ($0.name, $0.value) })
    }

    /// Expressions are held to the narrower limits here, whatever they were parsed with: they hold in every version of
    /// the hub's documentation.
    static func check(_ target: NotificationTarget) throws(NotificationError) {
        guard case .tags(let expression) = target else { return }
        do {
            try expression.check(.safe)
        } catch {
            throw .tags(error)
        }
    }

    private static func check(names: [String]) throws(NotificationError) {
        guard !names.isEmpty else { throw .noProperties }
        var seen = Set<String>(minimumCapacity: names.count)
        for name in names {
            guard name.isTemplatePropertyName else { throw .propertyName(name) }
            guard seen.insert(name.lowercased()).inserted else { throw .propertyTwice(name) }
        }
    }

    static func check(collapseID: String) throws(NotificationError) {
        let isHeaderText = collapseID.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        guard (1...HubLimits.collapseIDBytes).contains(collapseID.utf8.count), isHeaderText else { throw .collapseID }
    }
}

/// Why a notification is not sent at all.
public enum NotificationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is nothing to fill templates in with.
    case noProperties
    /// The message came out empty.
    case emptyMessage
    /// Templates cannot address a property of that name.
    case propertyName(String)
    /// Two names differ in case alone, which templates ignore.
    case propertyTwice(String)
    /// The expression holds more tags than is safe to send.
    case tags(TagExpressionError)
    /// `apns-collapse-id` is 1 to 64 visible ASCII characters.
    case collapseID
    /// The body is larger than 64 KB.
    case tooLarge(bytes: Int)
    /// The payload does not have the form of its platform.
    case shape(PayloadShapeError)
    /// The payload is larger than its platform takes.
    case payload(PayloadExcess)
    /// A property alone makes the payload larger than its platform takes.
    case property(String, bytes: Int, PayloadExcess)
    /// The platform has no usual payload that a message could be put into.
    case noUsualPayload(Platform)

    /// What is wrong and what is allowed.
    public var description: String {
        switch self {
        case .noProperties: "the notification has no property, so phones would show a blank"
        case .emptyMessage:
            "the message came out empty, so phones would show a blank; its template needs {headline}, or words beside "
                + "what has no value here"
        case .propertyName(let name):
            "\"\(name.prefix(60))\" is no property name: 1 to 120 ASCII letters, digits and underscores"
        case .propertyTwice(let name): "the property \(name) stands twice; names ignore case"
        case .tags(let error): error.description
        case .collapseID: "the collapse id is not 1 to 64 visible ASCII characters"
        case .tooLarge(let bytes):
            "the notification has \(bytes) bytes, the hub takes at most \(HubLimits.requestBody): shorten its properties"
        case .shape(let error): error.description
        case .payload(let excess): excess.description
        case .property(let name, let bytes, let excess):
            "the property \(name) has \(bytes) bytes, and with it the payload for \(excess.platform.name) has "
                + "\(excess.bytes) bytes of at most \(excess.limit); shorten it"
        case .noUsualPayload(let platform):
            "\(platform.name) has no payload that is usual enough to be made of a message"
        }
    }
}

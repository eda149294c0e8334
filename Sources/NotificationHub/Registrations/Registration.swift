public import HTTP
public import HubLanguage
public import News
internal import XMLTree

/// A registration: one way by which the hub reaches a device, with the tags it follows. Without a template it gets native
/// notifications, with one those made of properties.
public struct Registration: Sendable, Hashable {
    /// What a template registration has to fill in.
    public struct Template: Sendable, Hashable {
        /// Its name; nil for none.
        public var name: String?
        /// The platform's payload with expressions.
        public var body: String
        /// Headers for APNs or WNS, which may hold expressions too.
        public var headers: [HTTPHeader]
        /// When APNs gives up, as an expression or an instant; nil for never.
        public var expiry: String?
        /// APNs' priority, which may be an expression too; nil where it is not set.
        public var priority: String?

        /// A template from its parts.
        public init(
            name: String? = nil, body: String, headers: [HTTPHeader] = [], expiry: String? = nil,
            priority: String? = nil
        ) {
            self.priority = priority
            self.name = name
            self.body = body
            self.headers = headers
            self.expiry = expiry
        }
    }

    /// The hub's name for it; nil before it has one.
    public var id: String?
    /// Its revision, which an update or a deletion can be bound to.
    public var eTag: String?
    /// The push service.
    public var platform: Platform
    /// What the push service reaches the device by.
    public var handle: DeviceHandle
    /// What it follows, and the tags that the service put there.
    public var tags: [String]
    /// What is filled in; nil for native notifications.
    public var template: Template?
    /// When the hub forgets it; nil for never.
    public var expires: Instant?
    /// A JSON object that is kept with it, as text.
    public var pushVariables: String?
    /// The Windows tile that it is for, beside the app's own.
    public var secondaryTileName: String?

    /// A registration from its parts.
    public init(
        id: String? = nil, eTag: String? = nil, platform: Platform, handle: DeviceHandle, tags: [String],
        template: Template? = nil, expires: Instant? = nil, pushVariables: String? = nil,
        secondaryTileName: String? = nil
    ) {
        self.secondaryTileName = secondaryTileName
        self.id = id
        self.eTag = eTag
        self.platform = platform
        self.handle = handle
        self.tags = tags
        self.template = template
        self.expires = expires
        self.pushVariables = pushVariables
    }

    /// The installation that it was made from, which alone may change it; nil for one that stands by itself.
    public var installationID: String? {
        let prefix = "$installationid:{"
        return tags.first { $0.lowercased().hasPrefix(prefix) && $0.last == "}" }
            .map { String($0.dropFirst(prefix.count).dropLast()) }
    }

    /// What a client may write: not the tags that the service put there.
    var ownTags: [String] { tags.filter { $0.first != "$" } }
}

extension Platform {
    /// The elements that hold a device's handle, the most telling first.
    var handleElements: [String] {
        switch self {
        case .apns: ["DeviceToken"]
        case .gcm, .fcmV1, .adm, .xiaomi: ["\(registrationKind)RegistrationId"]
        case .wns, .mpns: ["ChannelUri"]
        case .baidu: ["BaiduUserId", "BaiduChannelId"]
        case .browser: ["Endpoint", "P256DH", "Auth"]
        }
    }

    /// How the elements of its template's headers begin; nil where there are none.
    var headerElement: String? {
        switch self {
        case .apns: "Apns"
        case .wns: "Wns"
        case .mpns: "Mpns"
        default: nil
        }
    }
}

/// The namespaces of registrations. The old reference prints the second with https, which the service does not know.
enum HubNamespace {
    static let atom = "http://www.w3.org/2005/Atom"
    static let serviceBus = "http://schemas.microsoft.com/netservices/2010/10/servicebus/connect"
    static let instance = "http://www.w3.org/2001/XMLSchema-instance"
}

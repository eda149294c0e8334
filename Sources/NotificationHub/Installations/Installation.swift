public import HTTP
public import HubLanguage
public import News

/// An installation: a device with all its templates under an id that its app chose. Writing it again changes nothing, so
/// a lost answer does no harm; the hub makes registrations of it.
public struct Installation: Sendable, Hashable {
    /// A template.
    public struct Template: Sendable, Hashable {
        /// Its name, which becomes a tag of its own: one that is also a category would be hit by news of it.
        public var name: String
        /// The platform's payload with expressions.
        public var body: String
        /// Headers for APNs or WNS.
        public var headers: [HTTPHeader]
        /// Tags of this template alone.
        public var tags: [String]
        /// When APNs gives up, as an expression or an instant; nil for never.
        public var expiry: String?

        /// A template from its parts.
        public init(
            name: String, body: String, headers: [HTTPHeader] = [], tags: [String] = [], expiry: String? = nil
        ) {
            self.name = name
            self.body = body
            self.headers = headers
            self.tags = tags
            self.expiry = expiry
        }
    }

    /// The id.
    public var id: String
    /// The user who is signed in, by whom `$UserId:{…}` addresses it.
    public var userID: String?
    /// The push service; Baidu has no installations.
    public var platform: Platform
    /// What the push service reaches the device by.
    public var handle: DeviceHandle
    /// Whether the push service has said that the device is not reached by it any more.
    public var isExpired: Bool
    /// When the hub forgets it; nil for never.
    public var expires: Instant?
    /// What it follows.
    public var tags: [String]
    /// What is filled in.
    public var templates: [Template]

    /// An installation from its parts.
    public init(
        id: String, userID: String? = nil, platform: Platform, handle: DeviceHandle, isExpired: Bool = false,
        expires: Instant? = nil, tags: [String] = [], templates: [Template] = []
    ) {
        self.id = id
        self.userID = userID
        self.platform = platform
        self.handle = handle
        self.isExpired = isExpired
        self.expires = expires
        self.tags = tags
        self.templates = templates
    }
}

/// One change of an installation, which leaves the rest of it alone (RFC 6902, of which the service knows three
/// operations).
public struct InstallationChange: Sendable, Hashable {
    /// What is done.
    public enum Operation: String, Sendable {
        /// Puts something beside what there is.
        case add
        /// Puts something in the place of what there is.
        case replace
        /// Takes something away.
        case remove
    }

    /// What is done.
    public var operation: Operation
    /// To what: `/tags`, `/tags/NAME`, `/pushChannel`, `/templates/NAME/body`.
    public var path: String
    /// The new value; the service wants text even for objects. Nil where something is removed.
    public var value: String?

    /// A change from its parts.
    public init(_ operation: Operation, _ path: String, _ value: String? = nil) {
        self.operation = operation
        self.path = path
        self.value = value
    }

    /// Lets it follow a tag.
    public static func adding(tag: String) -> InstallationChange { InstallationChange(.add, "/tags", tag) }
    /// Lets it follow a tag no more.
    public static func removing(tag: String) -> InstallationChange {
        InstallationChange(.remove, "/tags/\(escaped(tag))")
    }
    /// Gives it another token.
    public static func replacing(token: String) -> InstallationChange {
        InstallationChange(.replace, "/pushChannel", token)
    }

    /// A name as a part of a path (RFC 6901).
    private static func escaped(_ name: String) -> String {
        name.replacing("~", with: "~0").replacing("/", with: "~1")
    }
}

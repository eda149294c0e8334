/// The limits of the service that are the same for every platform.
public enum HubLimits {
    /// The most bytes of a request's body; more is answered with 413.
    public static let requestBody = 65_536
    /// The most characters of a property name in a template; more makes the registration a 400.
    public static let propertyNameLength = 120
    /// The most characters of a template's name; more makes the registration a 400.
    public static let templateNameLength = 200
    /// The most tags of a registration.
    public static let tagsPerRegistration = 60
    /// The most characters of a registration's tags, joined by commas; more makes the registration a 400.
    public static let serializedTagsLength = 8_000
    /// The most handles of one direct batch send.
    public static let batchHandles = 1_000
    /// The most seconds from now to a scheduled send: 7 days.
    public static let scheduleSeconds: Int64 = 604_800
    /// The most devices a test send reaches.
    public static let testSendDevices = 10
    /// The most test sends a minute.
    public static let testSendsPerMinute = 10
    /// The most bytes of `apns-collapse-id`, by Apple.
    public static let collapseIDBytes = 64
}

/// A filled-in payload that is larger than its platform takes.
public struct PayloadExcess: Sendable, Hashable, CustomStringConvertible {
    /// The platform.
    public var platform: Platform
    /// The bytes of the payload.
    public var bytes: Int
    /// The most bytes the platform takes.
    public var limit: Int

    /// An excess from its parts.
    public init(platform: Platform, bytes: Int, limit: Int) {
        self.platform = platform
        self.bytes = bytes
        self.limit = limit
    }

    /// What happens with it: the hub takes such a send in with 201 and tells of the loss in its telemetry alone.
    public var description: String {
        "the filled-in payload has \(bytes) bytes, \(platform.name) takes at most \(limit): the hub would accept the "
            + "notification and never deliver it (telemetry: InvalidNotificationSize or Dropped)"
    }
}

extension Platform {
    /// How far a filled-in payload exceeds the platform's limit; nil when it does not.
    public func excess(ofPayload payload: String) -> PayloadExcess? {
        let bytes = payload.utf8.count
        guard let payloadLimit, bytes > payloadLimit else { return nil }
        return PayloadExcess(platform: self, bytes: bytes, limit: payloadLimit)
    }
}

internal import Glibc
public import HTTPServer
public import HubLanguage
public import News

/// How a local hub is set up.
public struct HubEmulatorConfiguration: Sendable {
    /// The hub's name: the first segment of its paths.
    public var hubName = "bulletin"
    /// The address to listen on, in numbers. Others than those of this machine alone need an ``identity``.
    public var address = "127.0.0.1"
    /// The port; 0 takes a free one.
    public var port: UInt16 = 0
    /// With it the hub speaks TLS.
    public var identity: TLSIdentity?
    /// The file that keeps the hub's keys and everything it was told, from one start to the next; nil keeps nothing.
    public var stateFile: String?
    /// The shared access rules; nil makes the usual ones with keys that are new at each start.
    public var rules: [SharedAccessRule]?
    /// The pricing tier, which decides what the hub can do.
    public var tier: HubTier = .standard
    /// Seconds that a token may be past its end.
    public var clockSkewAllowance: Int64 = 0
    /// The devices that are registered from the start.
    public var devices: [DeviceSetup] = []
    /// How many deliveries, notifications and requests are remembered, the newest of each.
    public var history = 20_000
    /// Told of each request for the hub when it was answered, on the thread that answered it.
    public var onRequest: (@Sendable (LoggedRequest) -> Void)?
    /// How many threads answer.
    public var threads: UInt32 = 2
    /// The hub's clock, by which tokens end, dates are told and scheduled notifications go out.
    public var clock: @Sendable () -> Instant = { wallClock() }

    /// The usual hub: named `bulletin`, Standard tier, without devices.
    public init() {}
}

/// A device that is registered from the start, with a template registration.
public struct DeviceSetup: Sendable {
    /// What people call it.
    public var name: String
    /// Its push service.
    public var platform: Platform
    /// Its token, channel or endpoint.
    public var handle: String
    /// The tags it follows.
    public var tags: [String]
    /// The body of its template; nil takes the platform's usual one for `messageParam`.
    public var template: String?

    /// A device from its parts.
    public init(name: String, platform: Platform, handle: String, tags: [String], template: String? = nil) {
        self.name = name
        self.platform = platform
        self.handle = handle
        self.tags = tags
        self.template = template
    }

    /// An iPhone, an Android phone and a Windows PC whose choices reach every category; two of them share each of World,
    /// Business, Technology and Sports.
    public static let samples = [
        DeviceSetup(
            name: "iPhone", platform: .apns, handle: String(repeating: "C0FFEE00", count: 8),
            tags: ["World", "Politics", "Science"]),
        DeviceSetup(
            name: "Android phone", platform: .fcmV1, handle: "sample-android:token-1",
            tags: ["World", "Business", "Technology", "Sports"]),
        DeviceSetup(
            name: "Windows PC", platform: .wns, handle: "https://wns.example/channel/1",
            tags: ["Sports", "Technology", "Business"]),
    ]
}

private func wallClock() -> Instant {
    Instant(secondsSince1970: Int64(time(nil)))
}

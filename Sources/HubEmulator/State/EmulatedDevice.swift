public import HubLanguage
public import News

/// A pretend device: its registrations and what it would have shown.
public struct EmulatedDevice: Sendable, Equatable {
    /// What people call it: the name given, or platform and the end of the handle.
    public var name: String
    /// Its push service.
    public var platform: Platform
    /// Its token, channel or endpoint.
    public var handle: String
    /// The tags of its registrations, each once, in order.
    public var tags: [String]
    /// The ids of its registrations.
    public var registrations: [String]
    /// What it showed, the oldest first; at most 100.
    public var shown: [ShownNotification]
    /// How many notifications ever arrived.
    public var deliveries: Int

    /// What is on its screen now: what was shown and not replaced.
    public var lockScreen: [ShownNotification] { shown.filter { !$0.isReplaced } }
}

/// A notification on a device.
public struct ShownNotification: Sendable, Equatable {
    /// The notification's id.
    public var notificationID: String
    /// When it arrived.
    public var time: Instant
    /// The title, if the payload has one.
    public var title: String?
    /// The text; empty where the device would show a blank or nothing.
    public var text: String
    /// What kind of thing the payload is to the platform.
    public var kind: AlertKind
    /// What the platform got, filled in.
    public var payload: String
    /// The headers that the platform got, filled in.
    public var headers: [LoggedRequest.Header] = []
    /// Notifications with the same collapse id replace each other.
    public var collapseID: String?
    /// Whether a later one took its place.
    public var isReplaced = false
    /// Counts deliveries over all devices.
    var serial = 0
}

/// What a payload does on a device.
public enum AlertKind: String, Sendable {
    /// Something to read appears.
    case alert
    /// The app gets data and decides.
    case data
    /// A number or a mark on the icon.
    case badge
    /// A live tile changes.
    case tile
}

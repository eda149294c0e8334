public import HubLanguage

/// Whom a notification is for. There is no third way: the hub takes a missing header as everybody and an empty one as
/// nobody, and neither may happen by accident.
public enum NotificationTarget: Sendable, Hashable {
    /// The registrations that match.
    case tags(TagExpression)
    /// Every template registration of the hub.
    case everyone
}

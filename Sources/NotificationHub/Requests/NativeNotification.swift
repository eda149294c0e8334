public import HubLanguage
public import News

/// A notification in the form of one platform, passed on by the hub as it is: only devices of that platform get it.
public struct NativeNotification: Sendable, Hashable {
    /// Whom it is for.
    public let target: NotificationTarget
    /// Whose form it has.
    public let platform: Platform
    /// The payload: JSON, or XML for a Windows toast, tile or badge.
    public let payload: String
    /// When Apple's service stops trying to deliver it; nil leaves that to Apple.
    public let expires: Instant?
    /// What a later notification must carry to replace this one on an iPhone: at most 64 bytes.
    public let collapseID: String?

    /// A notification, held to the platform's shape and size: the hub would take a larger one in and never deliver it.
    public init(
        target: NotificationTarget, platform: Platform, payload: String, expires: Instant? = nil,
        collapseID: String? = nil
    ) throws(NotificationError) {
        try TemplateNotification.check(target)
        if let collapseID { try TemplateNotification.check(collapseID: collapseID) }
        do {
            try platform.checkShape(ofPayload: payload)
        } catch {
            throw .shape(error)
        }
        if let excess = platform.excess(ofPayload: payload) { throw .payload(excess) }
        guard payload.utf8.count <= HubLimits.requestBody else { throw .tooLarge(bytes: payload.utf8.count) }
        self.target = target
        self.platform = platform
        self.payload = payload
        self.expires = expires
        self.collapseID = collapseID
    }

    /// `X-WNS-Type`, without which the hub refuses a Windows notification.
    var windowsType: String? { platform == .wns ? Platform.windowsType(ofPayload: payload) : nil }

    var contentType: String {
        switch platform {
        case .wns where windowsType == "wns/raw": "application/octet-stream"
        case .wns, .mpns: "application/xml;charset=utf-8"
        default: "application/json;charset=utf-8"
        }
    }
}

internal import HubLanguage
public import News
internal import XMLTree

/// What became of a notification that the hub took in, by its telemetry.
public struct NotificationTelemetry: Sendable, Hashable {
    /// What the push service of one platform answered, and how often.
    public struct Outcomes: Sendable, Hashable {
        /// What people call the platform.
        public var platform: String
        /// The hub's names for the answers, such as `Success` or `ExpiredChannel`, in its order.
        public var counts: [Count]
    }

    /// How often an answer came.
    public struct Count: Sendable, Hashable {
        /// The hub's name for the answer.
        public var name: String
        /// How often it came.
        public var count: Int
    }

    /// The hub's word: `Enqueued`, `Processing`, `Completed`, `NoTargetFound`, `Abandoned`, …
    public var state: String
    /// When the hub took it in, began and ended; nil for what it does not tell.
    public var enqueued: Instant?
    /// When the hub began to send it.
    public var started: Instant?
    /// When the hub was done with it.
    public var ended: Instant?
    /// The tags it was for, in the hub's words.
    public var tags: String
    /// The kinds of registrations it was for, such as `appletemplate`.
    public var targetPlatforms: [String]
    /// The answers by platform.
    public var outcomes: [Outcomes]
    /// Where the errors of single devices are kept; nil where there are none.
    public var errorDetails: SignedAddress?

    /// Telemetry of which only the state is known.
    public init(state: String) {
        self.state = state
        tags = ""
        targetPlatforms = []
        outcomes = []
    }

    /// Whether it stays so.
    public var isFinal: Bool { !["Enqueued", "Processing", "Scheduled", "Unknown"].contains(state) }
    /// Nobody was addressed: no registration has such a tag.
    public var reachedNobody: Bool { state == "NoTargetFound" }
}

extension NotificationTelemetry {
    /// Reads `NotificationDetails`, in whatever namespace; nil where the answer is something else.
    init?(details body: [UInt8]) {
        guard let root = try? XMLElement(parsing: body), root.name == "NotificationDetails",
            let state = root["State"]?.text, !state.isEmpty, state.utf8.count <= 64
        else { return nil }
        self.init(state: state)
        enqueued = root.text(of: "EnqueueTime").flatMap(Instant.init(hubTime:))
        started = root.text(of: "StartTime").flatMap(Instant.init(hubTime:))
        ended = root.text(of: "EndTime").flatMap(Instant.init(hubTime:))
        tags = root.text(of: "Tags") ?? ""
        targetPlatforms = (root.text(of: "TargetPlatforms") ?? "").split(separator: ",").map(trimmed)
        outcomes = root.elements.compactMap(Outcomes.init)
        errorDetails = root.text(of: "PnsErrorDetailsUri").flatMap(SignedAddress.init)
    }
}

extension NotificationTelemetry.Outcomes {
    /// `ApnsOutcomeCounts` and its kin.
    fileprivate init?(_ element: XMLElement) {
        guard element.name.hasSuffix("OutcomeCounts") else { return nil }
        let counts = element.elements.compactMap { outcome -> NotificationTelemetry.Count? in
            guard let name = outcome.text(of: "Name"), name.utf8.count <= 64,
                let count = outcome.text(of: "Count").flatMap({ Int($0) }), count > 0
            else { return nil }
            return NotificationTelemetry.Count(name: name, count: count)
        }
        guard !counts.isEmpty else { return nil }
        let prefix = element.name.dropLast("OutcomeCounts".count)
        self.init(platform: NotificationTelemetry.Outcomes.platforms[String(prefix)] ?? String(prefix), counts: counts)
    }

    /// Telemetry has names of its own for the platforms.
    private static let platforms = [
        "Apns": Platform.apns.name, "Mpns": Platform.mpns.name, "Wns": Platform.wns.name, "Gcm": Platform.gcm.name,
        "Fcm": "FCM", "FcmV1": Platform.fcmV1.name, "Adm": Platform.adm.name, "Baidu": Platform.baidu.name,
        "Browser": Platform.browser.name, "Xiaomi": Platform.xiaomi.name,
    ]
}

extension NotificationTelemetry.Count {
    /// What the answer means and what to do; nil for one that needs nothing, or is not known.
    public var meaning: String? {
        switch name {
        case "BadChannel", "WrongToken":
            "the token is not one of this app or environment: register the device again, and check sandbox or production"
        case "ExpiredChannel", "ChannelDisconnected":
            "the app was removed, or has another token by now: it registers again when it starts"
        case "InvalidCredentials":
            "the push service does not take the hub's credentials: renew them in the Azure portal"
        case "InvalidNotificationSize", "Dropped": "the filled-in payload is too large, or the push service dropped it"
        case "ChannelThrottled", "Throttled": "too many notifications to the device, or to the push service"
        case "NoTargets": "no device of that platform"
        case "PnsUnavailable", "PnsUnreachable", "PnsServerError", "PnsInterfaceError":
            "the push service was not to be had or failed"
        case "AbandonedNotificationMessages": "the hub gave up after 30 minutes"
        case "Skipped": "a device that was there twice got it once, or its registration was no longer good"
        default: nil
        }
    }
}

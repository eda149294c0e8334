/// A push notification service that the hub passes notifications on to.
public enum Platform: String, Sendable, Hashable, CaseIterable {
    /// Apple Push Notification service.
    case apns
    /// Firebase Cloud Messaging, HTTP v1.
    case fcmV1
    /// Windows Push Notification Services.
    case wns
    /// Web Push, to browsers.
    case browser
    /// Microsoft Push Notification Service for Windows Phone, switched off.
    case mpns
    /// Google Cloud Messaging and legacy Firebase, switched off in 2024.
    case gcm
    /// Amazon Device Messaging.
    case adm
    /// Baidu Cloud Push.
    case baidu
    /// Xiaomi Mi Push.
    case xiaomi

    /// What people call it.
    public var name: String {
        switch self {
        case .apns: "APNs"
        case .fcmV1: "FCM v1"
        case .wns: "WNS"
        case .browser: "Web Push"
        case .mpns: "MPNS"
        case .gcm: "GCM"
        case .adm: "ADM"
        case .baidu: "Baidu"
        case .xiaomi: "Xiaomi"
        }
    }

    /// The value of `ServiceBusNotification-Format` for a native notification. The official clients write `fcmv1`, the
    /// documentation `fcmV1`: send this, compare without case.
    public var formatName: String {
        switch self {
        case .apns: "apple"
        case .wns: "windows"
        case .mpns: "windowsphone"
        case .fcmV1, .browser, .gcm, .adm, .baidu, .xiaomi: rawValue.lowercased()
        }
    }

    /// The value of `platform` in an installation, a vocabulary of its own; compare without case.
    public var installationName: String { rawValue }

    /// How the names of its registrations begin: `AppleRegistrationDescription`, `AppleTemplateRegistrationDescription`.
    public var registrationKind: String {
        switch self {
        case .apns: "Apple"
        case .fcmV1: "FcmV1"
        case .wns: "Windows"
        case .browser: "Browser"
        case .mpns: "Mpns"
        case .gcm: "Gcm"
        case .adm: "Adm"
        case .baidu: "Baidu"
        case .xiaomi: "Xiaomi"
        }
    }

    /// The platform of that format, whatever its case.
    public init?(formatName: String) {
        let name = formatName.lowercased()
        self.init { $0.formatName == name }
    }

    /// The platform that installations call so, whatever the case.
    public init?(installationName: String) {
        let name = installationName.lowercased()
        self.init { $0.installationName.lowercased() == name }
    }

    private init?(where matches: (Platform) -> Bool) {
        guard let platform = Platform.allCases.first(where: matches) else { return nil }
        self = platform
    }

    /// The most bytes of a filled-in payload; nil where none is known.
    public var payloadLimit: Int? {
        switch self {
        case .apns, .fcmV1: 4_096
        case .wns: 5_120
        case .browser, .mpns, .gcm, .adm, .baidu, .xiaomi: nil
        }
    }

    /// The template that apps register which follow `messageParam`; nil where there is no custom.
    public var defaultTemplate: String? {
        switch self {
        case .apns: #"{"aps":{"alert":"$(messageParam)"}}"#
        case .fcmV1: #"{"message":{"notification":{"body":"$(messageParam)"}}}"#
        case .wns:
            #"<toast><visual><binding template="ToastText01"><text id="1">$(messageParam)</text></binding></visual></toast>"#
        case .browser, .mpns, .gcm, .adm, .baidu, .xiaomi: nil
        }
    }
}

/// The value of `ServiceBusNotification-Format`.
public enum NotificationFormat: Sendable, Hashable {
    /// Properties, with which the hub fills in the templates of all platforms.
    case template
    /// A platform's own payload, passed on as it is.
    case native(Platform)

    /// The value as sent.
    public var name: String {
        switch self {
        case .template: "template"
        case .native(let platform): platform.formatName
        }
    }

    /// The format of that name, whatever its case.
    public init?(name: String) {
        if name.lowercased() == "template" {
            self = .template
        } else if let platform = Platform(formatName: name) {
            self = .native(platform)
        } else {
            return nil
        }
    }
}

internal import HubLanguage

// What the hub's documents call a platform's things.
extension Platform {
    /// The elements of a registration that hold the device's handle; the first one identifies the device.
    var handleElements: [String] {
        switch self {
        case .apns: ["DeviceToken"]
        case .gcm: ["GcmRegistrationId"]
        case .fcmV1: ["FcmV1RegistrationId"]
        case .wns, .mpns: ["ChannelUri"]
        case .adm: ["AdmRegistrationId"]
        case .baidu: ["BaiduUserId", "BaiduChannelId"]
        case .browser: ["Endpoint", "P256DH", "Auth"]
        case .xiaomi: ["XiaomiRegistrationId"]
        }
    }

    /// The element of registrations that lists headers for the push service, and the element of one of them.
    var headerElements: (list: String, one: String)? {
        switch self {
        case .apns: ("ApnsHeaders", "ApnsHeader")
        case .wns: ("WnsHeaders", "WnsHeader")
        case .mpns: ("MpnsHeaders", "MpnsHeader")
        default: nil
        }
    }

    /// The element of telemetry that counts this platform's outcomes.
    var outcomeElement: String {
        switch self {
        case .apns: "ApnsOutcomeCounts"
        case .gcm: "GcmOutcomeCounts"
        case .fcmV1: "FcmV1OutcomeCounts"
        case .wns: "WnsOutcomeCounts"
        case .mpns: "MpnsOutcomeCounts"
        case .adm: "AdmOutcomeCounts"
        case .baidu: "BaiduOutcomeCounts"
        case .browser: "BrowserOutcomeCounts"
        case .xiaomi: "XiaomiOutcomeCounts"
        }
    }
}

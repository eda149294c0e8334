internal import HubLanguage
public import News
internal import XMLTree

/// What a push service had against one device (NET `PnsFeedback`).
public struct DeviceError: Sendable, Hashable {
    /// What people call the platform.
    public var platform: String
    /// The registration that the device was addressed by.
    public var registrationID: String?
    /// The installation that the registration was made of.
    public var installationID: String?
    /// The push service's word, such as `ExpiredChannel`.
    public var error: String
    /// When it came.
    public var time: Instant?

    /// The most that are read.
    private static let limit = 1_000

    /// Reads documents that stand one after another, as the service writes them, in whatever namespace; nil where there is
    /// something else. The device's handle is left out: it is what one needs to send to it.
    static func list(_ body: [UInt8]) -> [DeviceError]? {
        let text = String(decoding: body, as: UTF8.self)
        guard let list = try? XMLElement(parsing: "<list>\(withoutDeclarations(text))</list>") else { return nil }
        let found = list.elements.filter { $0.name == "PnsFeedback" }
        guard !found.isEmpty || list.elements.isEmpty else { return nil }
        return found.prefix(limit).map(DeviceError.init)
    }

    private init(_ feedback: XMLElement) {
        let name = feedback.text(of: "Platform") ?? ""
        platform = Platform(formatName: name)?.name ?? name
        registrationID = feedback.text(of: "RegistrationId")
        installationID = feedback.text(of: "InstallationId")
        error = feedback.text(of: "NotificationSystemError") ?? ""
        time = feedback.text(of: "FeedbackTime").flatMap(Instant.init(hubTime:))
    }

    /// A declaration, or a byte order mark, can stand at the beginning of each of the documents and nowhere in one.
    private static func withoutDeclarations(_ text: String) -> String {
        var rest = text[...]
        var kept = ""
        while let start = rest.firstRange(of: "<?xml") {
            kept += rest[..<start.lowerBound]
            guard let end = rest[start.upperBound...].firstRange(of: "?>") else { return kept }
            rest = rest[end.upperBound...]
        }
        return (kept + rest).filter { $0 != "\u{feff}" }
    }
}

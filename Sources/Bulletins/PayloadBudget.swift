public import HubLanguage

/// A template as phones have registered it, and the most bytes its platform takes once it is filled in.
public struct PayloadBudget: Sendable {
    /// The platform whose limit counts.
    public let platform: Platform
    /// The most bytes of the filled-in payload.
    public let maximumBytes: Int
    private let template: NotificationTemplate

    /// A budget for a template of the newsroom's app; nil where no limit of the platform is known.
    public init?(platform: Platform, template: NotificationTemplate) {
        guard let limit = platform.payloadLimit else { return nil }
        self.platform = platform
        self.maximumBytes = limit
        self.template = template
    }

    /// The default templates of the living platforms: those that show `messageParam` and nothing else.
    public static let standard: [PayloadBudget] = Platform.allCases.compactMap { platform in
        guard let body = platform.defaultTemplate, let template = try? NotificationTemplate(body: body, for: platform)
        else { return nil }
        return PayloadBudget(platform: platform, template: template)
    }

    /// What the platform would be handed.
    public func payload(filledWith properties: TemplateProperties) -> String {
        template.filled(with: properties)
    }

    /// The bytes of it.
    public func bytes(filledWith properties: TemplateProperties) -> Int {
        payload(filledWith: properties).utf8.count
    }
}

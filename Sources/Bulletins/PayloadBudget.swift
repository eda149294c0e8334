public import HubLanguage

/// A template as phones have registered it, and the most bytes its platform takes once it is filled in.
public struct PayloadBudget: Sendable, Hashable {
    /// The platform whose limit counts.
    public let platform: Platform
    /// The most bytes of the filled-in payload.
    public let maximumBytes: Int
    /// The file that the template of the newsroom's app stands in; nil for the usual one.
    public let source: String?
    /// The template.
    public let template: NotificationTemplate

    /// A budget for a template of the newsroom's app; nil where no limit of the platform is known.
    public init?(platform: Platform, template: NotificationTemplate, source: String? = nil) {
        guard let limit = platform.payloadLimit else { return nil }
        self.platform = platform
        self.maximumBytes = limit
        self.source = source
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

    /// The properties that the template asks for.
    public var propertyNames: [String] { template.propertyNames }
}

/// A property that takes so much of a payload that no message has room beside it.
public struct PropertyExcess: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// The bytes of its value.
    public var bytes: Int
    /// How far the payload is beyond its platform's limit.
    public var payload: PayloadExcess
}

extension Bulletin {
    /// The property that alone makes a payload too large for its platform, though the message was cut to nothing: the
    /// largest one that its template asks for.
    public func excess(in payloads: [PayloadBudget]) -> PropertyExcess? {
        let filling = TemplateProperties(properties.map { ($0.name, $0.value) })
        for budget in payloads {
            let bytes = budget.bytes(filledWith: filling)
            guard bytes > budget.maximumBytes else { continue }
            let asked = Set(budget.propertyNames.map { $0.lowercased() })
            let largest = properties.filter { asked.contains($0.name.lowercased()) }.max {
                $0.value.utf8.count < $1.value.utf8.count
            }
            guard let largest else { continue }
            return PropertyExcess(
                name: largest.name, bytes: largest.value.utf8.count,
                payload: PayloadExcess(platform: budget.platform, bytes: bytes, limit: budget.maximumBytes))
        }
        return nil
    }
}

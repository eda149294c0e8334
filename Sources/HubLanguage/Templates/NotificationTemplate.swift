internal import JSON
internal import XMLTree

/// The body of a template registration: the payload of a platform, JSON or XML, with expressions as values. Read once,
/// filled in for each notification.
public struct NotificationTemplate: Sendable, Hashable {
    /// The body as registered.
    public let body: String
    /// Whether it is XML; otherwise it is JSON.
    public let isXML: Bool
    let parts: [TemplatePart]

    /// Reads a body and refuses what the service refuses when a registration is made: what is neither a JSON object nor
    /// well-formed XML, and values that begin like expressions and are none. Names are no expressions.
    public init(body: String) throws(TemplateError) {
        self.body = body
        isXML = body.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{feff}" } == "<"
        var builder = TemplateBuilder()
        if isXML {
            try builder.append(NotificationTemplate.readXML(body))
        } else {
            let value = try NotificationTemplate.readJSON(body)
            guard value.object != nil else { throw .notAnObject }
            try builder.append(value)
        }
        parts = builder.parts
    }

    /// Reads a body for a platform, whose shape it must have: FCM v1 wants everything under `message`.
    public init(body: String, for platform: Platform) throws(TemplateError) {
        try self.init(body: body)
        do {
            try platform.checkShape(ofPayload: body)
        } catch {
            throw .shape(error)
        }
    }

    /// The payload for these properties: valid JSON or XML whatever their values are, which are escaped.
    public func filled(with properties: TemplateProperties) -> String {
        parts.reduce(into: "") { $0 += $1.text(with: properties) }
    }

    /// The payload for these properties.
    public func filled(with properties: [String: String]) -> String {
        filled(with: TemplateProperties(properties))
    }

    /// The properties that the body asks for, each once, in the order in which they first stand.
    public var propertyNames: [String] {
        var seen: Set<String> = []
        return parts.flatMap(\.propertyNames).filter { seen.insert(TemplateProperties.folded($0)).inserted }
    }

    private static func readJSON(_ body: String) throws(TemplateError) -> JSONValue {
        do {
            return try JSONValue(parsing: body)
        } catch {
            throw .notJSON(line: error.line, column: error.column, reason: error.reason)
        }
    }

    private static func readXML(_ body: String) throws(TemplateError) -> XMLElement {
        do {
            return try XMLElement(parsing: body)
        } catch {
            throw .notXML(line: error.line, reason: error.reason)
        }
    }
}

internal import HTTPServer
internal import HubLanguage

/// The template of a registration: read once, and shared by all registrations that have the same one, so that a
/// broadcast fills it in once and not ten thousand times.
final class RegisteredTemplate: Sendable {
    let platform: Platform
    let template: NotificationTemplate
    let name: String
    /// Headers for the push service, whose values may hold expressions.
    let headers: HeaderFields
    /// `Expiry` of Apple templates, which may be an expression.
    let expiry: String?
    /// `Priority` of Apple templates, which may be an expression.
    let priority: String?
    private let expressions: [(name: String, value: TemplateExpression)]

    /// A template from its parts; everything that the service refuses at registration is refused here.
    init(
        body: String, name: String, headers: HeaderFields, expiry: String? = nil, priority: String? = nil,
        platform: Platform
    ) throws(Refusal) {
        guard !body.isEmpty else { throw Refusal(400, "The registration has no body template.") }
        guard name.count <= HubLimits.templateNameLength else {
            throw Refusal(400, "A template name cannot have more than \(HubLimits.templateNameLength) characters.")
        }
        do {
            template = try NotificationTemplate(body: body)
        } catch {
            throw Refusal(400, "The body template is invalid: \(error).")
        }
        if platform == .wns, headers["X-WNS-Type"] == nil {
            throw Refusal(400, "A template for Windows needs the header X-WNS-Type.")
        }
        var expressions: [(name: String, value: TemplateExpression)] = []
        // Expiry and Priority reach APNs as headers too; the service's own names for them are not known.
        let fields =
            headers.fields
            + [("Expiry", expiry), ("Priority", priority)].compactMap { field in
                field.1.map { (name: field.0, value: $0) }
            }
        for field in fields {
            do {
                expressions.append((field.name, try TemplateExpression(field.value)))
            } catch {
                throw Refusal(400, "The header \(field.name.prefix(60)) of the template is invalid: \(error).")
            }
        }
        self.expressions = expressions
        self.platform = platform
        self.name = name
        self.headers = headers
        self.expiry = expiry
        self.priority = priority
    }

    /// The headers that go to the push service with a notification.
    func filledHeaders(with properties: TemplateProperties) -> [(name: String, value: String)] {
        expressions.map { (name: $0.name, value: $0.value.value(with: properties)) }
    }

    /// What makes two templates the same.
    struct Content: Hashable, Sendable {
        private let platform: Platform
        private let texts: [String?]

        init(_ template: RegisteredTemplate) {
            platform = template.platform
            texts =
                [template.template.body, template.name, template.expiry, template.priority]
                + template.headers.fields.flatMap { [$0.name, $0.value] }
        }
    }
}

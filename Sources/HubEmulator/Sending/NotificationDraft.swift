internal import HTTPServer
internal import HubLanguage
internal import News

/// A notification as asked for, read from a request and found to be right.
struct NotificationDraft: Sendable {
    /// What is sent.
    enum Content: Sendable {
        /// Properties that fill in the templates of registrations.
        case properties(TemplateProperties)
        /// The payload of one platform, passed on as it is.
        case native(Platform, payload: String)
    }

    /// To whom.
    enum Audience: Sendable {
        /// Every registration of the format.
        case everyone
        /// Registrations whose tags match.
        case tags(TagExpression)
        /// Handles, whether registered or not.
        case handles([String])
    }

    var content: Content
    var audience: Audience
    /// Header fields that are passed on to the push services.
    var platformHeaders: HeaderFields
    /// Whether it came through `messages/$batch`.
    var isBatch = false
    /// The body as it came, for telemetry.
    var body: String

    /// The value of the format header.
    var format: String {
        switch content {
        case .properties: "template"
        case .native(let platform, _): platform.formatName
        }
    }

    /// The tags header, empty without one.
    var tagsText: String {
        if case .tags(let expression) = audience { expression.text } else { "" }
    }
}

internal import HTTPServer
internal import HubLanguage
internal import XMLTree

/// The elements of a registration in the order that the service's reader demands. It passes over elements that come too
/// late without a word, and so does this one: a client that writes them in another order must see what it loses.
struct RegistrationFields {
    private(set) var texts: [String: String] = [:]
    private(set) var headers = HeaderFields()

    init(of description: XMLElement, platform: Platform, isTemplate: Bool) {
        var expected = RegistrationFields.order(for: platform, isTemplate: isTemplate)[...]
        for element in description.elements {
            guard let position = expected.firstIndex(of: element.name) else { continue }
            expected = expected[expected.index(after: position)...]
            guard !element.isNil else { continue }
            if element.name == platform.headerElements?.list {
                headers = RegistrationFields.headers(in: element)
            } else {
                texts[element.name] = element.text
            }
        }
    }

    private static func headers(in list: XMLElement) -> HeaderFields {
        HeaderFields(list.elements.map { (name: $0["Header"]?.text ?? "", value: $0["Value"]?.text ?? "") })
    }

    static func order(for platform: Platform, isTemplate: Bool) -> [String] {
        var order = ["ETag", "ExpirationTime", "RegistrationId", "Tags", "PushVariables"] + platform.handleElements
        if platform == .wns || platform == .mpns { order.append("SecondaryTileName") }
        guard isTemplate else { return order }
        order.append("BodyTemplate")
        switch platform {
        case .apns: order += ["Expiry", "TemplateName", "Priority", "ApnsHeaders"]
        case .wns: order += ["WnsHeaders", "TemplateName"]
        case .mpns: order += ["MpnsHeaders", "TemplateName"]
        default: order.append("TemplateName")
        }
        return order
    }

    /// The template, checked as at registration.
    func template(for platform: Platform) throws(Refusal) -> RegisteredTemplate {
        try RegisteredTemplate(
            body: texts["BodyTemplate"] ?? "", name: texts["TemplateName"] ?? "", headers: headers,
            expiry: texts["Expiry"], priority: texts["Priority"], platform: platform)
    }
}

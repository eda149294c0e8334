internal import HTTP
internal import HubLanguage
internal import XMLTree

extension Registration {
    /// The Atom entry that makes or replaces it. The service reads the elements in this order and passes over, without a
    /// word, one that stands elsewhere.
    var entry: String {
        let description = XMLElement(
            elementName, namespace: HubNamespace.serviceBus,
            children: (base + handleParts + (template.map(parts) ?? [])).map(XMLElement.Node.element))
        let content = XMLElement(
            "content", attributes: [XMLAttribute("type", "application/xml")], children: [.element(description)])
        return "<?xml version=\"1.0\" encoding=\"utf-8\"?>"
            + XMLElement("entry", namespace: HubNamespace.atom, children: [.element(content)]).xml
    }

    private var elementName: String {
        platform.registrationKind + (template == nil ? "" : "Template") + "RegistrationDescription"
    }

    /// The revision and the end are the hub's to write.
    private var base: [XMLElement] {
        var elements: [XMLElement] = []
        if let id { elements.append(XMLElement("RegistrationId", text: id)) }
        if !ownTags.isEmpty { elements.append(XMLElement("Tags", text: ownTags.joined(separator: ","))) }
        if let pushVariables { elements.append(XMLElement("PushVariables", text: pushVariables)) }
        return elements
    }

    private var handleParts: [XMLElement] {
        let texts: [String] =
            switch handle {
            case .token(let token): [token]
            case .browser(let endpoint, let p256dh, let auth): [endpoint, p256dh, auth]
            case .baidu(let user, let channel): [user, channel]
            }
        let tile = secondaryTileName.map { [XMLElement("SecondaryTileName", text: $0)] } ?? []
        return zip(platform.handleElements, texts).map { XMLElement($0, text: $1) } + tile
    }

    private func parts(of template: Template) -> [XMLElement] {
        let body = XMLElement("BodyTemplate", text: template.body)
        let name = template.name.map { [XMLElement("TemplateName", text: $0)] } ?? []
        switch platform {
        case .apns:
            let expiry = template.expiry.map { [XMLElement("Expiry", text: $0)] } ?? []
            let priority = template.priority.map { [XMLElement("Priority", text: $0)] } ?? []
            return [body] + expiry + name + priority + headers(template, "Apns")
        case .wns: return [body] + headers(template.withWindowsType, "Wns") + name
        case .mpns: return [body] + headers(template, "Mpns") + name
        default: return [body] + name
        }
    }

    private func headers(_ template: Template, _ prefix: String) -> [XMLElement] {
        guard !template.headers.isEmpty else { return [] }
        let lines = template.headers.map { header in
            XMLElement.Node.element(
                XMLElement(
                    "\(prefix)Header",
                    children: [
                        .element(XMLElement("Header", text: header.name)),
                        .element(XMLElement("Value", text: header.value)),
                    ]))
        }
        return [XMLElement("\(prefix)Headers", children: lines)]
    }
}

extension Registration.Template {
    /// With `X-WNS-Type`, which the hub insists on: by the root of the body where it is not given.
    var withWindowsType: Registration.Template {
        guard !headers.contains(where: { $0.isNamed("X-WNS-Type") }) else { return self }
        var typed = self
        typed.headers.append(.init("X-WNS-Type", Platform.windowsType(ofPayload: body)))
        return typed
    }
}

internal import HubLanguage
internal import News
internal import XMLTree

extension Registration {
    /// The registration as Atom entry, as the service answers.
    func entry(address: String, query: String) -> XMLElement {
        var entry = XMLElement(
            "entry", in: XMLNamespace.atom,
            [
                XMLElement("id", text: "\(address)\(query)").inAtom, title,
                XMLElement("published", text: updated.description).inAtom,
                XMLElement("updated", text: updated.description).inAtom,
                link(address: address, query: query), content,
            ])
        entry.attributes = [
            XMLAttribute("etag", eTag, prefix: "a"), XMLAttribute("a", XMLNamespace.metadata, prefix: "xmlns"),
        ]
        return entry
    }

    private var title: XMLElement {
        var title = XMLElement("title", text: id).inAtom
        title.attributes = [XMLAttribute("type", "text")]
        return title
    }

    private func link(address: String, query: String) -> XMLElement {
        XMLElement(
            "link", namespace: XMLNamespace.atom,
            attributes: [XMLAttribute("rel", "self"), XMLAttribute("href", address + query)])
    }

    private var content: XMLElement {
        var content = XMLElement("content", in: XMLNamespace.atom, [description])
        content.attributes = [XMLAttribute("type", "application/xml")]
        return content
    }

    private var description: XMLElement {
        let kind = draft.platform.registrationKind + (draft.template == nil ? "" : "Template")
        var element = XMLElement(kind + "RegistrationDescription", in: XMLNamespace.serviceBus, fields)
        element.attributes = [XMLAttribute("i", XMLNamespace.schemaInstance, prefix: "xmlns")]
        return element
    }

    private var fields: [XMLElement] {
        RegistrationFields.order(for: draft.platform, isTemplate: draft.template != nil).compactMap(field)
    }

    private func field(_ name: String) -> XMLElement? {
        let text: String? =
            switch name {
            case "ETag": String(version)
            case "ExpirationTime": draft.expires?.description ?? never
            case "RegistrationId": id
            case "Tags": draft.tags.isEmpty ? nil : draft.tags.joined(separator: ",")
            case "PushVariables": draft.pushVariables
            case "SecondaryTileName": draft.secondaryTileName
            case "BodyTemplate": draft.template?.template.body
            case "TemplateName": draft.template.flatMap { $0.name.isEmpty ? nil : $0.name }
            case "Priority": draft.template?.priority
            case "Expiry": draft.template?.expiry
            default: draft.platform.handleElements.firstIndex(of: name).map { draft.handleParts[$0] }
            }
        if let text { return XMLElement(name, text: text).inServiceBus }
        if name == "Expiry" { return Registration.emptyExpiry }
        return name == draft.platform.headerElements?.list ? headerList(name) : nil
    }

    private func headerList(_ name: String) -> XMLElement {
        let one = draft.platform.headerElements?.one ?? ""
        let headers = (draft.template?.headers.fields ?? []).map { header in
            XMLElement(
                one, in: XMLNamespace.serviceBus,
                [
                    XMLElement("Header", text: header.name).inServiceBus,
                    XMLElement("Value", text: header.value).inServiceBus,
                ])
        }
        return XMLElement(name, in: XMLNamespace.serviceBus, headers)
    }

    private static var emptyExpiry: XMLElement {
        XMLElement(
            "Expiry", namespace: XMLNamespace.serviceBus, attributes: [XMLAttribute("nil", "true", prefix: "i")])
    }

    /// Registrations do not expire unless a client or the hub's owner says so.
    private var never: String {
        draft.installationID == nil ? "9999-12-31T23:59:59.999" : "9999-12-31T23:59:59.9999999Z"
    }
}

extension XMLElement {
    var inAtom: XMLElement { placed(in: XMLNamespace.atom) }
    var inServiceBus: XMLElement { placed(in: XMLNamespace.serviceBus) }

    private func placed(in namespace: String) -> XMLElement {
        var element = self
        element.namespace = namespace
        return element
    }
}

/// A page of registrations as Atom feed; `next` is the token for the following page as it stands in the header.
func registrationFeed(
    _ registrations: [Registration], address: String, query: String, next: String?, now: Instant
) -> String {
    func link(_ relation: String, _ address: String) -> XMLElement {
        XMLElement(
            "link", namespace: XMLNamespace.atom,
            attributes: [XMLAttribute("rel", relation), XMLAttribute("href", address)])
    }
    var head = [
        XMLElement("title", text: "Registrations").inAtom, XMLElement("id", text: address + query).inAtom,
        XMLElement("updated", text: now.description).inAtom, link("self", address + query),
    ]
    // The service encodes the token a second time here.
    if let next {
        head.append(link("next", "\(address)\(query)&continuationtoken=\(percentEncoded(next))"))
    }
    let entries = registrations.map { registration in
        registration.entry(address: "\(address)/\(registration.id)", query: query)
    }
    return XMLElement("feed", in: XMLNamespace.atom, head + entries).xml
}

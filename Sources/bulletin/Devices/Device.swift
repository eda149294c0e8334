internal import HubLanguage
internal import JSON
internal import News
internal import NotificationHub
internal import PlainText
internal import Terminal

/// A device as the hub knows it, in either of its two ways.
enum Device {
    case registration(Registration)
    case installation(Installation)

    var id: String {
        switch self {
        case .registration(let registration): registration.id ?? ""
        case .installation(let installation): installation.id
        }
    }

    var tags: [String] {
        switch self {
        case .registration(let registration): registration.tags
        case .installation(let installation): installation.tags
        }
    }
}

extension Device {
    /// The device as data: stable names, every member always there. `help devices` documents it.
    var json: JSONValue {
        switch self {
        case .registration(let registration):
            [
                "id": JSONValue(registration.id), "installation": JSONValue(registration.installationID),
                "kind": "registration", "platform": .string(registration.platform.installationName),
                "token": .string("\(registration.handle)"), "tags": list(registration.tags),
                "templates": .array(
                    registration.template.map { template in
                        [["name": JSONValue(template.name), "body": .string(template.body)]]
                    } ?? []), "user": .null, "expires": JSONValue(registration.expires?.description),
                "etag": JSONValue(registration.eTag),
            ]
        case .installation(let installation):
            [
                "id": .string(installation.id), "installation": .string(installation.id), "kind": "installation",
                "platform": .string(installation.platform.installationName), "token": .string("\(installation.handle)"),
                "tags": list(installation.tags),
                "templates": .array(
                    installation.templates.map { ["name": .string($0.name), "body": .string($0.body)] }),
                "user": JSONValue(installation.userID), "expires": JSONValue(installation.expires?.description),
                "etag": .null,
            ]
        }
    }

    /// All about it, for people.
    var text: String {
        var rows: [(String, String)] = []
        switch self {
        case .registration(let registration):
            rows += [("registration", id), ("installation", registration.installationID ?? "")]
            rows += [("platform", registration.platform.name), ("token", "\(registration.handle)")]
            rows.append(("tags", registration.tags.joined(separator: ", ")))
            let name = registration.template?.name.map { " \($0)" } ?? ""
            rows.append(("template" + name, registration.template?.body ?? "none: native notifications"))
            rows.append(("expires", registration.expires?.description ?? "never"))
        case .installation(let installation):
            rows += [("installation", id), ("platform", installation.platform.name)]
            let ended = installation.isExpired ? ", which the push service does not take any more" : ""
            rows.append(("token", "\(installation.handle)\(ended)"))
            rows += [("user", installation.userID ?? ""), ("tags", installation.tags.joined(separator: ", "))]
            for template in installation.templates {
                rows.append(("template \(template.name)", template.body))
                if !template.tags.isEmpty { rows.append(("  its tags", template.tags.joined(separator: ", "))) }
            }
            rows.append(("expires", installation.expires?.description ?? "never"))
        }
        let lines = alignedTable(rows.filter { !$0.1.isEmpty }.map { [terminalSafe($0.0), terminalSafe($0.1)] })
        return lines.joined(separator: "\n") + "\n"
    }

    private func list(_ tags: [String]) -> JSONValue { .array(tags.map(JSONValue.string)) }
}

extension Registration {
    /// The cells of a list.
    var cells: [String] {
        let kind = template == nil ? "native" : "template"
        let owner = installationID.map { "of \($0)" } ?? ""
        let shown = tags.filter { $0.first != "$" }.joined(separator: ", ")
        return [id ?? "", platform.name, kind, "\(handle)", shown.isEmpty ? "no tags" : shown, owner].map(terminalSafe)
    }
}

/// Which operation a method and a path name.
enum Route: Sendable, Equatable {
    case send
    case batch
    case telemetry(id: String)
    case feedback
    case schedule
    case cancel(id: String)
    case newRegistrationID
    case createRegistration
    case registrations
    case registration(id: String, method: String)
    case registrationsByTag(String)
    case installation(id: String, method: String)
    case unsupported(String)

    /// Reads method and path below the hub; names of collections ignore case, as names of hubs do.
    init(method: String, path: [String]) throws(Refusal) {
        let name = path.first?.lowercased() ?? ""
        let id = path.count == 2 ? path[1] : nil
        switch (name, path.count, id, method) {
        case ("messages", 1, _, "POST"): self = .send
        case ("messages", 2, "$batch", "POST"): self = .batch
        case ("messages", 2, let id?, "GET"): self = .telemetry(id: id)
        case ("schedulednotifications", 1, _, "POST"): self = .schedule
        case ("schedulednotifications", 2, let id?, "DELETE"): self = .cancel(id: id)
        case ("registrationids", 1, _, "POST"): self = .newRegistrationID
        case ("registrations", 1, _, "POST"): self = .createRegistration
        case ("registrations", 1, _, "GET"): self = .registrations
        case ("registrations", 2, let id?, "GET"), ("registrations", 2, let id?, "PUT"),
            ("registrations", 2, let id?, "DELETE"):
            self = .registration(id: id, method: method)
        case ("tags", 3, _, "GET") where equalIgnoringCase(path[2], "registrations"):
            self = .registrationsByTag(path[1])
        case ("installations", 2, let id?, "GET"), ("installations", 2, let id?, "PUT"),
            ("installations", 2, let id?, "PATCH"), ("installations", 2, let id?, "DELETE"):
            self = .installation(id: id, method: method)
        case ("feedbackcontainer", 1, _, "GET"): self = .feedback
        case ("jobs", _, _, _): self = .unsupported("jobs: list registrations, or write them one by one")
        default: throw Route.refusal(of: method, name)
        }
    }

    private static func refusal(of method: String, _ name: String) -> Refusal {
        let collections = [
            "messages", "schedulednotifications", "registrationids", "registrations", "tags", "installations",
            "feedbackcontainer",
        ]
        return collections.contains(name)
            ? Refusal(405, "The specified HTTP verb (\(method.prefix(20))) is not valid.")
            : Refusal(404, "The specified resource does not exist.")
    }

    /// A token needs one of these rights.
    var rights: Set<AccessRight> {
        switch self {
        case .send, .batch, .schedule, .cancel: [.send]
        // The reference names no right for telemetry; who may send may ask what became of it.
        case .telemetry: [.send, .manage]
        case .newRegistrationID, .createRegistration, .registration, .installation: [.listen, .manage]
        case .registrations, .registrationsByTag, .feedback, .unsupported: [.manage]
        }
    }

    /// The lowest tier that has the operation.
    var lowestTier: HubTier {
        switch self {
        case .batch: .basic
        case .telemetry, .schedule, .cancel, .feedback, .unsupported: .standard
        default: .free
        }
    }
}

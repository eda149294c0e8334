internal import HTTP
public import HubLanguage

extension NotificationHubClient {
    /// Registrations a page: what the official clients ask for. A hundred of the largest stay under 2 MB.
    private static let pageSize = 100

    /// A new id for a registration.
    public func newRegistrationID() throws(HubError) -> String {
        let request = connection.request(.post, "registrationids/")
        let response = try answer(to: request, .writeRegistration)
        guard let id = HubAnswer.identifier(in: response, hiding: []) else { throw .unreadable(.writeRegistration) }
        return id
    }

    /// Makes a registration, whose id the hub chooses. Made twice the device gets everything twice: with a lost answer it
    /// is better to ask for an id first, and to ``put(_:)`` it.
    public func create(_ registration: Registration) throws(HubError) -> Registration {
        var new = registration
        new.id = nil
        return try write(new, .post, "registrations", ifMatch: nil)
    }

    /// Makes the registration of that id, or replaces it whatever it is. Where the id has ended (410) a new one is asked
    /// for, once.
    public func put(_ registration: Registration) throws(HubError) -> Registration {
        var registration = registration
        if registration.id == nil { registration.id = try newRegistrationID() }
        do {
            return try write(registration, .put, path(of: registration), ifMatch: nil)
        } catch {
            guard error.refusal?.kind == .gone else { throw error }
            registration.id = try newRegistrationID()
            return try write(registration, .put, path(of: registration), ifMatch: nil)
        }
    }

    /// Makes the registration of that id, or replaces it whatever it is. An id that has ended is refused as gone: whoever
    /// keeps the id must hear of it.
    public func putAsNamed(_ registration: Registration) throws(HubError) {
        // What the hub made of it is not read: that costs as much as all the rest here.
        _ = try sent(registration, .put, path(of: registration), ifMatch: nil)
    }

    /// Changes a registration that was read before; refused as changed meanwhile if it is not what it was then.
    public func update(_ registration: Registration) throws(HubError) -> Registration {
        try write(registration, .put, path(of: registration), ifMatch: quoted(registration.eTag))
    }

    /// Reads a registration.
    public func registration(_ id: String) throws(HubError) -> Registration {
        let request = connection.request(.get, "registrations/\(segment(id))")
        return try read(try answer(to: request, .readRegistration), .readRegistration)
    }

    /// Deletes a registration: that revision, or any where there is none.
    public func deleteRegistration(_ id: String, eTag: String? = nil) throws(HubError) {
        let request = connection.request(
            .delete, "registrations/\(segment(id))", headers: [HTTPHeader("If-Match", try quoted(eTag))])
        _ = try answer(to: request, .writeRegistration)
    }

    /// One page of all registrations, or of those with a tag or of one device; the first one, or the one after `page`.
    public func registrations(
        _ choice: RegistrationChoice = .all, after page: RegistrationPage? = nil
    ) throws(HubError) -> RegistrationPage {
        let next = page?.continuation.map { "&continuationtoken=\($0)" } ?? ""
        let top = "&$top=\(NotificationHubClient.pageSize)\(next)"
        let request =
            switch choice {
            case .all: connection.request(.get, "registrations", query: top)
            case .tag(let tag): connection.request(.get, "tags/\(segment(tag.text))/registrations", query: top)
            case .handle(let handle):
                connection.request(.get, "registrations", query: "&$filter=\(segment(filter(handle)))" + top)
            }
        let response = try answer(to: request, .registrations, hiding: choice.secrets)
        guard let found = RegistrationPage(response) else { throw .unreadable(.registrations) }
        // A hub that hands out the same token again would never come to an end.
        guard found.continuation == nil || found.continuation != page?.continuation else {
            throw .unreadable(.registrations)
        }
        return found
    }

    private func write(
        _ registration: Registration, _ method: HTTPRequest.Method, _ path: String, ifMatch: String?
    ) throws(HubError) -> Registration {
        try read(try sent(registration, method, path, ifMatch: ifMatch), .writeRegistration)
    }

    private func sent(
        _ registration: Registration, _ method: HTTPRequest.Method, _ path: String, ifMatch: String?
    ) throws(HubError) -> HTTPResponse {
        var headers = [HTTPHeader("Content-Type", "application/atom+xml;type=entry;charset=utf-8")]
        if let ifMatch { headers.append(HTTPHeader("If-Match", ifMatch)) }
        let request = connection.request(method, path, headers: headers, body: Array(registration.entry.utf8))
        return try answer(to: request, .writeRegistration, hiding: registration.handle.secrets)
    }

    private func read(_ response: HTTPResponse, _ operation: HubOperation) throws(HubError) -> Registration {
        guard let registration = Registration(reading: response.body) else { throw .unreadable(operation) }
        return registration
    }

    private func path(of registration: Registration) throws(HubError) -> String {
        guard let id = registration.id, !id.isEmpty else { throw .impossible("the registration has no id yet") }
        return "registrations/\(segment(id))"
    }

    /// `"1"`, or `*` for any revision. The service insists on one of them.
    private func quoted(_ eTag: String?) throws(HubError) -> String {
        guard let eTag else { return "*" }
        return "\"\(try headerText(bareETag(eTag)))\""
    }

    /// The name `ChannelUri` finds devices of every platform; quotes are doubled, as in all of OData. Tokens of APNs are
    /// kept in upper case.
    private func filter(_ handle: String) -> String {
        let isHexadecimal = handle.utf8.count >= 64 && handle.allSatisfy(\.isHexDigit)
        return "ChannelUri eq '\((isHexadecimal ? handle.uppercased() : handle).replacing("'", with: "''"))'"
    }
}

/// Which registrations a list is of.
public enum RegistrationChoice: Sendable, Hashable {
    /// All of the hub.
    case all
    /// Those with that tag.
    case tag(Tag)
    /// Those of the device with that token or channel.
    case handle(String)

    var secrets: [String] {
        if case .handle(let handle) = self { [handle, segment(handle)] } else { [] }
    }
}

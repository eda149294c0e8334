internal import News

/// What a request asks of the hub, with everything read that can be read without the hub's state. Reading happens
/// outside the lock, so that two threads can check signatures and parse at the same time.
enum HubCall: Sendable {
    case send(NotificationDraft, isTest: Bool, apiVersion: String)
    case schedule(NotificationDraft, at: Instant)
    case cancel(id: String)
    case telemetry(id: String)
    case feedback

    case newRegistrationID
    case createRegistration(RegistrationDraft)
    case putRegistration(id: String, RegistrationDraft, condition: Precondition?)
    case readRegistration(id: String)
    case deleteRegistration(id: String, condition: Precondition)
    case listRegistrations(RegistrationFilter, Page)

    case putInstallation(Installation)
    case readInstallation(id: String)
    case patchInstallation(id: String, [InstallationChange])
    case deleteInstallation(id: String)
}

/// The value of `If-Match`: `*`, `"1"` (.NET, JavaScript), `W/"1"` (Java).
enum Precondition: Sendable, Equatable {
    case any
    case version(String)

    init(_ header: String) {
        let value = header.trimmed
        guard value != "*" else {
            self = .any
            return
        }
        let tag = value.hasPrefix("W/") ? value.dropFirst(2) : value[...]
        self = .version(tag.filter { $0 != "\"" })
    }
}

/// One page of a list.
struct Page: Sendable {
    /// At most so many entries; the service's default is 100.
    var top = 100
    /// Where the page before ended.
    var after = -1
}

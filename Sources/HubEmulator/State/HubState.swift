internal import HubLanguage
internal import News

/// Everything the hub remembers. A call changes it and is answered from it; nothing else is looked at, so whole
/// conversations can be tested as tables.
struct HubState: Sendable {
    let hubName: String
    let tier: HubTier
    /// `http` or `https`, for addresses in answers.
    let scheme: String
    var registrations = RegistrationStore()
    var installations: [String: Installation] = [:]
    /// What they hold as JSON.
    var installationBytes = 0
    var devices: DeviceStore
    var notifications: NotificationStore
    var scheduled: [ScheduledNotification] = []
    var testSends: [Instant] = []
    /// When the next registration ends; nil when none does.
    var nextEnd: Instant?
    var identifiers: IdentifierSource
    var journal = StateJournal()

    init(hubName: String, tier: HubTier, scheme: String = "http", history: Int, seed: UInt64) {
        self.hubName = hubName
        self.tier = tier
        self.scheme = scheme
        devices = DeviceStore(capacity: history)
        notifications = NotificationStore(capacity: history)
        identifiers = IdentifierSource(seed: seed)
    }

    /// Answers a call. Scheduled notifications whose time has come go out first.
    mutating func answer(_ call: HubCall, to request: HubRequest, now: Instant) throws(Refusal) -> HubResponse {
        forgetExpired(now: now)
        sendDue(now: now)
        let place = Place(request, hubName: hubName, scheme: scheme)
        switch call {
        case .send(let draft, let isTest, let version):
            return isTest
                ? try testSend(draft, version: version, place: place, now: now) : send(draft, place: place, now: now)
        case .schedule(let draft, let time): return try schedule(draft, at: time, place: place, now: now)
        case .cancel(let id): return try cancel(id)
        case .telemetry(let id): return try telemetry(of: id, place: place)
        case .feedback: return HubResponse(200, body: place.feedback, contentType: HubResponse.xml)
        case .newRegistrationID: return newRegistrationID(place: place)
        case .createRegistration(let draft):
            return try put(draft, id: identifiers.registrationID(), condition: nil, place: place, now: now)
        case .putRegistration(let id, let draft, let condition):
            return try put(draft, id: id, condition: condition, place: place, now: now)
        case .readRegistration(let id): return try readRegistration(id, place: place)
        case .deleteRegistration(let id, let condition): return try deleteRegistration(id, condition: condition)
        case .listRegistrations(let filter, let page): return list(filter, page, place: place, now: now)
        case .putInstallation(let installation): return try put(installation, place: place, now: now)
        case .readInstallation(let id): return try readInstallation(id)
        case .patchInstallation(let id, let changes): return try patch(id, changes, place: place, now: now)
        case .deleteInstallation(let id): return deleteInstallation(id)
        }
    }
}

/// Where a request was sent to: what addresses in answers are made of.
struct Place: Sendable {
    /// Scheme, host and hub: `http://127.0.0.1:8080/bulletin`.
    var hub: String
    /// The container of what the push services complained about: `http://127.0.0.1:8080/$emulator/feedback`.
    var feedback: String
    /// The query with the version: `?api-version=2020-06`.
    var query: String

    init(_ request: HubRequest, hubName: String, scheme: String) {
        let server = "\(scheme)://\(request.headers["Host"] ?? "127.0.0.1")"
        hub = "\(server)/\(hubName)"
        feedback = "\(server)/$emulator/feedback"
        query = request.target.parameter("api-version").map { "?api-version=" + percentEncoded($0) } ?? ""
    }
}

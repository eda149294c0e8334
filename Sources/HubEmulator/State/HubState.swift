internal import HubLanguage
internal import News

/// Everything the hub remembers. A call changes it and is answered from it; nothing else is looked at, so whole
/// conversations can be tested as tables.
struct HubState: Sendable {
    let hubName: String
    let tier: HubTier
    var registrations = RegistrationStore()
    var installations: [String: Installation] = [:]
    var devices: DeviceStore
    var notifications: NotificationStore
    var scheduled: [ScheduledNotification] = []
    var testSends: [Instant] = []
    var identifiers: IdentifierSource

    init(hubName: String, tier: HubTier, history: Int, seed: UInt64) {
        self.hubName = hubName
        self.tier = tier
        devices = DeviceStore(capacity: history)
        notifications = NotificationStore(capacity: history)
        identifiers = IdentifierSource(seed: seed)
    }

    /// Answers a call. Scheduled notifications whose time has come go out first.
    mutating func answer(_ call: HubCall, to request: HubRequest, now: Instant) throws(Refusal) -> HubResponse {
        sendDue(now: now)
        let place = Place(request, hubName: hubName)
        switch call {
        case .send(let draft, let isTest, let version):
            return isTest
                ? try testSend(draft, version: version, place: place, now: now) : send(draft, place: place, now: now)
        case .schedule(let draft, let time): return try schedule(draft, at: time, place: place, now: now)
        case .cancel(let id): return try cancel(id)
        case .telemetry(let id): return try telemetry(of: id, place: place)
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

    /// The response for a refusal, with a tracking id of its own.
    mutating func response(to refusal: Refusal, now: Instant) -> HubResponse {
        let trackingID = identifiers.trackingID()
        let body = refusal.body(trackingID: trackingID, now: now)
        var response = HubResponse(
            refusal.status, headers: refusal.headers, body: body, contentType: body.isEmpty ? nil : HubResponse.xml)
        finish(&response, trackingID: trackingID, now: now)
        return response
    }

    /// Adds what every answer of the hub carries.
    mutating func finish(_ response: inout HubResponse, trackingID: String? = nil, now: Instant) {
        let trackingID = trackingID ?? identifiers.trackingID()
        response.headers.add("TrackingId", trackingID + "_G3")
        response.headers.add("x-ms-correlation-request-id", identifiers.trackingID())
        response.headers.add("Server", "bulletin-emulator")
        response.headers.add("Date", httpDate(now))
    }
}

/// Where a request was sent to: what addresses in answers are made of.
struct Place: Sendable {
    /// Scheme, host and hub: `http://127.0.0.1:8080/bulletin`.
    var hub: String
    /// The query with the version: `?api-version=2020-06`.
    var query: String

    init(_ request: HubRequest, hubName: String) {
        hub = "http://\(request.headers["Host"] ?? "127.0.0.1")/\(hubName)"
        query = request.target.parameter("api-version").map { "?api-version=" + percentEncoded($0) } ?? ""
    }
}

internal import HubLanguage
internal import News
internal import XMLTree

extension HubState {
    /// How many registrations a hub takes: what the tiers allow, and never more than fit into a test machine.
    var registrationLimit: Int { tier == .free ? 500 : 200_000 }

    /// No hub has had so many registrations at a time that it used a place beyond this one.
    static let slotLimit = 1_000_000

    /// The bytes that registrations may hold together.
    static let registrationBytes = 512 << 20

    mutating func newRegistrationID(place: Place) -> HubResponse {
        let address = "\(place.hub)/registrationids/\(identifiers.registrationID())\(place.query)"
        return HubResponse(201, headers: ["Location": address])
    }

    /// Creates a registration or replaces it; both are answered with 200, as recorded.
    mutating func put(
        _ draft: RegistrationDraft, id: String, condition: Precondition?, place: Place, now: Instant
    ) throws(Refusal) -> HubResponse {
        let old = registrations[id]
        if let old {
            try checkIsNotOfInstallation(old)
            guard old.meets(condition) else { throw HubState.stale }
        } else {
            guard !registrations.wasDeleted(id) else {
                throw Refusal(410, "The registration id has expired or was deleted: ask for a new one.")
            }
            guard condition == nil else { throw Refusal(404, "The registration does not exist.") }
            guard registrations.count < registrationLimit,
                registrations.bytes + installationBytes <= HubState.registrationBytes
            else {
                throw Refusal(403, "The hub has no room for more.")
            }
        }
        let registration = Registration(id: id, version: (old?.version ?? 0) + 1, draft: draft, updated: now)
        store(registration, insteadOf: old)
        return response(for: registration, place: place)
    }

    func readRegistration(_ id: String, place: Place) throws(Refusal) -> HubResponse {
        guard let registration = registrations[id] else { throw Refusal(404, "The registration does not exist.") }
        return response(for: registration, place: place)
    }

    mutating func deleteRegistration(_ id: String, condition: Precondition) throws(Refusal) -> HubResponse {
        guard let old = registrations[id] else { throw Refusal(404, "The registration does not exist.") }
        try checkIsNotOfInstallation(old)
        guard old.meets(condition) else { throw HubState.stale }
        registrations.remove(id)
        forgetIfUnused(old.device)
        return HubResponse(200)
    }

    func list(_ filter: RegistrationFilter, _ page: Page, place: Place, now: Instant) -> HubResponse {
        let (found, next) = registrations.page(page, filter)
        let token = next.map { Page.token(after: $0) }
        let address: String
        switch filter {
        case .tag(let tag): address = "\(place.hub)/tags/\(percentEncoded(tag))/registrations"
        case .all, .handle: address = "\(place.hub)/registrations"
        }
        let body = registrationFeed(found, address: address, query: place.query, next: token, now: now)
        let headers = HeaderFields(token.map { [(name: "x-ms-continuationtoken", value: $0)] } ?? [])
        return HubResponse(200, headers: headers, body: body, contentType: atom("feed"))
    }

    /// Stores a registration and makes its device known.
    mutating func store(_ registration: Registration, insteadOf old: Registration? = nil) {
        registrations.put(registration)
        devices.add(registration.device)
        if let end = registration.draft.expires { nextEnd = min(nextEnd ?? end, end) }
        if let old, old.device != registration.device { forgetIfUnused(old.device) }
    }

    /// Forgets the registrations and installations whose time has come. All are looked at, once for each end.
    mutating func forgetExpired(now: Instant) {
        guard let end = nextEnd, end <= now else { return }
        nextEnd = nil
        for registration in registrations.all {
            guard let end = registration.draft.expires else { continue }
            if end > now {
                nextEnd = min(nextEnd ?? end, end)
            } else if let installation = registration.draft.installationID {
                _ = deleteInstallation(installation)
            } else {
                registrations.remove(registration.id)
                forgetIfUnused(registration.device)
            }
        }
    }

    mutating func forgetIfUnused(_ device: DeviceKey) {
        if !registrations.hasRegistrations(device) { devices.removeIfUnused(device) }
    }

    private func response(for registration: Registration, place: Place) -> HubResponse {
        let address = "\(place.hub)/registrations/\(registration.id)"
        return HubResponse(
            200, headers: ["ETag": registration.eTag, "Content-Location": address + place.query],
            body: registration.entry(address: address, query: place.query).xml, contentType: atom("entry"))
    }

    private func checkIsNotOfInstallation(_ registration: Registration) throws(Refusal) {
        guard registration.draft.installationID == nil else {
            throw Refusal(400, "The registration belongs to an installation. Tags can not start with $.")
        }
    }

    private func atom(_ type: String) -> String { "application/atom+xml; type=\(type); charset=utf-8" }

    private static let stale = Refusal(
        412, "The registration has changed: the If-Match header does not hold its current ETag.")
}

internal import HTTPServer
internal import HubLanguage
internal import JSON
internal import News

extension HubState {
    /// Stores an installation and makes its registrations anew. The service does that a little later; here at once.
    mutating func put(_ installation: Installation, place: Place, now: Instant) throws(Refusal) -> HubResponse {
        let drafts = try installation.registrations()
        let old = registrations.registrations(ofInstallation: installation.id)
        // Patches could make it grow without end.
        guard installation.bytes <= HubLimits.requestBody else {
            throw Refusal(400, "The installation would be larger than \(HubLimits.requestBody) bytes.")
        }
        guard registrations.bytes + installationBytes <= HubState.registrationBytes,
            registrations.count - old.count + drafts.count <= registrationLimit
        else {
            throw Refusal(403, "The hub has no room for more.")
        }
        // From the last to the first, so that the new ones get their places in order.
        for registration in old.reversed() { registrations.remove(registration.id) }
        for draft in drafts {
            store(Registration(id: identifiers.registrationID(), draft: draft, updated: now))
        }
        for registration in old { forgetIfUnused(registration.device) }
        keep(installation)
        let address = "\(place.hub)/installations/\(percentEncoded(installation.id))\(place.query)"
        return HubResponse(200, headers: ["Content-Location": address])
    }

    /// JSON under the media type of XML, as recorded.
    func readInstallation(_ id: String) throws(Refusal) -> HubResponse {
        HubResponse(200, body: try installation(id).answer().text(), contentType: HubResponse.xml)
    }

    mutating func patch(
        _ id: String, _ changes: [InstallationChange], place: Place, now: Instant
    ) throws(Refusal) -> HubResponse {
        var changed = try installation(id)
        for change in changes { changed = try change.applied(to: changed) }
        return try put(changed, place: place, now: now)
    }

    /// Deleting what is not there is fine.
    mutating func deleteInstallation(_ id: String) -> HubResponse {
        if let old = installations.removeValue(forKey: id) {
            installationBytes -= old.bytes
            journal.remove(.installation, id)
        }
        let old = registrations.registrations(ofInstallation: id)
        for registration in old {
            registrations.remove(registration.id)
            forgetIfUnused(registration.device)
        }
        return HubResponse(204)
    }

    /// Stores an installation as it was told.
    mutating func keep(_ installation: Installation) {
        installationBytes += installation.bytes - (installations[installation.id]?.bytes ?? 0)
        installations[installation.id] = installation
        journal.put(.installation, installation.id, .object(installation.members))
    }

    private func installation(_ id: String) throws(Refusal) -> Installation {
        guard let installation = installations[id] else { throw Refusal(404, "Installation not found.") }
        return installation
    }
}

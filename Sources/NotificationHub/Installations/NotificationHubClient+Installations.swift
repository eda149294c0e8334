internal import HTTP
internal import HubLanguage
internal import JSON

extension NotificationHubClient {
    /// Writes an installation: makes it, or replaces what has its id. Sends that come right after may still miss it.
    public func put(_ installation: Installation) throws(HubError) {
        guard installation.platform != .baidu else { throw .impossible("there are no installations for Baidu") }
        let request = connection.request(
            .put, path(installation.id), headers: [HTTPHeader("Content-Type", "application/json;charset=utf-8")],
            body: Array(installation.json.text().utf8))
        _ = try answer(to: request, .writeInstallation, hiding: installation.handle.secrets)
    }

    /// Reads an installation.
    public func installation(_ id: String) throws(HubError) -> Installation {
        let response = try answer(to: connection.request(.get, path(id)), .readInstallation)
        guard let installation = Installation(reading: response.body) else { throw .unreadable(.readInstallation) }
        return installation
    }

    /// Changes parts of an installation, in that order.
    public func change(_ id: String, _ changes: [InstallationChange]) throws(HubError) {
        guard !changes.isEmpty else { return }
        let request = connection.request(
            .patch, path(id), headers: [HTTPHeader("Content-Type", "application/json-patch+json")],
            body: Array(JSONValue.array(changes.map(\.json)).text().utf8))
        _ = try answer(to: request, .writeInstallation, hiding: changes.compactMap(\.value))
    }

    /// Deletes an installation; one that is not there is fine.
    public func deleteInstallation(_ id: String) throws(HubError) {
        _ = try answer(to: connection.request(.delete, path(id)), .writeInstallation)
    }

    private func path(_ id: String) -> String { "installations/\(segment(id))" }
}

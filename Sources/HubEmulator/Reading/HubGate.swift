internal import HTTPServer
internal import News

/// The hub's door: which rights a request has, whether what it asks for exists, and whether it is well formed. Its
/// order is that of the service as far as anybody knows: token, hub, right, version, size, format, tags, body.
struct HubGate: Sendable {
    var hubName: String
    var tier: HubTier
    var tokens: TokenCheck

    /// Reads a request for the hub.
    func admit(_ request: HubRequest, now: Instant) throws(Refusal) -> HubCall {
        let rights = try tokens.rights(of: request, now: now)
        let route = try route(of: request)
        try check(rights, for: route)
        let version = try apiVersion(of: request)
        guard request.body.count <= request.bodyLimit else {
            throw Refusal(413, "The request body is larger than \(request.bodyLimit) bytes.")
        }
        try check(tier, for: route, version: version)
        return try read(request, route, version: version, now: now)
    }

    private func route(of request: HubRequest) throws(Refusal) -> Route {
        let segments = request.target.segments
        guard let name = segments.first, equalIgnoringCase(name, hubName) else {
            throw Refusal(404, "No service is hosted at the specified address.")
        }
        return try Route(method: request.method, path: Array(segments.dropFirst()))
    }

    /// The rights are said not to be there in two ways: without Manage as recorded in 2018, without the others as
    /// recorded in 2022 (403 and nothing else).
    private func check(_ rights: Set<AccessRight>, for route: Route) throws(Refusal) {
        guard rights.isDisjoint(with: route.rights) else { return }
        throw route.rights == [.manage]
            ? Refusal(401, "Manage claim is required for this operation.") : Refusal(403, nil)
    }

    /// A version is a date, perhaps with a suffix; which dates the service knows changes, so the shape is enough. That
    /// a missing one gives 400 is an assumption.
    private func apiVersion(of request: HubRequest) throws(Refusal) -> String {
        guard let version = request.target.parameter("api-version") else {
            throw Refusal(400, "The api-version query parameter is missing.")
        }
        let parts = version.pieces(at: "-", maximum: 3)
        let isDate =
            parts.count >= 2 && parts[0].utf8.count == 4 && parts[1].utf8.count == 2
            && parts.prefix(2).allSatisfy { $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } } && parts[0] >= "2013"
        guard isDate else {
            throw Refusal(400, "The specified api-version '\(version.prefix(40))' is invalid.")
        }
        return version
    }

    private func check(_ tier: HubTier, for route: Route, version: String) throws(Refusal) {
        guard tier < route.lowestTier else { return }
        throw Refusal(403, "This operation is not available for your tier.")
    }
}

/// The pricing tiers, which differ in what a hub can do.
public enum HubTier: Int, Sendable, Comparable, CaseIterable {
    /// No batches, no ids of notifications, no telemetry, no scheduled sends.
    case free
    /// Batches, otherwise as free.
    case basic
    /// Everything.
    case standard

    /// Lower tiers can do less.
    public static func < (left: HubTier, right: HubTier) -> Bool { left.rawValue < right.rawValue }
}

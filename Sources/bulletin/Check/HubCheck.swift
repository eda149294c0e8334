internal import Broadcasting
internal import News
internal import NotificationHub
internal import Settings

/// Whether the hub answers, takes the keys, and what they may do.
///
/// Nothing is sent for it: a scheduled notification that does not exist is taken back, which needs the same right as
/// sending, and the hub says that there is none.
struct HubCheck {
    private(set) var findings: [CheckFinding] = []
    private let hub: HubAccess
    /// No hub gives such an id.
    private static let nobody = "bulletin-check-of-the-right-to-send"
    /// Clocks that differ by more than this many seconds are worth a look: tokens are dated by this machine's.
    private static let tolerance: Int64 = 60

    init(_ hub: HubAccess, _ settings: ResolvedSettings) {
        self.hub = hub
        for (place, client) in hub.clients(userAgent: userAgent(settings)).enumerated() {
            take(place, client)
        }
        // A second key is there for the day on which the first is refused.
        let works = findings.contains { $0.state == .ok }
        for place in findings.indices where works && findings[place].state == .failed {
            findings[place].state = .look
            findings[place].code = .done
        }
        findings += hub.connections.flatMap(\.warnings).map { .look(.hub, "", $0) }
        lookUp(settings)
    }

    private mutating func take(_ place: Int, _ client: NotificationHubClient) {
        let connection = client.connection
        let name = "\(connection.hub) at \(connection.endpoint.authority)"
        let key = "\(place == 0 ? "key" : "second key") \(connection.keyName)"
        let answer: HubError?
        do throws(HubError) {
            try client.cancel(Self.nobody)
            answer = nil
        } catch {
            answer = error
        }
        guard let answer else { return findings.append(.ok(.hub, name, "takes the \(key), which may send")) }
        guard case .refused(let refusal) = answer else {
            return findings.append(.failed(.hub, name, "\(answer)", .hubUnavailable))
        }
        findings.append(finding(refusal, name, key))
        noteClocks(refusal, name, place)
        if !hub.isOnLoopback, connection.keyName.lowercased() == "defaultfullsharedaccesssignature" {
            findings.append(
                .look(.hub, name, "\(key) may do everything; one with the right Send alone is enough for broadcasts"))
        }
    }

    private func finding(_ refusal: HubRefusal, _ name: String, _ key: String) -> CheckFinding {
        switch refusal.kind {
        case .notFound, .gone, .badRequest: .ok(.hub, name, "takes the \(key), which may send")
        case .notInTier:
            .ok(
                .hub, name, "takes the \(key); below the Standard tier: no --at, no --wait, and no word on what arrived"
            )
        case .missingRight where refusal.detail.isEmpty:
            // What a hub of a lower tier says to this question is not known for sure.
            .failed(
                .hub, name, "\(key): \(refusal); if the hub is below the Standard tier, 'check --test' tells for sure",
                .refused)
        default:
            .failed(.hub, name, "\(key): \(refusal)", refusal.concern == .key ? .refused : .hubUnavailable)
        }
    }

    private mutating func noteClocks(_ refusal: HubRefusal, _ name: String, _ place: Int) {
        guard place == 0, let clocks = refusal.clocks else { return }
        let ahead = -clocks.secondsBehind
        guard abs(ahead) > Self.tolerance else { return }
        let words =
            "this machine's clock is \(roughly(abs(ahead))) \(ahead > 0 ? "ahead of" : "behind") the hub's; set it"
        findings.append(.look(.hub, name, words))
    }

    /// Whether the key that asks what became of notifications may do so.
    private mutating func lookUp(_ settings: ResolvedSettings) {
        guard findings.contains(where: { $0.state == .ok }) else { return }
        let clients: HubClients
        do throws(Failure) {
            clients = try hub.clients(settings)
        } catch {
            findings += CheckFinding.failed(.hub, "BULLETIN_HUB_MANAGE_CONNECTION_STRING", error)
            return
        }
        guard let client = clients.lookingUp.first else { return }
        let name = "telemetry"
        switch client.telemetry(of: Self.nobody) {
        case .found, .unknown: findings.append(.ok(.hub, name, "the hub tells what becomes of notifications"))
        case .refused(let refusal) where refusal.concern == .key:
            let isOwn = settings.manageSecret() != nil
            findings.append(
                isOwn
                    ? .look(.hub, name, "the key that is to ask what becomes of notifications may not: \(refusal)")
                    : .ok(
                        .hub, name,
                        "the key may not ask what becomes of notifications; BULLETIN_HUB_MANAGE_CONNECTION_STRING can bring "
                            + "one that may"))
        // The tier was told already.
        case .refused: break
        case .unavailable(let reason): findings.append(.look(.hub, name, reason))
        }
    }
}

public import NotificationHub

/// Asks the hub for what is no send: with the first key that it takes, and again where its answer proves that nothing was
/// done and asks for patience.
public final class HubAsking {
    private var clients: [NotificationHubClient]
    private let edges: DeliveryEdges

    /// Questions through these clients, one for each connection string.
    public init(clients: [NotificationHubClient], edges: DeliveryEdges) {
        self.clients = clients
        self.edges = edges
    }

    /// The hub's clock and this machine's, once the hub has answered.
    public var clocks: HubRefusal.Clocks? { clients.first?.clocks }

    /// The answer to a question, which is put again for each try.
    public func ask<Answer>(
        _ question: (NotificationHubClient) throws(HubError) -> Answer
    ) throws(HubError) -> Answer {
        var tries = 0
        while let client = clients.first {
            do {
                return try question(client)
            } catch {
                guard case .refused(let refusal) = error else { throw error }
                if refusal.concern == .key, clients.count > 1 {
                    clients.removeFirst()
                    continue
                }
                tries += 1
                guard
                    case .wait(let seconds) = RetryDecision.after(
                        refusal, tries: tries, secondsLeft: edges.secondsLeft()),
                    edges.wait(seconds)
                else { throw error }
            }
        }
        throw .impossible("no connection string")
    }
}

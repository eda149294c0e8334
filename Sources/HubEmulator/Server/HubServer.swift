internal import HTTPServer
internal import Synchronization

/// The hub behind a server: hands requests to the core, and lets its answers go when they may.
final class HubServer: Sendable {
    /// The port it listens on.
    let port: UInt16
    private let server: HTTPServer
    private let waiting = WaitingAnswers()

    init(core: EmulatorCore, _ configuration: HubEmulatorConfiguration) throws(HubEmulatorError) {
        var settings = ServerSettings()
        settings.address = configuration.address
        settings.port = configuration.port
        settings.identity = configuration.identity
        settings.threads = configuration.threads
        settings.requestSeconds = 120
        do {
            server = try HTTPServer(
                settings, handler: HubHandler(core: core, waiting: waiting, onRequest: configuration.onRequest))
        } catch {
            switch error {
            case .port(let port): throw .port(port)
            case .address(let reason): throw .address(configuration.address, reason: reason)
            case .certificate(let fault): throw .certificate(fault)
            case .noServer: throw .noServer
            }
        }
        port = server.port
    }

    deinit { stop() }

    /// Lets held and late answers go.
    func release(_ release: Int) { waiting.release(release) }

    /// Stops once; later calls do nothing.
    func stop() {
        server.stopListening()
        // No answer may wait when the server stops.
        waiting.stop()
        server.stop()
    }
}

/// What the server's threads call.
private struct HubHandler: RequestHandler {
    let core: EmulatorCore
    let waiting: WaitingAnswers
    /// Told of each request that was answered.
    let onRequest: (@Sendable (LoggedRequest) -> Void)?

    func ending(ofNew place: ConnectionPlace) -> ConnectionEnding? {
        let fault = core.state.withLock { $0.faults.takeForConnection() }
        guard case .refuse(let ending)? = fault?.action else { return nil }
        return ConnectionEnding(ending)
    }

    func admission(of head: RequestHead) -> Admission {
        guard head.announcedBytes ?? .max > HubRequest.bodyLimit, RequestTarget(head.target).isBatch else {
            return .body(limit: HubRequest.bodyLimit)
        }
        return .body(limit: HubRequest.batchBodyLimit)
    }

    func answer(_ incoming: IncomingRequest, _ reply: Reply) {
        guard !incoming.isCrowdedOut else { return reply.send(Answer.crowdedOut.response.outgoing) }
        let head = incoming.head
        let request = HubRequest(head.method, head.target, headers: head.headers, body: incoming.body)
        let answer = core.answer(request, at: head.place, onRequest)
        if let release = answer.releasing { waiting.release(release) }
        let response = answer.response.outgoing
        switch answer.delivery {
        case .now: reply.send(response)
        case .dropped(let ending): reply.drop(ConnectionEnding(ending))
        case .late(let delay): waiting.add(release: answer.release, milliseconds: delay) { reply.send(response) }
        case .held: waiting.add(release: answer.release, milliseconds: nil) { reply.send(response) }
        }
    }
}

extension ConnectionEnding {
    fileprivate init(_ ending: Fault.Ending) {
        self =
            switch ending {
            case .closed: .closed
            case .reset: .reset
            }
    }
}

extension HubResponse {
    fileprivate var outgoing: OutgoingResponse { OutgoingResponse(status, headers: headers, body: body) }
}

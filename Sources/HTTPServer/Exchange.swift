internal import CMicroHTTPD
internal import Synchronization

/// A connection while it lasts. One thread at a time works for a connection.
final class ConnectionRecord {
    let number: Int
    var requests = 0
    let peerIsHere: Bool
    let peer: String
    /// The request that has begun and not ended. libmicrohttpd does not tell of the end of one whose head it refuses.
    var exchange: Exchange?

    init(number: Int, peerIsHere: Bool, peer: String) {
        self.number = number
        self.peerIsHere = peerIsHere
        self.peer = peer
    }

    /// The place of the request that is being read.
    var place: ConnectionPlace {
        ConnectionPlace(connection: number, request: requests, peerIsHere: peerIsHere, peer: peer)
    }
}

/// A request while it is read and answered.
final class Exchange {
    let target: String
    let place: ConnectionPlace
    let reply = Reply()
    var head: RequestHead?
    var bodyLimit = 0
    private(set) var body: [UInt8] = []
    private var received = 0
    /// What the body takes of the bytes that all bodies may take together.
    private(set) var reserved = 0
    /// Whether there was no room for the body.
    private(set) var isCrowdedOut = false

    init(target: String, place: ConnectionPlace) {
        self.target = target
        self.place = place
    }

    /// Takes a piece of the body; false when the client sends without end.
    func append(_ bytes: UnsafeRawBufferPointer, _ server: ServerContext) -> Bool {
        received += bytes.count
        let taken = min(bytes.count, bodyLimit + 1 - body.count)
        if taken > 0, !isCrowdedOut {
            reserved += taken
            isCrowdedOut = server.bodyBytes.add(taken, ordering: .relaxed).newValue > server.bodyBytesLimit
            if isCrowdedOut { body = [] } else { body.append(contentsOf: bytes.prefix(taken)) }
        }
        return received <= server.patience
    }

    /// The request, when all of it was read; its body is not kept here any longer.
    func takeRequest() -> IncomingRequest? {
        defer { body = [] }
        return head.map { IncomingRequest(head: $0, body: body, isCrowdedOut: isCrowdedOut) }
    }
}

/// The way back to a client: takes one answer, from any thread.
public final class Reply: Sendable {
    enum Outcome: Sendable {
        case response(OutgoingResponse)
        case dropped(ConnectionEnding)
    }

    private struct State {
        var outcome: Outcome?
        /// The suspended connection as a bit pattern, 0 when there is none. libmicrohttpd keeps a suspended connection
        /// until it is resumed, whatever its client does.
        var suspended: UInt = 0
    }

    private let state = Mutex(State())

    init() {}

    /// Answers. A second answer is not taken.
    public func send(_ response: OutgoingResponse) { settle(.response(response)) }

    /// Ends the connection without an answer.
    public func drop(_ ending: ConnectionEnding) { settle(.dropped(ending)) }

    private func settle(_ outcome: Outcome) {
        state.withLock { state in
            guard state.outcome == nil else { return }
            state.outcome = outcome
            OpaquePointer(bitPattern: state.suspended).map { MHD_resume_connection($0) }
            state.suspended = 0
        }
    }

    /// The answer, if there is one.
    var outcome: Outcome? { state.withLock { $0.outcome } }

    /// The answer if there is one; otherwise the connection is suspended until there is.
    func outcomeOrSuspend(_ connection: OpaquePointer) -> Outcome? {
        state.withLock { state in
            if let outcome = state.outcome { return outcome }
            // Under the lock: an answer that came before the suspension would wait for ever.
            MHD_suspend_connection(connection)
            state.suspended = UInt(bitPattern: connection)
            return nil
        }
    }
}

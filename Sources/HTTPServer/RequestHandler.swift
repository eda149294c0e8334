/// What a server does with requests. All of it is called on the server's threads, several at a time.
public protocol RequestHandler: Sendable {
    /// How a new connection is ended before it says anything; nil lets it be.
    func ending(ofNew place: ConnectionPlace) -> ConnectionEnding?
    /// What becomes of a request whose head was read.
    func admission(of head: RequestHead) -> Admission
    /// Answers a request through `reply`, at once or later and on whatever thread; exactly once. It must not wait.
    func answer(_ request: IncomingRequest, _ reply: Reply)
}

extension RequestHandler {
    /// Connections are let be.
    public func ending(ofNew place: ConnectionPlace) -> ConnectionEnding? { nil }
}

/// What becomes of a request whose head was read.
public enum Admission: Sendable {
    /// Its body is read; of a larger one the rest is read and let go.
    case body(limit: Int)
    /// It is answered without its body being read, and the connection ends.
    case answer(OutgoingResponse)
}

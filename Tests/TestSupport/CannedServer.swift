internal import Glibc
internal import Synchronization

/// An HTTP server of canned answers on a loopback address and a free port. It misbehaves on request: a test says what
/// is sent, when it waits, and how the connection ends. It never sleeps to bring order about; waits end with a gate,
/// with the client's hanging up, or with the server.
public final class CannedServer: Sendable {
    /// A request as it was received.
    public struct Request: Sendable {
        /// The method as sent.
        public var method: String
        /// Path and query.
        public var target: String
        /// Names in lower case, in order.
        public var headers: [(name: String, value: String)]
        /// The body by its Content-Length.
        public var body: [UInt8]
        /// Number of the connection it came on, from 0.
        public var connection: Int

        /// The value of the first header of that name.
        public func header(_ name: String) -> String? {
            headers.first { $0.name == name.lowercased() }?.value
        }
    }

    /// What is done to answer a request, step by step.
    public enum Step: Sendable {
        /// Sends bytes as they are.
        case send([UInt8])
        /// Sends them one at a time, some 20 ms apart, until the client hangs up.
        case drip([UInt8])
        /// Says nothing until the gate opens.
        case wait(CannedGate)
        /// Ends the connection in order (FIN).
        case close
        /// Breaks it off (RST).
        case reset
    }

    private let core: CannedServerCore
    private let thread: CannedThread

    /// The port it listens on.
    public let port: Int
    /// `http://127.0.0.1:PORT`, to be followed by a path.
    public let address: String

    /// A server that asks `answer` for the steps of each request. Nil when the system gives no socket.
    public init?(host: String = "127.0.0.1", answer: @escaping @Sendable (Request) -> [Step]) {
        guard let listener = listeningSocket(host: host),
            let core = CannedServerCore(listener: listener, answer: answer)
        else { return nil }
        self.core = core
        port = portOfSocket(listener)
        address = "http://\(host):\(port)"
        thread = CannedThread { core.accept() }
    }

    /// A server that answers by path: the first request of a path gets the first answer of its list, and so on; the
    /// last one repeats. Other paths are 404.
    public convenience init?(host: String = "127.0.0.1", table: [String: [[Step]]]) {
        let asked = Mutex<[String: Int]>([:])
        self.init(host: host) { request in
            let path = String(request.target.prefix { $0 != "?" })
            guard let answers = table[path], !answers.isEmpty else { return .answer(404) }
            let turn = asked.withLock { counts in
                counts[path, default: 0] += 1
                return (counts[path] ?? 1) - 1
            }
            return answers[min(turn, answers.count - 1)]
        }
    }

    deinit {
        stop()
    }

    /// Ends all waits and connections and waits until no thread of the server is left.
    public func stop() {
        core.stopping.open()
        thread.join()
    }

    /// The requests received so far.
    public var requests: [Request] {
        core.record.withLock { $0.requests }
    }

    /// Most requests that were open (read, not yet answered to the end) at one time.
    public var peakOpenRequests: Int {
        core.record.withLock { $0.peakOpen }
    }

    /// Connections taken so far.
    public var connections: Int {
        core.record.withLock { $0.connections }
    }
}

extension [CannedServer.Step] {
    /// An ordinary answer with its length.
    public static func answer(_ status: Int, _ headers: [String] = [], _ body: [UInt8] = []) -> [CannedServer.Step] {
        [.send(.answerBytes(status, headers + ["Content-Length: \(body.count)"], body))]
    }

    /// An ordinary answer with its length.
    public static func answer(_ status: Int, _ headers: [String] = [], _ body: String) -> [CannedServer.Step] {
        answer(status, headers, [UInt8](body.utf8))
    }
}

extension [UInt8] {
    /// The bytes of an answer with exactly these headers.
    public static func answerBytes(_ status: Int, _ headers: [String] = [], _ body: [UInt8] = []) -> [UInt8] {
        let lines = ["HTTP/1.1 \(status) Canned"] + headers
        return [UInt8]((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }
}

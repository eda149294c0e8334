internal import CMicroHTTPD
internal import Synchronization

/// The thin edge: libmicrohttpd with a pool of threads on the loopback address. It turns bytes into requests and answers
/// into bytes and decides nothing.
final class Server: Sendable {
    /// The port it listens on.
    let port: UInt16
    private let context: ServerContext
    /// The running daemon as a bit pattern, 0 after the stop: raw pointers cannot be shared between threads.
    private let daemon: Mutex<UInt>

    /// Connections at the same time, and seconds after which an idle one is closed.
    private static let connections: UInt32 = 1_000
    private static let idleSeconds: UInt32 = 120

    init(core: EmulatorCore, port: UInt16, threads: UInt32) throws(HubEmulatorError) {
        let context = ServerContext(core: core)
        let started = bulletin_mhd_start_on_loopback(
            port, min(max(threads, 2), 64), Server.connections, Server.idleSeconds, ServerCallbacks.functions,
            Unmanaged.passUnretained(context).toOpaque())
        guard let started else { throw .port(port) }
        self.context = context
        self.port = bulletin_mhd_port(started)
        daemon = Mutex(UInt(bitPattern: started))
    }

    deinit { stop() }

    /// Lets held and late answers go.
    func release(_ release: Int) { context.waiting.release(release) }

    /// Stops once; later calls do nothing. The callbacks' context lives as long as this object, and no callback runs
    /// after the daemon has stopped.
    func stop() {
        let running = daemon.withLock { pattern in
            defer { pattern = 0 }
            return pattern
        }
        guard let handle = OpaquePointer(bitPattern: running) else { return }
        // libmicrohttpd aborts the process when it is stopped with suspended connections.
        context.waiting.stop()
        MHD_stop_daemon(handle)
    }
}

/// What the callbacks reach through the pointer that libmicrohttpd hands them.
final class ServerContext: Sendable {
    let core: EmulatorCore
    let waiting = WaitingAnswers()
    private let connections = Atomic<Int>(0)

    init(core: EmulatorCore) {
        self.core = core
    }

    func nextConnection() -> Int { connections.add(1, ordering: .relaxed).newValue }
}

/// A connection while it lasts. One thread at a time works for a connection.
final class ConnectionRecord {
    let number: Int
    var requests = 0
    let peerIsLoopback: Bool

    init(number: Int, peerIsLoopback: Bool) {
        self.number = number
        self.peerIsLoopback = peerIsLoopback
    }
}

/// A request while it is read and answered.
final class Exchange {
    let target: String
    let place: ConnectionPlace
    var request: HubRequest?
    var answer: Answer?
    var received = 0

    init(target: String, place: ConnectionPlace) {
        self.target = target
        self.place = place
    }

    /// A body that goes on beyond this is not read to its end.
    private static let patience = 16 << 20

    /// Takes a piece of the body; false when the client sends without end.
    func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        received += bytes.count
        guard let limit = request?.bodyLimit, let count = request?.body.count else { return false }
        if count <= limit { request?.body.append(contentsOf: bytes.prefix(limit + 1 - count)) }
        return received <= Exchange.patience
    }
}

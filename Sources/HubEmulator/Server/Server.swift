internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// The thin edge: libmicrohttpd with a pool of threads. It turns bytes into requests and answers into bytes and decides
/// nothing.
final class Server: Sendable {
    /// The port it listens on.
    let port: UInt16
    private let context: ServerContext
    /// The running daemon as a bit pattern, 0 after the stop: raw pointers cannot be shared between threads.
    private let daemon: Mutex<UInt>

    /// Connections at the same time, and seconds after which an idle one is closed.
    private static let connections: UInt32 = 1_000
    private static let idleSeconds: UInt32 = 120

    init(core: EmulatorCore, _ configuration: HubEmulatorConfiguration) throws(HubEmulatorError) {
        let context = ServerContext(core: core, onRequest: configuration.onRequest)
        var port = UInt16(0)
        let socket = bulletin_listen(configuration.address, configuration.port, &port)
        guard socket >= 0 else {
            throw errno == EADDRINUSE
                ? .port(configuration.port)
                : .address(configuration.address, reason: String(cString: strerror(errno)))
        }
        let started = bulletin_mhd_start_on_socket(
            socket, min(max(configuration.threads, 2), 64), Server.connections, Server.idleSeconds,
            configuration.identity?.certificate, configuration.identity?.key, ServerCallbacks.functions,
            Unmanaged.passUnretained(context).toOpaque())
        guard let started else { throw configuration.identity == nil ? .noServer : .certificate(.unfit) }
        self.context = context
        self.port = port
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
    /// Told of each request that was answered.
    let onRequest: (@Sendable (LoggedRequest) -> Void)?
    private let connections = Atomic<Int>(0)
    /// The bytes of bodies that are being read, over all connections.
    let bodyBytes = Atomic<Int>(0)

    /// More are answered with 503 until some of them are through.
    static let bodyBytesLimit = 128 << 20

    init(core: EmulatorCore, onRequest: (@Sendable (LoggedRequest) -> Void)?) {
        self.core = core
        self.onRequest = onRequest
    }

    func nextConnection() -> Int { connections.add(1, ordering: .relaxed).newValue }
}

/// A connection while it lasts. One thread at a time works for a connection.
final class ConnectionRecord {
    let number: Int
    var requests = 0
    let peerIsHere: Bool

    init(number: Int, peerIsHere: Bool) {
        self.number = number
        self.peerIsHere = peerIsHere
    }
}

/// A request while it is read and answered.
final class Exchange {
    let target: String
    let place: ConnectionPlace
    var request: HubRequest?
    var answer: Answer?
    private var received = 0
    /// What the body takes of the bytes that all bodies may take together.
    private(set) var reserved = 0
    /// Whether there was no room for the body.
    private(set) var isCrowdedOut = false

    init(target: String, place: ConnectionPlace) {
        self.target = target
        self.place = place
    }

    /// A body that goes on beyond this is not read to its end.
    private static let patience = 16 << 20

    /// Takes a piece of the body; false when the client sends without end.
    func append(_ bytes: UnsafeRawBufferPointer, within all: borrowing Atomic<Int>) -> Bool {
        received += bytes.count
        guard let limit = request?.bodyLimit, let count = request?.body.count else { return false }
        let taken = min(bytes.count, limit + 1 - count)
        if taken > 0, !isCrowdedOut {
            reserved += taken
            isCrowdedOut = all.add(taken, ordering: .relaxed).newValue > ServerContext.bodyBytesLimit
            if isCrowdedOut { request?.body = [] } else { request?.body.append(contentsOf: bytes.prefix(taken)) }
        }
        return received <= Exchange.patience
    }
}

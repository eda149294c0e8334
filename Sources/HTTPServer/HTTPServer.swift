internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// The thin edge of a server: libmicrohttpd with a pool of threads. It turns bytes into requests and answers into bytes and
/// decides nothing.
public final class HTTPServer: Sendable {
    /// The port it listens on.
    public let port: UInt16
    private let context: ServerContext
    private let settings: ServerSettings
    private let watch: ConnectionWatch?
    private let state: Mutex<State>

    private struct State {
        /// The listening socket, -1 after the stop. Each daemon has a copy of its own.
        var socket: Int32
        /// The running daemon as a bit pattern, 0 when there is none: raw pointers cannot be shared between threads.
        var daemon: UInt
        /// Daemons that take no new connections, with their copies of the socket.
        var retired: [(daemon: UInt, socket: Int32)] = []
    }

    /// Starts a server; it answers when this returns.
    public init(_ settings: ServerSettings, handler: any RequestHandler) throws(ServerError) {
        let watch = settings.requestSeconds.map { ConnectionWatch(seconds: $0, isPlain: settings.identity == nil) }
        let context = ServerContext(handler: handler, settings: settings, watch: watch)
        var port = UInt16(0)
        let socket = bulletin_listen(settings.address, settings.port, &port)
        guard socket >= 0 else {
            throw errno == EADDRINUSE ? .port(settings.port) : .address(reason: String(cString: strerror(errno)))
        }
        guard let daemon = HTTPServer.start(on: socket, settings, settings.identity, context) else {
            close(socket)
            throw settings.identity == nil ? .noServer : .certificate(.unfit)
        }
        self.context = context
        self.settings = settings
        self.watch = watch
        self.port = port
        state = Mutex(State(socket: socket, daemon: daemon))
        guard watch?.start() != false else {
            stop()
            throw .noServer
        }
    }

    deinit { stop() }

    /// How many requests are being read or answered.
    public var activeRequests: Int { context.active.load(ordering: .acquiring) }

    /// Shows another certificate to the connections to come; those that there are go on.
    public func renew(_ identity: TLSIdentity) throws(ServerError) {
        if let fault = identity.fault { throw .certificate(fault) }
        let isRenewed = state.withLock { state in
            guard state.socket >= 0,
                let daemon = HTTPServer.start(on: state.socket, settings, identity, context)
            else { return false }
            HTTPServer.retire(&state)
            state.daemon = daemon
            return true
        }
        guard isRenewed else { throw .certificate(.unfit) }
    }

    /// Takes no new connections any more.
    public func stopListening() {
        state.withLock { state in
            HTTPServer.retire(&state)
            if state.socket >= 0 { close(state.socket) }
            state.socket = -1
        }
    }

    /// Frees what is left of former certificates once nobody is connected by them any more.
    public func tidy() {
        state.withLock { state in
            state.retired.removeAll { retired in
                guard let handle = OpaquePointer(bitPattern: retired.daemon), bulletin_mhd_connections(handle) == 0
                else { return false }
                MHD_stop_daemon(handle)
                close(retired.socket)
                return true
            }
        }
    }

    /// Ends all connections and frees the port; later calls do nothing. Every request must have been answered: libmicrohttpd
    /// aborts the process when it is stopped with suspended connections. The callbacks' context lives as long as this
    /// object, and no callback runs after the daemons have stopped.
    public func stop() {
        stopListening()
        watch?.stop()
        let retired = state.withLock { state in
            defer { state.retired = [] }
            return state.retired
        }
        for (daemon, socket) in retired {
            OpaquePointer(bitPattern: daemon).map { MHD_stop_daemon($0) }
            close(socket)
        }
    }

    /// Lets the running daemon finish what it has and take nothing new.
    private static func retire(_ state: inout State) {
        guard let handle = OpaquePointer(bitPattern: state.daemon) else { return }
        // It hands its socket back, to be closed when it has stopped.
        state.retired.append((state.daemon, MHD_quiesce_daemon(handle)))
        state.daemon = 0
    }

    private static func start(
        on socket: Int32, _ settings: ServerSettings, _ identity: TLSIdentity?, _ context: ServerContext
    ) -> UInt? {
        let copy = fcntl(socket, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return nil }
        let daemon = bulletin_mhd_start_on_socket(
            copy, min(max(settings.threads, 2), 64), settings.connections, settings.idleSeconds,
            identity?.certificate, identity?.key, Callbacks.functions, Unmanaged.passUnretained(context).toOpaque())
        guard let daemon else {
            close(copy)
            return nil
        }
        return UInt(bitPattern: daemon)
    }
}

/// What the callbacks reach through the pointer that libmicrohttpd hands them.
final class ServerContext: Sendable {
    let handler: any RequestHandler
    let watch: ConnectionWatch?
    let patience: Int
    let bodyBytesLimit: Int
    private let connections = Atomic<Int>(0)
    /// The bytes of bodies that are being read, over all connections.
    let bodyBytes = Atomic<Int>(0)
    /// Requests that are being read or answered.
    let active = Atomic<Int>(0)

    init(handler: any RequestHandler, settings: ServerSettings, watch: ConnectionWatch?) {
        self.handler = handler
        self.watch = watch
        patience = settings.patience
        bodyBytesLimit = settings.bodyBytes
    }

    func nextConnection() -> Int { connections.add(1, ordering: .relaxed).newValue }
}

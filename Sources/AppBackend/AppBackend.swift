internal import Glibc
public import HTTPServer
internal import HubLanguage
internal import News

/// The web API between an app and the hub: devices of signed-in users register here, so that the hub's key stays on the
/// server, and users are notified.
public final class AppBackend: Sendable {
    /// The port it listens on.
    public let port: UInt16
    private let server: HTTPServer
    private let handler: AppHandler

    /// Starts a back end; it answers when this returns.
    public init(_ configuration: AppBackendConfiguration) throws(AppBackendError) {
        var settings = ServerSettings()
        settings.address = configuration.address
        settings.port = configuration.port
        settings.identity = configuration.identity
        settings.connections = AppBackend.connections
        settings.requestSeconds = configuration.requestSeconds
        // Silence is told by the same end as slowness; this one is behind it.
        settings.idleSeconds = UInt32(clamping: configuration.requestSeconds + 5)
        settings.bodyBytes = 16 << 20
        // Bounded by time: a body that is too large is to be answered, not cut off.
        settings.patience = .max
        try AppBackend.check(settings, configuration)
        let handler = try AppHandler(configuration)
        do {
            server = try HTTPServer(settings, handler: handler)
        } catch {
            handler.stop()
            throw AppBackendError(error, address: configuration.address)
        }
        self.handler = handler
        port = server.port
    }

    /// Connections at the same time; more wait.
    private static let connections: UInt32 = 2_048

    private static func check(
        _ settings: ServerSettings, _ configuration: AppBackendConfiguration
    ) throws(AppBackendError) {
        guard let isReachable = settings.isReachable else {
            throw .notAnAddress(settings.address)
        }
        if isReachable, case .demo = configuration.users { throw .demoUsers(address: settings.address) }
        if let fault = settings.identity?.fault { throw .certificate(fault) }
        guard !isReachable || settings.identity != nil else { throw .noCertificate(address: settings.address) }
    }

    deinit { stop() }

    /// Takes another file of users.
    public func renew(users: UsersFile) { handler.signIn.replace(.file(users)) }

    /// Shows another certificate to the connections to come.
    public func renew(identity: TLSIdentity) throws(AppBackendError) {
        do {
            try server.renew(identity)
        } catch {
            throw AppBackendError(error, address: "")
        }
    }

    /// Frees what former certificates left. Call it now and then.
    public func tidy() { server.tidy() }

    /// Takes nothing new, lets what is being answered be answered, for so many seconds at most where clients are slow, and
    /// ends.
    public func stop(patience seconds: Int = 10) {
        server.stopListening()
        for _ in 0..<(seconds * 100) where server.activeRequests > 0 { usleep(10_000) }
        handler.stop()
        server.stop()
    }
}

extension AppBackendError {
    fileprivate init(_ error: ServerError, address: String) {
        switch error {
        case .port(let port): self = .port(port)
        case .address(let reason): self = .address(address, reason: reason)
        case .certificate(let fault): self = .certificate(fault)
        case .noServer: self = .noThreads
        }
    }
}

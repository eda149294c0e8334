internal import AppBackend
internal import HTTP
internal import HubEmulator
internal import News
internal import NotificationHub
internal import Settings
internal import Terminal

/// The hub that a command works with: a real one, or one that runs inside the program for as long as this lives.
final class HubAccess {
    /// One connection for each key, the first to be tried first.
    let connections: [HubConnection]
    /// The hub inside the program, if it is that.
    let emulator: HubEmulator?
    /// How long it took for what it was sent.
    let meter = HubMeter()

    private init(_ connections: [HubConnection], emulator: HubEmulator? = nil) {
        self.connections = connections
        self.emulator = emulator
    }

    deinit { emulator?.stop() }

    /// The hub that the settings name. Without a connection string a preview shows a hub that does not exist, so that
    /// nobody needs the key for looking.
    static func open(_ settings: ResolvedSettings, isPreview: Bool) throws(Failure) -> HubAccess {
        switch settings.hub {
        case .local: return try local()
        case .named(let name): return try HubAccess(connections(settings, hub: name, isPreview: isPreview))
        case .fromConnectionString: return try HubAccess(connections(settings, hub: nil, isPreview: isPreview))
        }
    }

    /// The hub for what concerns devices: with the key that may manage it where one is given, whether or not there is one
    /// for sending.
    static func openForDevices(_ settings: ResolvedSettings) throws(Failure) -> HubAccess {
        guard settings.hub != .local, let secret = settings.manageSecret() else {
            return try open(settings, isPreview: false)
        }
        var hub: String?
        if case .named(let name) = settings.hub { hub = name }
        // Hub strings of the portal do not name the hub; the one for sending may.
        if hub == nil { hub = try? connections(settings, hub: nil, isPreview: false).first?.hub }
        return HubAccess([try connection(secret.revealed, hub: hub, source: "BULLETIN_HUB_MANAGE_CONNECTION_STRING")])
    }

    /// Whether every request stays on this machine.
    var isOnLoopback: Bool { connections.allSatisfy(\.endpoint.isLoopback) }

    /// Host and hub, as the ledger records whose it is. A hub on this machine has another port each time.
    var name: String {
        if emulator != nil { return "local" }
        if isOnLoopback, let first = connections.first { return (HubAccess.loopback + first.hub).lowercased() }
        return connections.first.map { "\($0.endpoint.authority)/\($0.hub)".lowercased() } ?? ""
    }

    /// What is odd about the connection strings: told when something failed, since it may be the cause, else for the curious.
    func tellOddities(_ log: Log, hasFailed: Bool) {
        for warning in connections.flatMap(\.warnings) {
            log.write(hasFailed ? .warning : .info, warning)
        }
    }

    /// Whether a ledger with that name recorded belongs to a hub on this machine.
    static func isOnLoopback(named name: String) -> Bool {
        name == "local" || name.hasPrefix(loopback)
    }

    /// Stands for the host and port of hubs on this machine. The names of real hubs begin with a host of the service, which has dots.
    private static let loopback = "loopback/"

    /// Clients for all keys, over one set of connections.
    func clients(
        userAgent: String, timeout: Double = 30, largestAnswer: Int = 1 << 20
    ) -> [NotificationHubClient] {
        // A proxy is of no use for a hub on this machine, and a hindrance where one is set for everything else.
        let http = HTTPClient(
            settings: HTTPClientSettings(userAgent: userAgent, proxy: isOnLoopback ? .none : .environment))
        let limits = HubAccess.limits(timeout: timeout, largestAnswer: largestAnswer)
        return connections.map { [meter] connection in
            NotificationHubClient(
                connection: connection,
                exchange: { request in meter.measured(request) { http.exchange($0, limits: limits) } },
                wallClock: { .now })
        }
    }

    /// Clients for sending, and for asking what became of notifications: those ask with the key that may manage the hub
    /// where one is given, else with those for sending, which may ask in some tiers.
    func clients(_ settings: ResolvedSettings) throws(Failure) -> HubClients {
        let sending = clients(userAgent: userAgent(settings))
        guard emulator == nil, let secret = settings.manageSecret(), let first = connections.first else {
            return HubClients(sending: sending, lookingUp: sending)
        }
        let name = "BULLETIN_HUB_MANAGE_CONNECTION_STRING"
        let connection = try HubAccess.connection(secret.revealed, hub: first.hub, source: name)
        guard connection.audience == first.audience else {
            throw Failure(
                .badConfiguration, "\(name) is for another hub (\(connection.audience)) than \(first.audience)")
        }
        let lookingUp = HubAccess([connection]).clients(userAgent: userAgent(settings))
        return HubClients(sending: sending, lookingUp: lookingUp)
    }

    /// What makes the ways to the hub for a thread of the back end: with the key for sending, and with the one that may manage
    /// the hub where that is another.
    func ways(_ settings: ResolvedSettings) throws(Failure) -> @Sendable () -> HubWays {
        var registering = connections
        if emulator == nil, let secret = settings.manageSecret(), let first = connections.first {
            let name = "BULLETIN_HUB_MANAGE_CONNECTION_STRING"
            let connection = try HubAccess.connection(secret.revealed, hub: first.hub, source: name)
            guard connection.audience == first.audience else {
                throw Failure(
                    .badConfiguration, "\(name) is for another hub (\(connection.audience)) than \(first.audience)")
            }
            registering = [connection]
        }
        let agent = userAgent(settings)
        return { [connections, isOnLoopback, registering] in
            let http = HTTPClient(
                settings: HTTPClientSettings(userAgent: agent, proxy: isOnLoopback ? .none : .environment))
            let limits = HubAccess.limits(timeout: 30, largestAnswer: 8 << 20)
            let clients = { (connections: [HubConnection]) in
                connections.map { connection in
                    NotificationHubClient(
                        connection: connection, exchange: { http.exchange($0, limits: limits) }, wallClock: { .now })
                }
            }
            return HubWays(sending: clients(connections), registering: clients(registering))
        }
    }

    /// A hub that thinks is silent, and giving up early leaves an outcome that only a person can settle.
    /// And a hub sends nobody elsewhere: no token is to go where an answer leads.
    private static func limits(timeout: Double, largestAnswer: Int) -> TransferLimits {
        TransferLimits(
            totalSeconds: timeout, slowBytesPerSecond: 0, maximumBodyBytes: largestAnswer, maximumRedirects: 0)
    }

    private static func local() throws(Failure) -> HubAccess {
        var configuration = HubEmulatorConfiguration()
        configuration.devices = DeviceSetup.samples
        do {
            let emulator = try HubEmulator(configuration: configuration)
            return HubAccess([try connection(emulator.connectionString, hub: nil)], emulator: emulator)
        } catch let error as HubEmulatorError {
            throw Failure(.hubUnavailable, "the local hub cannot start: \(error.description)")
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.hubUnavailable, "the local hub cannot start")
        }
    }

    private static func connections(
        _ settings: ResolvedSettings, hub: String?, isPreview: Bool
    ) throws(Failure) -> [HubConnection] {
        let secret: HubSecret?
        do {
            secret = try settings.hubSecret()
        } catch {
            throw Failure(error)
        }
        if let secret {
            let first = try connection(secret.primary.revealed, hub: hub, source: secret.source)
            guard let second = secret.secondary else { return [first] }
            let other = try connection(second.revealed, hub: hub, source: "\(secret.source), the second one")
            // Two keys of one hub: a second hub would be sent what the ledger holds for the first.
            guard other.audience == first.audience else {
                throw Failure(
                    .badConfiguration,
                    "\(secret.source): the second connection string is for another hub (\(other.audience)) than the first "
                        + "(\(first.audience)); it may only bring another key")
            }
            return [first, other]
        }
        guard isPreview else {
            throw Failure(
                .badConfiguration,
                "no hub: set BULLETIN_HUB_CONNECTION_STRING, or name a file that holds it with --hub-file; "
                    + "--hub local tries it without one")
        }
        let placeholder = "Endpoint=sb://namespace.servicebus.windows.net/;SharedAccessKeyName=RULE;SharedAccessKey=KEY"
        return [try connection(placeholder, hub: hub ?? "HUB")]
    }

    private static func connection(
        _ text: String, hub: String?, source: String? = nil
    ) throws(Failure) -> HubConnection {
        do {
            return try HubConnection(connectionString: text, hub: hub)
        } catch {
            throw Failure(.badConfiguration, (source.map { "\($0): " } ?? "") + error.description)
        }
    }
}

/// The clients of one hub, for what they are for.
struct HubClients {
    var sending: [NotificationHubClient]
    var lookingUp: [NotificationHubClient]
}

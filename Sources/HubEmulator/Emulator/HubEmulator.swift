internal import HubLanguage
internal import News
internal import Synchronization

/// An Azure Notification Hub on the loopback address: it checks tokens by its own code, takes registrations and
/// notifications, matches tags, fills in templates and keeps what each device would have shown.
///
///     var configuration = HubEmulatorConfiguration()
///     configuration.devices = DeviceSetup.samples
///     let hub = try HubEmulator(configuration: configuration)
///     defer { hub.stop() }
///     // … send to hub.connectionString …
///     for device in hub.devices() { print(device.name, device.lockScreen.map(\.text)) }
public final class HubEmulator: Sendable {
    /// The port it listens on.
    public let port: UInt16
    /// The connection string of the rule with all rights, or the first rule where there is none of that name. It carries
    /// a key: pass it on, never print it into a log.
    public let connectionString: String
    /// The name of the hub.
    public let hubName: String

    private let core: EmulatorCore
    private let server: Server
    private let rules: [SharedAccessRule]

    /// Starts a hub; it answers when this returns.
    public init(configuration: HubEmulatorConfiguration = HubEmulatorConfiguration()) throws(HubEmulatorError) {
        let rules: [SharedAccessRule]
        if let given = configuration.rules { rules = given } else { rules = try SharedAccessRule.standard() }
        let seed = try randomBytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let core = try EmulatorCore(configuration, rules: rules, seed: seed)
        let server = try Server(core: core, port: configuration.port, threads: configuration.threads)
        let rule = rules.first { $0.name == SharedAccessRule.fullName } ?? rules.first
        self.rules = rules
        self.core = core
        self.server = server
        port = server.port
        hubName = configuration.hubName
        connectionString = rule.map { $0.connectionString(port: server.port, hubName: configuration.hubName) } ?? ""
    }

    deinit { server.stop() }

    /// The connection string of a rule, or nil where there is none of that name.
    public func connectionString(forRule name: String) -> String? {
        rules.first { $0.name == name }?.connectionString(port: port, hubName: hubName)
    }

    /// All devices with what they showed, in the order in which they became known.
    public func devices() -> [EmulatedDevice] {
        reading { $0.emulatedDevices }
    }

    /// The notifications taken in, the oldest first, as far back as they are remembered.
    public func notifications() -> [EmulatedNotification] {
        reading { $0.notifications.all }
    }

    /// The requests for the hub, the oldest first, as far back as they are remembered.
    public func requests() -> [LoggedRequest] {
        core.state.withLock { $0.log.all }.map { LoggedRequest($0) }
    }

    /// Arms a fault for requests to come.
    public func inject(_ fault: Fault) {
        core.state.withLock { $0.faults.add(fault) }
    }

    /// Disarms all faults.
    public func clearFaults() {
        core.state.withLock { $0.faults.clear() }
    }

    /// Lets all held and late answers go now.
    public func release() {
        server.release(core.state.withLock { $0.nextRelease() })
    }

    /// Ends all connections and frees the port. Held answers are let go. What was shown can still be asked for.
    public func stop() {
        server.stop()
    }

    private func reading<Value: Sendable>(_ body: (HubState) -> Value) -> Value {
        let now = core.clock()
        return core.state.withLock { state in
            state.hub.sendDue(now: now)
            return body(state.hub)
        }
    }
}

extension SharedAccessRule {
    fileprivate func connectionString(port: UInt16, hubName: String) -> String {
        "Endpoint=http://127.0.0.1:\(port)/;SharedAccessKeyName=\(name);SharedAccessKey=\(primaryKey);"
            + "EntityPath=\(hubName)"
    }
}

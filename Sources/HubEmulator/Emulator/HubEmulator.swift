internal import CLibCrypto
internal import CMicroHTTPD
internal import HubLanguage
internal import News
internal import Synchronization

/// An Azure Notification Hub on this machine: it checks tokens by its own code, takes registrations and
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
    /// The address in its connection strings: `http://127.0.0.1:PORT/`, with TLS `sb://…`.
    public let endpoint: String
    /// The name of the hub.
    public let hubName: String

    private let core: EmulatorCore
    private let server: Server
    private let rules: [SharedAccessRule]

    /// Starts a hub; it answers when this returns.
    public init(configuration: HubEmulatorConfiguration = HubEmulatorConfiguration()) throws(HubEmulatorError) {
        try HubEmulator.check(configuration)
        let file: StateFile?
        if let path = configuration.stateFile { file = try StateFile(path) } else { file = nil }
        let rules: [SharedAccessRule]
        if let given = configuration.rules {
            rules = given
        } else if let kept = try file?.rules() {
            rules = kept
        } else {
            rules = try SharedAccessRule.standard()
            try file?.keep(rules)
        }
        let seed = try randomBytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let core = try EmulatorCore(configuration, rules: rules, seed: seed, file: file)
        let server = try Server(core: core, configuration)
        self.rules = rules
        self.core = core
        self.server = server
        port = server.port
        hubName = configuration.hubName
        let endpoint = HubEmulator.endpoint(configuration, port: server.port)
        self.endpoint = endpoint
        let rule = rules.first { $0.name == SharedAccessRule.fullName } ?? rules.first
        connectionString = rule.map { $0.connectionString(endpoint: endpoint, hubName: configuration.hubName) } ?? ""
    }

    /// What reaches others than this machine speaks TLS.
    private static func check(_ configuration: HubEmulatorConfiguration) throws(HubEmulatorError) {
        let kind = bulletin_loopback_kind(configuration.address)
        guard kind >= 0 else { throw .notAnAddress(configuration.address) }
        guard let identity = configuration.identity else {
            guard kind == 1 else { throw .noCertificate(address: configuration.address) }
            return
        }
        let fault = bulletin_pem_fault(
            identity.certificate, Int32(clamping: identity.certificate.utf8.count), identity.key,
            Int32(clamping: identity.key.utf8.count))
        let faults: [Int32: HubEmulatorError.CertificateFault] = [1: .noCertificate, 2: .noKey, 3: .otherKey]
        if let fault = faults[fault] { throw .certificate(fault) }
    }

    /// The address of connection strings. Clients of the service replace `sb` by `https`.
    private static func endpoint(_ configuration: HubEmulatorConfiguration, port: UInt16) -> String {
        let everywhere = ["0.0.0.0": "127.0.0.1", "::": "::1"]
        let address = everywhere[configuration.address] ?? configuration.address
        let host = address.contains(":") ? "[\(address)]" : address
        return "\(configuration.identity == nil ? "http" : "sb")://\(host):\(port)/"
    }

    deinit { server.stop() }

    /// The names of the rules.
    public var ruleNames: [String] { rules.map(\.name) }

    /// The connection string of a rule, or nil where there is none of that name.
    public func connectionString(forRule name: String) -> String? {
        rules.first { $0.name == name }?.connectionString(endpoint: endpoint, hubName: hubName)
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
        core.reading(body)
    }
}

extension SharedAccessRule {
    fileprivate func connectionString(endpoint: String, hubName: String) -> String {
        "Endpoint=\(endpoint);SharedAccessKeyName=\(name);SharedAccessKey=\(primaryKey);"
            + "EntityPath=\(hubName)"
    }
}

internal import HubEmulator
internal import JSON
internal import PlainText
internal import Settings
internal import Terminal

/// `bulletin emulator`.
struct EmulatorCommand {
    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        // Before the hub's threads start: they inherit the mask, so that the signal is left for this thread.
        let stop = StopSignals()
        let requests = context.settings.verbosity > 0 ? RequestQueue() : nil
        let hub = try start(requests)
        defer { hub.stop() }
        context.output.write(isJSON ? json(hub) : welcome(hub))
        context.output.flush()
        wait(for: stop, requests)
        if !isJSON { context.output.write("\n" + screens(of: hub)) }
        return .done
    }

    private var isJSON: Bool { context.settings.text(.format) == "json" }

    /// With `-v` each request is told in a line, at most a tenth of a second late: the threads that answer must not wait
    /// for whoever reads the lines.
    private func wait(for stop: StopSignals, _ requests: RequestQueue?) {
        guard let requests else { return stop.wait() }
        var hasStopped = false
        while !hasStopped {
            hasStopped = stop.wait(milliseconds: 100)
            for line in requests.take() { context.log.write(.info, line) }
        }
    }

    private func start(_ requests: RequestQueue?) throws(Failure) -> HubEmulator {
        let settings = context.settings
        var configuration = HubEmulatorConfiguration()
        configuration.address = settings.text(.listen) ?? configuration.address
        configuration.port = UInt16(clamping: settings.integer(.port) ?? 0)
        configuration.identity = try identity()
        configuration.stateFile = settings.text(.state)
        configuration.tier = HubTier.allCases.first { "\($0)" == settings.text(.tier) } ?? .standard
        configuration.devices = settings.isSet(.empty) ? [] : DeviceSetup.samples
        if case .named(let name) = settings.hub { configuration.hubName = name }
        if let requests { configuration.onRequest = { requests.add($0) } }
        do {
            return try HubEmulator(configuration: configuration)
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: HubEmulatorError) -> Failure {
        switch error {
        case .notAnAddress: Failure(.usage, "--listen: \(error.description)")
        case .noCertificate:
            Failure(.usage, "\(error.description): --tls-certificate FILE and --tls-key FILE")
        case .certificate, .state: Failure(.badInput, error.description)
        default: Failure(.hubUnavailable, error.description)
        }
    }

    private func identity() throws(Failure) -> TLSIdentity? {
        switch (context.settings.text(.tlsCertificate), context.settings.text(.tlsKey)) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            return TLSIdentity(certificate: try text(of: certificate), key: try text(of: key))
        default: throw Failure(.usage, "--tls-certificate and --tls-key need each other")
        }
    }

    private func text(of path: String) throws(Failure) -> String {
        do {
            return String(decoding: try contents(of: path, limit: 1 << 20), as: UTF8.self)
        } catch {
            throw Failure(.badInput, "\(path): \(error.reason)")
        }
    }

    private func json(_ hub: HubEmulator) -> String {
        let value: JSONValue = [
            "connection_string": .string(hub.connectionString), "hub": .string(hub.hubName),
            "port": .integer(Int64(hub.port)),
            "connection_strings": .object(
                JSONObject(
                    hub.ruleNames.map { ($0, JSONValue(hub.connectionString(forRule: $0))) })),
        ]
        return value.text() + "\n"
    }

    private func welcome(_ hub: HubEmulator) -> String {
        let devices = hub.devices().prefix(20).map { device in
            ["  " + terminalSafe(device.name), "follows " + terminalSafe(device.tags.joined(separator: ", "))]
        }
        let isSecure = hub.endpoint.hasPrefix("sb:")
        let address = isSecure ? "https" + hub.endpoint.dropFirst(2) : hub.endpoint
        let keeping = context.settings.text(.state).map { "what it is told is kept in \(terminalSafe($0))" }
        return """
            The hub \(hub.hubName) listens on \(address) until it is interrupted; \(keeping ?? "nothing is kept").
            To send to it, paste this line into another terminal:

            export BULLETIN_HUB_CONNECTION_STRING='\(hub.connectionString)'

            \(devices.isEmpty ? "No device is registered." : "These devices are registered:")
            \(alignedTable(Array(devices)).joined(separator: "\n"))

            """
    }
}

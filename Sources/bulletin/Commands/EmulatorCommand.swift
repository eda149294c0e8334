internal import HubEmulator
internal import JSON
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
        let hub = try start()
        defer { hub.stop() }
        context.output.write(isJSON ? json(hub) : welcome(hub))
        context.output.flush()
        stop.wait()
        if !isJSON { context.output.write("\n" + screens(of: hub)) }
        return .done
    }

    private var isJSON: Bool { context.settings.text(.format) == "json" }

    private func start() throws(Failure) -> HubEmulator {
        var configuration = HubEmulatorConfiguration()
        configuration.port = UInt16(clamping: context.settings.integer(.port) ?? 0)
        configuration.devices = DeviceSetup.samples
        if case .named(let name) = context.settings.hub { configuration.hubName = name }
        do {
            return try HubEmulator(configuration: configuration)
        } catch {
            throw Failure(.hubUnavailable, error.description)
        }
    }

    private func json(_ hub: HubEmulator) -> String {
        let value: JSONValue = [
            "connection_string": .string(hub.connectionString), "hub": .string(hub.hubName),
            "port": .integer(Int64(hub.port)),
        ]
        return value.text() + "\n"
    }

    private func welcome(_ hub: HubEmulator) -> String {
        let devices = alignedTable(
            DeviceSetup.samples.map { ["  " + $0.name, "follows " + $0.tags.joined(separator: ", ")] })
        return """
            The hub \(hub.hubName) listens on http://127.0.0.1:\(hub.port)/ until it is interrupted; nothing is kept.
            To send to it, paste this line into another terminal:

            export BULLETIN_HUB_CONNECTION_STRING='\(hub.connectionString)'

            These devices are registered:
            \(devices.joined(separator: "\n"))

            """
    }
}

/// Where a value came from.
public enum SettingSource: Sendable, Hashable {
    /// Typed on the command line.
    case option
    /// An environment variable of that name.
    case environment(String)
    /// The configuration at that path.
    case file(String)
    /// The table.
    case fallback
}

/// The values of all settings of a command, with their sources: an option wins over the environment, that over the
/// configuration, that over the default. Of assignments (tags, messages, properties) each name is settled by itself.
public struct ResolvedSettings {
    /// The command and its operands.
    public let command: ParsedCommand
    /// The configuration that was read; nil when there is none.
    public let configurationPath: String?

    let file: ConfigurationFile?
    private let layers: [(source: (OptionName) -> SettingSource, values: [OptionName: [SettingValue]])]
    let surroundings: Surroundings

    /// Finds and reads the configuration and the environment for a command.
    public init(_ command: ParsedCommand, _ surroundings: Surroundings) throws(ConfigurationError) {
        self.command = command
        self.surroundings = surroundings
        let environment = try Self.environment(surroundings)
        let named = (command.options[.config] ?? environment[.config])?.first?.text
        let file = try Self.configuration(named: named, surroundings)
        configurationPath = file?.path
        self.file = file
        let path = file?.path ?? ""
        layers = [
            ({ _ in .option }, command.options),
            ({ .environment(OptionTable.variable(of: $0) ?? "") }, environment),
            ({ _ in .file(path) }, file?.values ?? [:]),
            ({ _ in .fallback }, Self.defaults(for: command.name)),
        ]
    }

    /// The values of an option in the layer that decides, or of all layers where names are settled one by one.
    public func values(_ name: OptionName) -> [SettingValue] {
        layers.first { $0.values[name] != nil }?.values[name] ?? []
    }

    /// Where the values of an option came from; nil when there are none.
    public func source(of name: OptionName) -> SettingSource? {
        layers.first { $0.values[name] != nil }?.source(name)
    }

    /// The configuration with line and column of a key path, or of what should hold it.
    public func place(of keyPath: String) -> String { file?.place(of: keyPath) ?? configurationPath ?? "" }

    /// Names and values of assignments, the names in the order in which they first appear.
    public func assignments(_ name: OptionName) -> [(name: String, value: String)] {
        sourcedAssignments(name).map { ($0.name, $0.value) }
    }

    /// The same with the source of each.
    public func sourcedAssignments(_ name: OptionName) -> [(name: String, value: String, source: SettingSource)] {
        var found: [(name: String, value: String, source: SettingSource)] = []
        for layer in layers.reversed() {
            for case .assignment(let key, let value) in layer.values[name] ?? [] {
                let assignment = (name: key, value: value, source: layer.source(name))
                if let position = found.firstIndex(where: { $0.name == key }) {
                    found[position] = assignment
                } else {
                    found.append(assignment)
                }
            }
        }
        return found
    }

    /// The hub's connection strings; nil when no place has one.
    public func hubSecret() throws(ConfigurationError) -> HubSecret? {
        let configured = source(of: .hubFile) == .option ? nil : text(.hubFile)
        return try HubSecret.find(
            optionFile: command.options[.hubFile]?.first?.text, configuredFile: configured, surroundings)
    }

    /// The same surroundings and configuration as another command sees them, without options of its own.
    public func seen(by other: CommandName) throws(ConfigurationError) -> ResolvedSettings {
        try ResolvedSettings(
            ParsedCommand(other, options: command.options.filter { $0.key == .config }), surroundings)
    }

    /// What a broadcast would see that was given the same options, as far as it takes them.
    public func asBroadcast() throws(ConfigurationError) -> ResolvedSettings {
        let rows = OptionTable.rows(for: .broadcast)
        let options = command.options.filter { option in
            option.key != .format && rows.contains { $0.name == option.key }
        }
        return try ResolvedSettings(ParsedCommand(.broadcast, options: options), surroundings)
    }

    /// The connection string with the right Manage, for what the one for sending may not do; nil when it is not set.
    public func manageSecret() -> Secret? {
        surroundings.setVariable(HubSecret.manageVariable).map { Secret(trimmed($0)) }
    }

    /// The path of the ledger.
    public func ledgerPath() throws(ConfigurationError) -> String {
        if let path = text(.ledger) ?? StandardPaths(surroundings: surroundings).ledger { return path }
        throw .invalid("neither HOME nor XDG_STATE_HOME is set: name the ledger with --ledger FILE")
    }

    private static func environment(
        _ surroundings: Surroundings
    ) throws(ConfigurationError) -> [OptionName: [SettingValue]] {
        var values: [OptionName: [SettingValue]] = [:]
        for row in OptionTable.all {
            guard let variable = row.variable, let text = surroundings.setVariable(variable) else { continue }
            do {
                values[row.name] = [try row.kind.value(from: text)]
            } catch {
                throw .badVariable(name: variable, value: text, fault: error)
            }
        }
        return values
    }

    /// A configuration that is named must be there; one in a standard place may be.
    private static func configuration(
        named: String?, _ surroundings: Surroundings
    ) throws(ConfigurationError) -> ConfigurationFile? {
        let paths = StandardPaths(surroundings: surroundings)
        for path in named.map({ [$0] }) ?? paths.configurations {
            switch surroundings.read(path) {
            case .success(let content):
                return try ConfigurationFile(content.bytes, path: path, home: paths.home)
            case .failure(let fault) where fault.isMissing && named == nil: continue
            case .failure(let fault): throw .unreadable(file: path, reason: fault.reason)
            }
        }
        return nil
    }

    static func defaults(for command: CommandName) -> [OptionName: [SettingValue]] {
        var values: [OptionName: [SettingValue]] = [:]
        for row in OptionTable.rows(for: command) {
            guard case .value(let text) = row.fallback, let value = try? row.kind.value(from: text) else { continue }
            values[row.name] = [value]
        }
        return values
    }
}

extension OptionTable {
    static func variable(of name: OptionName) -> String? {
        all.first { $0.name == name && $0.variable != nil }?.variable
    }
}

/// What a command line asks for.
public enum Request: Sendable {
    /// The list of commands, or the help of one: short after `--help`, long after `help`.
    case help(CommandName?, isLong: Bool)
    /// The manual page.
    case manual
    /// What lets that shell complete command lines.
    case completions(Shell)
    /// The commented example of a configuration.
    case exampleConfiguration
    /// The version.
    case version
    /// A command with its options and operands.
    case run(ParsedCommand)
}

/// A command line whose values were read; nothing from the environment or the configuration is in it yet.
public struct ParsedCommand: Sendable {
    /// The command.
    public var name: CommandName
    /// The values of each option that was given, in the order given.
    public var options: [OptionName: [SettingValue]]
    /// The words that are not options.
    public var operands: [Word]

    /// A parsed command from its parts.
    public init(_ name: CommandName, options: [OptionName: [SettingValue]] = [:], operands: [Word] = []) {
        self.name = name
        self.options = options
        self.operands = operands
    }
}

extension Request {
    /// Gives meaning to the words after the program's name. `commands` are those the program offers.
    public init(
        _ arguments: [String], commands: [CommandDefinition] = CommandTable.all
    ) throws(UsageError) {
        let words = SplitWords(arguments)
        let isHelp = words.options.contains { $0.name == .help }
        if words.options.contains(where: { $0.name == .version }), !isHelp {
            self = .version
            return
        }
        guard let first = words.operands.first else {
            if isHelp {
                self = .help(nil, isLong: false)
                return
            }
            throw words.fault?.suggesting(from: OptionTable.all) ?? .noCommand
        }
        let command = try Self.command(first, commands)
        if isHelp {
            self = .help(command.name, isLong: false)
            return
        }
        if let fault = words.fault { throw fault.suggesting(from: OptionTable.rows(for: command.name)) }
        let parsed = try ParsedCommand(words, of: command)
        switch command.name {
        case .help: self = try Self.help(parsed, commands)
        case .completions: self = .completions(try Shell(parsed))
        // Needs no configuration: it is where one begins.
        case .config where parsed.options[.printDefault] != nil: self = .exampleConfiguration
        default: self = .run(parsed)
        }
    }

    private static func help(
        _ parsed: ParsedCommand, _ commands: [CommandDefinition]
    ) throws(UsageError) -> Request {
        guard parsed.options[.man] == nil else {
            guard parsed.operands.isEmpty else {
                throw .conflict("--man prints one page about all commands: leave the name out")
            }
            return .manual
        }
        return .help(
            try parsed.operands.first.map { word throws(UsageError) in try command(word, commands).name }, isLong: true)
    }

    private static func command(
        _ word: Word, _ commands: [CommandDefinition]
    ) throws(UsageError) -> CommandDefinition {
        if let command = commands.first(where: { $0.name.rawValue == word.text }) { return command }
        throw .unknownCommand(word.text, near: nearest(to: word.text, among: commands.map(\.name.rawValue)))
    }
}

extension ParsedCommand {
    fileprivate init(_ words: SplitWords, of command: CommandDefinition) throws(UsageError) {
        self.init(command.name, operands: Array(words.operands.dropFirst()))
        let rows = OptionTable.rows(for: command.name)
        for option in words.options {
            guard let row = rows.first(where: { $0.name == option.name }) else {
                throw Self.misplaced(option, in: command.name)
            }
            if options[row.name] != nil, row.kind.takesValue, !row.isRepeatable {
                throw .repeated(option: option.typed)
            }
            options[row.name, default: []].append(try Self.value(of: option, row))
        }
        try checkExclusiveOptions()
        try checkOperands(command)
    }

    private static func value(of option: SplitOption, _ row: OptionDefinition) throws(UsageError) -> SettingValue {
        guard let word = option.value else { return .flag(true) }
        do {
            return try row.kind.value(from: word.text)
        } catch {
            throw .badValue(option: option.typed, value: word.text, fault: error)
        }
    }

    private static func misplaced(_ option: SplitOption, in command: CommandName) -> UsageError {
        let others = OptionTable.all.filter { $0.name == option.name }.flatMap(\.commands)
        return .optionOfOtherCommand(option.typed, command: command, others: others)
    }

    private func checkOperands(_ command: CommandDefinition) throws(UsageError) {
        let count = command.operands.count
        if operands.count < count.lowerBound {
            throw .missingOperand(command: command.name, needed: command.operands.needed)
        }
        if operands.count > count.upperBound {
            throw .unexpectedOperand(operands[count.upperBound].text, command: command.name)
        }
    }
}

/// The commands by name. The raw value is what is typed.
public enum CommandName: String, CaseIterable, Sendable {
    case broadcast
    case send
    case history
    case resolve
    case cancel
    case pause
    case resume
    case drop
    case devices
    case items
    case classify
    case check
    case config
    case schedule
    case completions
    case emulator
    case backend
    case help
}

/// What a command takes besides options.
public struct OperandRule: Sendable, Equatable {
    /// How usage shows it, such as `FEED…`.
    public var synopsis: String
    /// How many there are at least and at most.
    public var count: ClosedRange<Int>
    /// What is missing when there are too few, as words that follow "needs".
    public var needed: String

    /// A rule from its parts.
    public init(_ synopsis: String, count: ClosedRange<Int>, needed: String = "") {
        self.synopsis = synopsis
        self.count = count
        self.needed = needed
    }

    /// A command without operands.
    public static let none = OperandRule("", count: 0...0)
}

/// A command line worth showing, and what it does.
public struct CommandExample: Sendable, Equatable {
    /// What it does, without a full stop.
    public var purpose: String
    /// The line as typed.
    public var line: String

    /// An example from its parts.
    public init(_ purpose: String, _ line: String) {
        self.purpose = purpose
        self.line = line
    }
}

/// One row of the table of commands.
public struct CommandDefinition: Sendable {
    /// The name that is typed.
    public var name: CommandName
    /// What it takes besides options.
    public var operands: OperandRule
    /// Half a line for the list of commands.
    public var summary: String
    /// Paragraphs for `help COMMAND`.
    public var description: [String]
    /// Lines worth showing.
    public var examples: [CommandExample]
    /// How it may end.
    public var exitCodes: [ExitCode]
    /// What a code means for this command, where that is more than what it means for all.
    public var exitWords: [ExitCode: String]
    /// What it means that a signal came while it worked; nil where signals end it as they end every program.
    public var signalWords: String?

    /// A row from its parts.
    public init(
        _ name: CommandName, operands: OperandRule = .none, summary: String, description: [String] = [],
        examples: [CommandExample] = [], exitCodes: [ExitCode] = [.done, .usage], exitWords: [ExitCode: String] = [:],
        signalWords: String? = nil
    ) {
        self.exitWords = exitWords
        self.signalWords = signalWords
        self.name = name
        self.operands = operands
        self.summary = summary
        self.description = description
        self.examples = examples
        self.exitCodes = exitCodes
    }

    /// `bulletin NAME [options] OPERANDS`.
    public var usage: String {
        "bulletin \(name.rawValue) [options]" + (operands.synopsis.isEmpty ? "" : " \(operands.synopsis)")
    }
}

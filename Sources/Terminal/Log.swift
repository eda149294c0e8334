internal import JSON
public import News
internal import PlainText

/// How much somebody must care about a line.
public enum LogLevel: Int, Comparable, Sendable {
    /// Needs somebody now.
    case error
    /// Needs somebody; printed unless `-q`.
    case warning
    /// Tells the story; printed with `-v`.
    case info
    /// Every step; printed with `-vv`.
    case debug

    /// Errors come before debugging.
    public static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }

    /// The word in JSON lines.
    public var name: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .info: "info"
        case .debug: "debug"
        }
    }

    /// The least important level that is printed: -1 for `-q`, 0, 1 for `-v`, 2 for `-vv`.
    public init(verbosity: Int) {
        self =
            switch verbosity {
            case ..<0: .error
            case 0: .warning
            case 1: .info
            default: .debug
            }
    }
}

/// Writes lines for people or machines to standard error.
public struct Log {
    /// What the lines look like.
    public enum Form: Sendable {
        /// `bulletin: words`.
        case text
        /// One JSON object a line.
        case json
    }

    private let output: Output
    private let form: Form
    private let limit: LogLevel
    private let clock: () -> Instant
    /// The run that the lines are about, by its number in the ledger: in each JSON line, once it is known.
    public var run: Int64?

    /// A log that writes what is at least as important as `limit`.
    public init(_ output: Output, form: Form, limit: LogLevel, clock: @escaping () -> Instant) {
        self.output = output
        self.form = form
        self.limit = limit
        self.clock = clock
    }

    /// Writes one line, if it is important enough.
    public func write(_ level: LogLevel, _ words: String) {
        write(LogLine(level, event: nil, words))
    }

    /// Writes what happened, if it is important enough.
    public func write(_ event: RunEvent) {
        write(LogLine(event))
    }

    private func write(_ line: LogLine) {
        guard line.level <= limit else { return }
        switch form {
        case .text: output.writeLine("bulletin: " + terminalSafe(withoutSecrets(line.words)))
        case .json: output.writeLine(line.json(at: clock(), run: run).text())
        }
    }
}

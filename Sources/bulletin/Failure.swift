internal import Settings
internal import Terminal

/// Why a command ends without having done its work: the exit code and a line for each thing.
struct Failure: Error {
    let code: ExitCode
    let messages: [String]
    /// People heard of it in an earlier run: it is told to whoever asks for the story of this one.
    var isKnown = false

    init(_ code: ExitCode, _ messages: [String]) {
        self.code = code
        self.messages = messages
    }

    init(_ code: ExitCode, _ message: String) {
        self.init(code, [message])
    }

    init(_ error: UsageError) {
        self.init(.usage, error.message)
    }

    init(_ error: ConfigurationError) {
        self.init(.badConfiguration, error.message)
    }

    /// Writes the lines and gives the code.
    func report(to errors: Output) -> ExitCode {
        report(to: Log(errors, form: .text, limit: .error, clock: { .now }))
    }

    /// Writes the lines in the form that the log has, and gives the code.
    func report(to log: Log) -> ExitCode {
        for message in messages { log.write(isKnown ? .info : .error, message) }
        return code
    }
}

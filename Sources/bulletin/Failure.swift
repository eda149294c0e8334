internal import Settings
internal import Terminal

/// Why a command ends without having done its work: the exit code and one line that names the thing.
struct Failure: Error {
    let code: ExitCode
    let message: String

    init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: UsageError) {
        self.init(.usage, error.message)
    }

    init(_ error: ConfigurationError) {
        self.init(.badConfiguration, error.message)
    }

    /// Writes the line and gives the code.
    func report(to errors: Output) -> ExitCode {
        Log(errors, form: .text, limit: .error, clock: { .now }).write(.error, message)
        return code
    }
}

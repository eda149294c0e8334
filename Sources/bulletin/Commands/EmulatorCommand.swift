internal import Settings

/// `bulletin emulator`.
struct EmulatorCommand {
    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        throw Failure(.usage, "emulator is not part of this program")
    }
}

internal import Settings

/// `bulletin broadcast`.
struct BroadcastCommand {
    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        throw Failure(.usage, "broadcast is not part of this program")
    }
}

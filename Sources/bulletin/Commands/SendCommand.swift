internal import Settings

/// `bulletin send`.
struct SendCommand {
    private let context: CommandContext
    private let arguments: SendArguments

    init(_ context: CommandContext) throws(Failure) {
        self.context = context
        do {
            arguments = try SendArguments(context.settings.command)
        } catch {
            throw Failure(error)
        }
    }

    func run() throws(Failure) -> ExitCode {
        throw Failure(.usage, "send is not part of this program")
    }
}

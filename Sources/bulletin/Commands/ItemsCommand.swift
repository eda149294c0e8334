internal import Settings

/// `bulletin items`.
struct ItemsCommand {
    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        if context.settings.command.operands.isEmpty, context.settings.text(.filesFrom) == nil {
            throw Failure(.missingOperand(command: .items, needed: CommandTable.row(.items)?.operands.needed ?? ""))
        }
        throw Failure(.usage, "items is not part of this program")
    }
}

internal import Ledger
internal import News
internal import Settings
internal import Stories
internal import Terminal

/// `bulletin pause` and `bulletin resume`.
struct PauseCommand {
    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    func pause() throws(Failure) -> ExitCode {
        let categories = try context.operandCategories()
        let now = context.now
        let until = context.settings.moment(.until, from: now)
        if let until, until <= now { throw Failure(.usage, "--until: \(until) is past") }
        try context.atDesk { ledger throws(LedgerError) in try ledger.pause(categories, until: until, at: now) }
        let end = until.map { "until \(localMinute($0))" } ?? "until 'bulletin resume'"
        context.output.writeLine("\(names(categories)): paused \(end)")
        return .done
    }

    func resume() throws(Failure) -> ExitCode {
        let categories = try context.operandCategories()
        let now = context.now
        let ended = try context.atDesk { ledger throws(LedgerError) in
            let paused = try ledger.pauses(at: now).map(\.category).filter(categories.contains)
            try ledger.resume(categories)
            return paused
        }
        context.output.writeLine(ended.isEmpty ? "\(names(categories)): not paused" : "\(names(ended)): resumed")
        return .done
    }

    private func names(_ categories: [Category]) -> String {
        categories.map(\.rawValue).joined(separator: ", ")
    }
}

internal import Ledger
internal import News
internal import PlainText
internal import Settings
internal import Stories
internal import Terminal

/// `bulletin drop`.
struct DropCommand {
    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        let number = try context.number(0, of: "story")
        let now = context.now
        let dropped = try context.atDesk { ledger throws(LedgerError) in try ledger.drop(StoryID(number), at: now) }
        switch dropped {
        case .noSuch: throw Failure(.badInput, "there is no story \(number); 'bulletin history' lists those that wait")
        case .notPending(let story):
            let words = story.title.isEmpty ? "" : " (\(story.title))"
            throw Failure(
                .badInput, "story \(number) does not wait any more: it is \(story.state.rawValue)\(words)")
        case .dropped(let story): context.output.writeLine("dropped: \(terminalSafe(story.title))")
        }
        return .done
    }
}

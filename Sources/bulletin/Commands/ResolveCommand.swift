internal import Ledger
internal import News
internal import Settings
internal import Terminal

/// `bulletin resolve`.
struct ResolveCommand {
    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        let number = try context.number(0, of: "notification")
        let wasSent = try wasSent()
        let now = context.now
        let resolved = try context.atDesk { ledger throws(LedgerError) in
            try ledger.resolve(NotificationID(number), wasSent: wasSent, at: now)
        }
        switch resolved {
        case .noSuch:
            throw Failure(.badInput, "there is no notification \(number); 'bulletin history' lists them")
        case .notUnknown(let record):
            throw Failure(.badInput, "notification \(number) \(record.outcomeInWords): there is nothing to settle")
        case .settled(let stories):
            let stories = counted(stories, "story", "stories")
            context.output.writeLine(
                wasSent
                    ? "notification \(number) counts as sent; \(stories) announced"
                    : "notification \(number) counts as not sent; \(stories) waiting for the next broadcast while fresh"
            )
        }
        return .done
    }

    private func wasSent() throws(Failure) -> Bool {
        let word = context.settings.command.operands[1].text
        switch word {
        case "sent": return true
        case "unsent": return false
        default: throw Failure(.badOperand(value: word, fault: ValueFault("is neither sent nor unsent")))
        }
    }
}

extension NotificationRecord {
    fileprivate var outcomeInWords: String {
        switch outcome {
        case .accepted: isSettledByHand ? "was settled as sent already" : "was accepted by the hub"
        case .notSent: isSettledByHand ? "was settled as not sent already" : "was surely not sent"
        case .unknown: "is unknown"
        case nil: "is being sent right now"
        }
    }
}

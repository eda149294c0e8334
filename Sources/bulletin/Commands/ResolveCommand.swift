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
        let (resolved, others) = try context.atDesk(settlesAbandoned: true) { ledger throws(LedgerError) in
            let others = ledger.becameUnknown.filter { $0.number != number }
            return (try ledger.resolve(NotificationID(number), wasSent: wasSent, at: now), others)
        }
        tellAbandoned(others.count, context.log)
        switch resolved {
        case .noSuch:
            throw Failure(.badInput, "there is no notification \(number); 'bulletin history' lists them")
        case .notUnknown(let record):
            throw Failure(.badInput, "notification \(number) \(record.outcomeInWords): there is nothing to settle")
        case .settled(let record): context.output.writeLine(words(record, wasSent: wasSent))
        }
        return .done
    }

    private func words(_ record: NotificationRecord, wasSent: Bool) -> String {
        let stories = counted(record.intent.stories.count, "story", "stories")
        let number = record.id.number
        if wasSent { return "notification \(number) counts as sent; \(stories) announced" }
        return "notification \(number) counts as not sent; "
            + (record.intent.origin == .send
                ? "send it again if it is still wanted" : "\(stories) waiting for the next broadcast while fresh")
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
        case .cancelled: "was taken back"
        case .unknown: "is unknown"
        case nil: "is being sent right now"
        }
    }
}

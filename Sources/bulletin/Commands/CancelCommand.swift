internal import Broadcasting
internal import Ledger
internal import News
internal import NotificationHub
internal import PlainText
internal import Settings
internal import Terminal

/// `bulletin cancel`.
struct CancelCommand {
    private let context: CommandContext
    private var settings: ResolvedSettings { context.settings }

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        let number = try context.number(0, of: "notification")
        let stop = StopSignals()
        let hub = try HubAccess.open(settings, isPreview: false)
        do {
            try settings.checkClock(hubIsOnLoopback: hub.isOnLoopback)
        } catch {
            throw Failure(error)
        }
        let access = try LedgerAccess(settings, hub: hub, takesOver: false)
        let asking = context.asking(hub.clients(userAgent: userAgent(settings)), stop)
        do {
            // What an earlier run left without a result is left to the next broadcast.
            let ledger = try Ledger.open(access.place, settlesAbandoned: false)
            return try answer(
                try takeBack(NotificationID(number), ledger: ledger, hub: asking, at: context.now), number)
        } catch let failure as Failure {
            throw failure
        } catch let error as LedgerError {
            throw Failure(error)
        } catch let error as HubError {
            throw Failure(error, "not taken back")
        } catch {
            throw Failure(.cannotWrite, "\(error)")
        }
    }

    private func answer(_ outcome: TakenBack, _ number: Int64) throws(Failure) -> ExitCode {
        switch outcome {
        case .noSuch: throw Failure(.badInput, "there is no notification \(number); 'bulletin history' lists them")
        case .withoutID:
            throw Failure(.badInput, "notification \(number) cannot be taken back: the hub gave no id for it")
        case .notScheduled(let record):
            throw Failure(.badInput, "notification \(number) \(words(record)): there is nothing to take back")
        case .notKnown(let record):
            context.log.write(
                .warning, "the hub did not know notification \(number) any more: it had been taken back before")
            context.output.writeLine(takenBack(record))
        case .takenBack(let record): context.output.writeLine(takenBack(record))
        }
        return .done
    }

    private func takenBack(_ record: NotificationRecord) -> String {
        "notification \(record.id.number) is taken back: \(terminalSafe(record.intent.message))"
    }

    private func words(_ record: NotificationRecord) -> String {
        switch record.outcome {
        case .accepted:
            "went out" + (record.intent.scheduledFor.map { " at \(localMinute($0))" } ?? " at once, when it was sent")
        case .notSent: "was not sent"
        case .cancelled: "was taken back already"
        case .unknown: "is unknown ('bulletin resolve' settles it)"
        case nil: "is being sent right now"
        }
    }
}

extension CommandContext {
    /// Questions to the hub that wait where it asks for patience, for two minutes at most.
    func asking(_ clients: [NotificationHubClient], _ stop: StopSignals) -> HubAsking {
        let clock = BudgetClock(seconds: 120)
        return HubAsking(
            clients: clients,
            edges: DeliveryEdges(
                wait: { stop.wait(seconds: $0) }, secondsLeft: { clock.secondsLeft }, isCancelled: { stop.isPending }))
    }
}

extension Failure {
    /// The exit code that belongs to what the hub did not do, which the first words name.
    init(_ error: HubError, _ undone: String) {
        let code: ExitCode =
            switch error {
            case .refused(let refusal) where refusal.concern == .key: .refused
            case .refused(let refusal) where refusal.concern == .content: .badInput
            case .impossible: .badInput
            default: .hubUnavailable
            }
        self.init(code, "\(undone): \(error)")
    }
}

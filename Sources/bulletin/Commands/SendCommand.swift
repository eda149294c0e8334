internal import Broadcasting
internal import Bulletins
internal import JSON
internal import Ledger
internal import NotificationHub
internal import Preview
internal import Settings
internal import Terminal

/// `bulletin send`.
struct SendCommand {
    private let context: CommandContext
    private let arguments: SendArguments
    private var settings: ResolvedSettings { context.settings }

    init(_ context: CommandContext) throws(Failure) {
        self.context = context
        do {
            arguments = try SendArguments(context.settings.command)
        } catch {
            throw Failure(error)
        }
    }

    func run() throws(Failure) -> ExitCode {
        let isPreview = settings.isSet(.dryRun)
        let stop = StopSignals()
        let prepared = try prepare()
        let hub = try HubAccess.open(settings, isPreview: isPreview)
        do {
            try settings.checkClock(hubIsOnLoopback: hub.isOnLoopback)
        } catch {
            throw Failure(error)
        }
        if isPreview { return try show(prepared, hub) }
        let access = try LedgerAccess(settings, hub: hub, takesOver: false)
        do {
            return try send(prepared, hub, access, stop)
        } catch let error as LedgerError {
            throw Failure(error)
        } catch let error as HandSendError {
            throw Failure(.usage, "\(error)")
        } catch {
            throw Failure(.cannotWrite, "\(error)")
        }
    }

    private func prepare() throws(Failure) -> PreparedHandSend {
        let send = HandSend(
            target: HandSend.Target(arguments.target), message: arguments.message, link: settings.text(.link),
            isAsTyped: settings.isSet(.asIs), parameters: settings.parameters)
        do {
            return try PreparedHandSend(
                send, style: try settings.bulletinStyle(), targets: try settings.categoryTargets(), now: context.now,
                expiresAfter: settings.maxAge)
        } catch let failure as Failure {
            throw failure
        } catch HandSendError.notification(.emptyMessage) {
            let isTyped = settings.messageTemplates.contains(where: \.isTyped)
            throw Failure(isTyped ? .usage : .badConfiguration, "\(NotificationError.emptyMessage)")
        } catch {
            throw Failure(.usage, "\(error)")
        }
    }

    private func show(_ prepared: PreparedHandSend, _ hub: HubAccess) throws(Failure) -> ExitCode {
        guard let connection = hub.connections.first else { return .badConfiguration }
        if !settings.isSet(.asIs), let category = prepared.categories.first {
            for words in settings.templatesWithoutHeadline(try settings.bulletinStyle(), for: [category]) {
                context.log.write(.warning, words)
            }
        }
        let preview = prepared.preview(connection)
        context.output.write(preview.text(in: settings.text(.format), columns: context.facts.columns))
        return .done
    }

    private func send(
        _ prepared: PreparedHandSend, _ hub: HubAccess, _ access: LedgerAccess, _ stop: StopSignals
    ) throws -> ExitCode {
        let ledger = try Ledger.open(access.place)
        // Found by whoever opens the ledger first, and by nobody after.
        tellAbandoned(ledger.becameUnknown.count, context.log)
        if !settings.isSet(.again), let earlier = try earlierSend(of: prepared, in: ledger) {
            throw HandSendError.alreadySent(at: earlier)
        }
        let clock = BudgetClock(seconds: 300)
        let delivery = HubDelivery(
            clients: hub.clients(userAgent: userAgent(settings)),
            edges: DeliveryEdges(
                wait: { stop.wait(seconds: $0) }, secondsLeft: { clock.secondsLeft }, isCancelled: { stop.isPending }))
        let outcome = try sendByHand(prepared, ledger: ledger, delivery: delivery)
        if let cut = prepared.bulletin.cut {
            context.log.write(
                .warning,
                "the message was cut from \(cut.wholeBytes) to \(prepared.bulletin.message.utf8.count) bytes; "
                    + "--dry-run shows what is left")
        }
        tell(outcome)
        if let emulator = hub.emulator { context.output.write(screens(of: emulator)) }
        var report = BroadcastReport()
        report.outcomes = [(prepared.bulletin.category, outcome)]
        return report.exitCode
    }

    private func tell(_ outcome: BroadcastReport.Outcome) {
        switch outcome {
        case .accepted(let receipt): context.output.writeLine(receipt.id ?? "accepted")
        case .refused(let refusal): context.log.write(.error, "not sent: \(refusal)")
        case .unknown(let unknown):
            context.log.write(.error, "nobody knows whether it was sent: \(unknown)")
        case .impossible(let error): context.log.write(.error, "not sent: \(error)")
        case .held: context.log.write(.error, "not sent")
        }
    }
}

extension HandSend.Target {
    fileprivate init(_ target: SendTarget) {
        self =
            switch target {
            case .categories(let categories): .categories(categories)
            case .tags(let expression): .tags(expression)
            case .everyone: .everyone
            }
    }
}

extension Preview {
    /// The preview in one of the forms of `--format`.
    func text(in format: String?, columns: Int) -> String {
        switch format {
        case "json": json.text(.indented) + "\n"
        case "curl": curl
        default: text(columns: columns)
        }
    }
}

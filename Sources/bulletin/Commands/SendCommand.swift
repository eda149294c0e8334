internal import Broadcasting
internal import Bulletins
internal import HubLanguage
internal import Ledger
internal import News
internal import NotificationHub
internal import Preview
internal import Settings
internal import Stories
internal import Terminal

/// `bulletin send`.
struct SendCommand {
    private let context: CommandContext
    private var arguments: SendArguments
    private var settings: ResolvedSettings { context.settings }

    init(_ context: CommandContext) throws(Failure) {
        self.context = context
        do {
            arguments = try SendArguments(context.settings.command)
        } catch {
            throw Failure(error)
        }
        if arguments.message == "-" { arguments.message = try messageFromInput() }
    }

    func run() throws(Failure) -> ExitCode {
        let isPreview = settings.isSet(.dryRun)
        let prepared = try prepare()
        // Before the signals are held back: who is asked may as well interrupt.
        try context.checkConsent(toSend: prepared.bulletin.message)
        let stop = StopSignals()
        let hub = try HubAccess.open(settings, isPreview: isPreview)
        do {
            try settings.checkClock(hubIsOnLoopback: hub.isOnLoopback)
        } catch {
            throw Failure(error)
        }
        if isPreview { return try show(prepared, hub) }
        if prepared.mode == .test { return try sendTest(prepared, hub, stop) }
        let access = try LedgerAccess(settings, hub: hub, takesOver: false)
        do {
            return try send(prepared, hub, access, stop)
        } catch let error as LedgerError {
            throw Failure(error)
        } catch let error as HandSendError {
            throw Failure(.usage, "\(error)")
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.cannotWrite, "\(error)")
        }
    }

    private func prepare() throws(Failure) -> PreparedHandSend {
        let replaced = try replacedNotification()
        let send = HandSend(
            target: HandSend.Target(arguments.target), message: arguments.message, link: settings.text(.link),
            language: try languageOfMessage(), isAsTyped: settings.isSet(.asIs), parameters: settings.parameters,
            platform: settings.text(.platform).flatMap(Platform.init(formatName:)), mode: mode)
        do {
            let prepared = try PreparedHandSend(
                send, style: try settings.bulletinStyle(), targets: try settings.categoryTargets(), now: context.now,
                expiresAfter: settings.maxAge, collapseID: replaced?.intent.collapseID)
            if let replaced, replaced.intent.target != prepared.target {
                context.log.write(
                    .warning,
                    "notification \(replaced.id.number) went to another target: it is replaced where both arrive")
            }
            return prepared
        } catch let failure as Failure {
            throw failure
        } catch HandSendError.notification(.emptyMessage) {
            let isTyped = settings.messageTemplates.contains(where: \.isTyped)
            throw Failure(isTyped ? .usage : .badConfiguration, "\(NotificationError.emptyMessage)")
        } catch {
            throw Failure(.usage, "\(error)")
        }
    }

    /// The language as the newsroom has it: `fr` for `fr-CA`.
    private func languageOfMessage() throws(Failure) -> LanguageTag? {
        guard let given = settings.language, !settings.languages.isEmpty else { return settings.language }
        guard let spoken = given.match(in: settings.languages) else {
            throw Failure(
                .usage,
                "--language: \(given) is none of the languages that are spoken "
                    + "(\(settings.languages.map(\.text).joined(separator: ", ")))")
        }
        return spoken
    }

    private var mode: SendMode {
        if settings.isSet(.test) { return .test }
        return settings.moment(.at, from: context.now).map(SendMode.at) ?? .now
    }

    private func replacedNotification() throws(Failure) -> NotificationRecord? {
        guard let number = settings.integer(.replaces) else { return nil }
        let found: NotificationRecord?
        do {
            found = try context.ledgerForReading().notification(NotificationID(Int64(number)))
        } catch let error as LedgerError {
            throw Failure(error)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(.badInput, "\(error)")
        }
        guard let found else {
            throw Failure(.badInput, "--replaces: there is no notification \(number); 'bulletin history' lists them")
        }
        switch found.outcome {
        case .notSent, .cancelled:
            throw Failure(.badInput, "--replaces: notification \(number) was not sent: there is nothing to replace")
        case .accepted where found.intent.scheduledFor.map({ $0 > context.now }) == true:
            throw Failure(
                .badInput,
                "--replaces: notification \(number) has not gone out yet; 'bulletin cancel \(number)' takes it back")
        default: break
        }
        guard found.intent.collapseID != nil else {
            throw Failure(
                .badInput, "--replaces: notification \(number) went out without a collapse id: phones keep it")
        }
        return found
    }

    private func show(_ prepared: PreparedHandSend, _ hub: HubAccess) throws(Failure) -> ExitCode {
        guard let connection = hub.connections.first else { return .badConfiguration }
        if !settings.isSet(.asIs), let category = prepared.categories.first {
            for words in settings.templatesWithoutHeadline(try settings.bulletinStyle(), for: [category]) {
                context.log.write(.warning, words)
            }
        }
        let preview = prepared.preview(connection, clock: localMinute)
        for words in preview.notifications.flatMap(\.templateOddities) { context.log.write(.warning, words) }
        context.output.write(preview.text(in: settings.text(.format), context.facts))
        return .done
    }

    private func send(
        _ prepared: PreparedHandSend, _ hub: HubAccess, _ access: LedgerAccess, _ stop: StopSignals
    ) throws -> ExitCode {
        let ledger = try Ledger.open(access.place)
        // Found by whoever opens the ledger first, and by nobody after.
        tellAbandoned(ledger.becameUnknown.count, context.log)
        for pause in try ledger.pauses(at: context.now) where prepared.categories.contains(pause.category) {
            let end = pause.until.map { " until \(localMinute($0))" } ?? ""
            context.log.write(
                .warning, "\(pause.category.rawValue) is paused\(end); what is sent by hand goes out all the same")
        }
        if let signal = StopSignals.name { throw Failure(.partlyDone, "stopped by \(signal) before anything was sent") }
        let delivery = try delivery(hub, stop)
        let follows = try followsTelemetry(prepared, delivery)
        let sent = try sendByHand(prepared, again: settings.isSet(.again), ledger: ledger, delivery: delivery)
        if let cut = prepared.bulletin.cut {
            context.log.write(
                .warning,
                "the message was cut from \(cut.wholeBytes) to \(prepared.bulletin.message.utf8.count) bytes; "
                    + "--dry-run shows what is left")
        }
        context.tell(sent.outcome)
        if case .accepted(let receipt) = sent.outcome {
            context.tell(delivery.clocks)
            if let time = prepared.mode.time { context.tell(sent.id, scheduledFor: time) }
            if follows { try follow(receipt.id, as: sent.id, ledger, delivery) }
        }
        if let emulator = hub.emulator { context.output.write(screens(of: emulator)) }
        var report = BroadcastReport()
        report.outcomes = [(prepared.bulletin.category, sent.outcome, 1)]
        hub.tellOddities(context.log, hasFailed: report.keyWasRefused || report.hubIsUnavailable)
        return report.exitCode
    }

    private func delivery(_ hub: HubAccess, _ stop: StopSignals) throws(Failure) -> HubDelivery {
        let clock = BudgetClock(seconds: 300)
        let clients = try hub.clients(settings)
        return HubDelivery(
            clients: clients.sending, lookUpClients: clients.lookingUp,
            edges: DeliveryEdges(
                wait: { stop.wait(seconds: $0) }, secondsLeft: { clock.secondsLeft }, isCancelled: { stop.isPending }))
    }

    /// Whether telemetry is to be followed. What the hub's tier cannot do is found out while nothing is sent yet: a message
    /// that cannot be scheduled is not sent, one that cannot be followed is.
    private func followsTelemetry(_ prepared: PreparedHandSend, _ delivery: HubDelivery) throws(Failure) -> Bool {
        let waits = settings.isSet(.wait)
        guard waits || prepared.mode.time != nil, let refusal = delivery.lackOfTier() else { return waits }
        guard waits else {
            throw Failure(
                .hubUnavailable,
                "not scheduled: the hub's tier keeps nothing for later; use a hub of the Standard tier, or send it when it "
                    + "is due (at, cron)")
        }
        context.log.write(.warning, "what becomes of it will not be known: \(refusal)")
        return false
    }

    /// Tells what became of it, and puts the last word into the ledger.
    private func follow(
        _ hubID: String?, as id: NotificationID, _ ledger: Ledger, _ delivery: HubDelivery
    ) throws(LedgerError) {
        guard let hubID else {
            context.log.write(
                .warning, "what became of it cannot be asked: the hub gave no id, as below the Standard tier")
            return
        }
        let answer = delivery.followed(hubID)
        context.tell(answer)
        if case .found(let telemetry) = answer { context.tell(delivery.errors(in: telemetry)) }
        if case .found(let telemetry) = answer, telemetry.isFinal { _ = try ledger.noteDelivery(id, telemetry.state) }
    }

    private func sendTest(
        _ prepared: PreparedHandSend, _ hub: HubAccess, _ stop: StopSignals
    ) throws(Failure) -> ExitCode {
        let outcome = Broadcasting.sendTest(prepared, delivery: try delivery(hub, stop))
        var report = BroadcastReport()
        report.outcomes = [(prepared.bulletin.category, outcome, 1)]
        hub.tellOddities(context.log, hasFailed: report.keyWasRefused || report.hubIsUnavailable)
        guard case .accepted(let receipt) = outcome else {
            context.tell(outcome)
            return report.exitCode
        }
        return context.tell(receipt.report)
    }
}

/// The message as it stands in standard input, without the line ends after it.
private func messageFromInput() throws(Failure) -> String {
    let bytes: [UInt8]
    do {
        bytes = try contents(of: "/dev/stdin", limit: 65_536)
    } catch {
        throw Failure(.badInput, "standard input \(error.reason)")
    }
    let end = bytes.lastIndex { $0 != 0x0A && $0 != 0x0D }.map { $0 + 1 } ?? 0
    let message = String(decoding: bytes[..<end], as: UTF8.self)
    guard message.contains(where: { !$0.isWhitespace }) else {
        throw Failure(.usage, "standard input holds no message")
    }
    do {
        return try SendArguments.message(typed: message)
    } catch {
        throw Failure(error)
    }
}

extension HandSend.Target {
    fileprivate init(_ target: SendTarget) {
        self =
            switch target {
            case .categories(let categories): .categories(categories)
            case .tags(let expression): .tags(expression)
            case .user(let name): .user(name)
            case .everyone: .everyone
            }
    }
}

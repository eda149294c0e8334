internal import Broadcasting
internal import JSON
internal import Ledger
internal import News
internal import NotificationHub
internal import Settings
internal import Terminal

/// `bulletin history`.
struct HistoryCommand {
    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        let ledger = try context.ledgerForReading()
        let settings = context.settings
        do {
            // What waits is judged as the next broadcast will judge it.
            let rules = try settings.seen(by: .broadcast).decidingRules()
            let since = settings.moment(.since, from: context.now) ?? context.now
            if let number = settings.integer(.follow) { return try follow(NotificationID(Int64(number)), ledger) }
            let history = try History(ledger, since: since, at: context.now, rules: rules).filtered(by: filter)
            if settings.text(.format) == "json" {
                let path = try settings.ledgerPath()
                let layout: JSONValue.Layout = context.facts.isTerminal ? .indented : .compact
                context.output.writeLine(history.json(ledgerPath: path).text(layout))
            } else {
                context.output.write(HistoryText(history, context.facts, showsRuns: settings.isSet(.runs)).text)
            }
            return .done
        } catch let error as LedgerError {
            throw Failure(error)
        } catch let failure as Failure {
            throw failure
        } catch let error as ConfigurationError {
            throw Failure(error)
        } catch {
            throw Failure(.badInput, "\(error)")
        }
    }

    /// What the options ask for; the categories that the configuration limits broadcasts to are no filter.
    private var filter: HistoryFilter {
        var filter = HistoryFilter(until: context.settings.moment(.until, from: context.now))
        for case .categories(let some) in context.settings.command.options[.category] ?? [] {
            filter.categories.formUnion(some)
        }
        filter.outcomes = Set(context.settings.values(.outcome).compactMap(\.text))
        return filter
    }

    /// Everything that is known of one notification, the hub's word included.
    private func follow(_ id: NotificationID, _ ledger: Ledger) throws(Failure) -> ExitCode {
        let found: NotificationDossier?
        var hubID: String?
        var recordedHub = ""
        do {
            found = try NotificationDossier(ledger, id, at: context.now)
            recordedHub = try ledger.hub()
        } catch {
            throw Failure(error)
        }
        guard let dossier = found else {
            throw Failure(
                .badInput,
                "there is no notification \(id.number): --follow takes the number of a notification, which 'bulletin "
                    + "history' shows, and neither that of a story nor of a run")
        }
        if case .accepted(let id)? = dossier.notification.record.outcome { hubID = id }
        let output: DossierOutput
        if let hubID {
            let asked = telemetry(of: hubID, recordedHub)
            output = DossierOutput(
                dossier: dossier, answer: asked.answer, errors: asked.errors, whyNotAsked: asked.whyNot)
        } else {
            output = DossierOutput(dossier: dossier, answer: nil, errors: nil, whyNotAsked: "the hub gave it no id")
        }
        if context.settings.text(.format) == "json" {
            context.output.writeLine(output.json.text(context.facts.isTerminal ? .indented : .compact))
        } else {
            context.output.write(output.text)
        }
        return .done
    }

    /// Asks the hub, where there is a key for it; the ledger's hub and no other.
    private func telemetry(of id: String, _ recordedHub: String) -> Asked {
        guard context.settings.hub != .local else { return Asked(whyNot: "the local hub of that run is gone") }
        do {
            let hub = try HubAccess.open(context.settings, isPreview: false)
            guard hub.name == recordedHub else {
                return Asked(whyNot: "the connection string is for another hub than the ledger")
            }
            let delivery = HubDelivery(
                clients: [], lookUpClients: try hub.clients(context.settings).lookingUp,
                edges: DeliveryEdges(wait: { _ in false }, secondsLeft: { 0 }))
            let answer = delivery.telemetry(of: id)
            guard case .found(let telemetry) = answer else { return Asked(answer: answer) }
            return Asked(answer: answer, errors: delivery.errors(in: telemetry))
        } catch {
            return Asked(whyNot: error.messages.first ?? "there is no key")
        }
    }

    /// What the hub said, or why it was not asked.
    private struct Asked {
        var answer: TelemetryAnswer?
        var errors: (errors: [DeviceError], trouble: String?)?
        var whyNot: String?
    }
}

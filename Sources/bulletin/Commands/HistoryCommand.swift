internal import Broadcasting
internal import JSON
internal import Ledger
internal import News
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
            let history = try History(ledger, since: since, at: context.now, rules: rules)
            if settings.text(.format) == "json" {
                let path = try settings.ledgerPath()
                let layout: JSONValue.Layout = context.facts.isTerminal ? .indented : .compact
                context.output.writeLine(history.json(ledgerPath: path).text(layout))
            } else {
                context.output.write(HistoryText(history, context.facts).text)
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
}

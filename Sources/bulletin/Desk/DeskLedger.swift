internal import Ledger
internal import News
internal import Settings

// People at the desk look into the ledger and settle things in it. They need no key and no hub for that; whichever hub
// the ledger belongs to is the one they mean.
extension CommandContext {
    /// The ledger for looking only. One of another machine, or a copy, may be looked at as well.
    func ledgerForReading() throws(Failure) -> Ledger {
        let place = try deskPlace(takesOver: true)
        do {
            let ledger = try Ledger.openForReading(place)
            try ledger.countAbandoned()
            return ledger
        } catch {
            throw Failure(error)
        }
    }

    /// Opens the ledger and changes something in it. What an earlier run left without a result is left to the next
    /// broadcast, but for `resolve`, which settles it.
    func atDesk<Result>(
        settlesAbandoned: Bool = false, _ body: (Ledger) throws(LedgerError) -> Result
    ) throws(Failure) -> Result {
        let place = try deskPlace(takesOver: false)
        do {
            let ledger = try Ledger.open(place, settlesAbandoned: settlesAbandoned)
            let hub = try ledger.hub()
            guard settings.now == nil || HubAccess.isOnLoopback(named: hub) else {
                throw Failure(
                    .usage, "--now moves the clock: a ledger of a hub that reaches real phones keeps to the real time")
            }
            return try body(ledger)
        } catch let failure as Failure {
            throw failure
        } catch let error as LedgerError {
            throw Failure(error)
        } catch {
            throw Failure(.cannotWrite, "\(error)")
        }
    }

    /// The categories named by the only operand; all where there is none.
    func operandCategories() throws(Failure) -> [Category] {
        guard let word = settings.command.operands.first else { return Category.allCases }
        do {
            guard case .categories(let some) = try ValueKind.categories.value(from: word.text) else { return [] }
            return some
        } catch {
            throw Failure(.badOperand(value: word.text, fault: error))
        }
    }

    /// The number that an operand is.
    func number(_ place: Int, of thing: String) throws(Failure) -> Int64 {
        let word = settings.command.operands[place].text
        guard let number = Int64(word.drop { $0 == "#" }), number > 0 else {
            throw Failure(
                .badOperand(
                    value: word, fault: ValueFault("is not the number of a \(thing); 'bulletin history' shows them")))
        }
        return number
    }

    private func deskPlace(takesOver: Bool) throws(Failure) -> LedgerPlace {
        do {
            return LedgerPlace(
                path: try settings.ledgerPath(), hub: nil, machine: machineName(settings), takesOver: takesOver)
        } catch {
            throw Failure(error)
        }
    }
}

internal import Broadcasting
internal import Ledger
internal import News
internal import Settings

extension Failure {
    /// A failure that keeps a run from beginning, remembered in the ledger: people hear of it as of every other trouble
    /// that lasts, and not every five minutes. Where the ledger cannot tell, they do.
    ///
    /// Of one `key` there is one trouble at a time; one of another `kind` is told at once.
    func remembered(in place: LedgerPlace, key: String, kind: String = "", _ context: CommandContext) -> Failure {
        let now = context.now
        var place = place
        // Without a hub no ledger is made where there is none.
        place.hub = nil
        let failure = self
        guard let lock = try? RunLock(place) else { return failure }
        defer { withExtendedLifetime(lock) {} }
        do {
            let ledger = try Ledger.open(place, settlesAbandoned: false)
            let telling = Telling(try ledger.troubles(), at: now, isWatched: context.isWatched)
            var failure = failure
            failure.isKnown = !telling.isDue(key, kind: kind, failure.messages.joined(separator: "; "), .insistent)
            try ledger.beginRun()
            var end = RunEnd(exitCode: failure.code.rawValue, at: now)
            telling.write(to: &end)
            try ledger.noteEnd(end)
            return failure
        } catch {
            return failure
        }
    }
}

extension LedgerPlace {
    /// The ledger that a broadcast would use, for a failure before its hub is known; nil where it would be thrown away.
    init?(beforeHub settings: ResolvedSettings) {
        guard settings.hub != .local || settings.source(of: .ledger) == .option,
            let path = try? settings.ledgerPath()
        else { return nil }
        self.init(path: path, hub: nil, machine: machineName(settings))
    }
}

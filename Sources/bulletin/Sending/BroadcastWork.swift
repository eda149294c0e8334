internal import Broadcasting
internal import Fetching
internal import HTTP
internal import Ledger
internal import News
internal import Settings
internal import Terminal

/// A broadcast from the run lock to the last line of its books.
struct BroadcastWork {
    let context: CommandContext
    let job: BroadcastJob
    let hub: HubAccess
    let clients: HubClients
    let access: LedgerAccess
    let list: LoadedFeedList
    let files: [FeedListFile]
    let watch: RunWatch
    let stop: StopSignals

    /// Runs it. Trouble with the ledger is remembered beside it, as it could not be written into it.
    func run(reading: @escaping FeedReadingRun) throws(Failure) -> ExitCode {
        let lock: RunLock
        do {
            lock = try RunLock(access.place)
        } catch {
            throw Failure(error)
        }
        defer { withExtendedLifetime(lock) {} }
        do {
            let code = try broadcast(reading)
            if let trouble = lock.trouble, trouble.tellings > 0 {
                watch.take(.troubleOver("the ledger can be read and written again", since: trouble.since))
            }
            lock.keep(nil)
            return code
        } catch {
            var failure = Failure(error)
            let telling = Telling(
                lock.trouble.map { [$0] } ?? [], at: job.now, isWatched: context.isWatched)
            failure.isKnown = !telling.isDue(
                RunLock.key, kind: error.kind, failure.messages.first ?? "", .insistent)
            lock.keep(telling.current.first)
            throw failure
        }
    }

    private func broadcast(_ reading: @escaping FeedReadingRun) throws(LedgerError) -> ExitCode {
        let ledger = try Ledger.open(access.place)
        let telling = Telling(try ledger.troubles(), at: job.now, isWatched: context.isWatched)
        watch.begin(try ledger.beginRun(), feeds: job.feeds.count, telling)
        let clock = BudgetClock(seconds: job.budgetSeconds)
        let delivery = HubDelivery(
            clients: clients.sending, lookUpClients: clients.lookingUp,
            edges: DeliveryEdges(
                wait: { [stop] in stop.wait(seconds: $0) }, secondsLeft: { clock.secondsLeft },
                isCancelled: { [stop] in stop.isPending }))
        tellLists(telling)
        let report = try Broadcasting.broadcast(
            job, ledger: ledger, readFeeds: reading, delivery: delivery, telling: telling,
            events: { [watch] in watch.take($0) })
        context.progress.clear()
        tell(report, ledger)
        hub.tellOddities(watch.log, hasFailed: telling.toldNow(TroubleKey.hub))
        var codes = [report.exitCode]
        if !update(report.movedFeeds, telling) || !list.troubles.isEmpty { codes.append(.partlyDone) }
        let code = ExitCode.combining(codes)
        try watch.end(
            report, exitCode: StopSignals.pending.map { 128 + $0 } ?? code.rawValue, ledger, job, hub.meter, telling)
        if let emulator = hub.emulator { context.output.write(screens(of: emulator)) }
        return code
    }

    /// A list that cannot be read does not stop the others.
    private func tellLists(_ telling: Telling) {
        if let over = telling.end(TroubleKey.settings) {
            watch.take(.troubleOver("the settings can be used again", since: over.since))
        }
        for (source, words) in list.troubles {
            let isDue = telling.isDue(TroubleKey.list(source), words, .insistent)
            watch.log.write(isDue ? .error : .info, words)
        }
        for over in telling.endOthers(of: TroubleKey.list("")) {
            let source = over.key.dropFirst(TroubleKey.list("").count)
            watch.take(.troubleOver("\(source): the feed list is read again", since: over.since))
        }
    }

    /// Puts new addresses into the lists; false when that failed.
    private func update(_ moves: [(feed: Feed, address: String)], _ telling: Telling) -> Bool {
        guard !files.isEmpty else { return true }
        let (moved, left) = newAddresses(moves)
        for feed in left {
            watch.log.write(
                .info,
                "\(feed.displayName): its new address is not put into the list, as its credentials would go there")
        }
        guard !moved.isEmpty else { return true }
        var areUpdated = true
        for file in files {
            do {
                let changes = try file.update(moved)
                if changes > 0 { watch.log.write(.warning, "\(file.path): new addresses put in: \(changes)") }
            } catch {
                areUpdated = false
                let words = "\(file.path): the new addresses cannot be put in: \(error.reason)"
                let isDue = telling.isDue("new addresses \(file.path)", words, .insistent)
                watch.log.write(isDue ? .error : .info, words)
            }
        }
        return areUpdated
    }

    /// What changed beyond single feeds and notifications: told once, whoever looks.
    private func tell(_ report: BroadcastReport, _ ledger: Ledger) {
        if report.adoptedItems > 0 {
            let isMissed = ledger.wasCreated && !access.isTemporary
            watch.log.write(
                .warning,
                (isMissed ? "no ledger was found at \(access.place.path), so a new one was made; " : "")
                    + "\(counted(report.adoptedItems, "item")) of \(counted(report.adoptedFeeds, "feed")) seen for the "
                    + "first time \(report.adoptedItems == 1 ? "is" : "are") taken as known")
        }
        tellAbandoned(report.foundUnknown, watch.log)
        if let signal = StopSignals.name, let words = abandonedWork(report, signal: signal) {
            watch.log.write(.warning, words)
        }
    }
}

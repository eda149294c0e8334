internal import Broadcasting
internal import Fetching
internal import HTTP
internal import Ledger
internal import News
internal import NotificationHub
internal import Preview
internal import Settings
internal import Terminal

/// `bulletin broadcast`.
struct BroadcastCommand {
    private let context: CommandContext
    private var settings: ResolvedSettings { context.settings }

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        let isPreview = settings.isSet(.dryRun)
        // Before the first thread starts, so that the signals are left for this one.
        let stop = StopSignals()
        let style = try settings.bulletinStyle()
        let targets = try settings.categoryTargets()
        let rules = try settings.decidingRules()
        let hub = try HubAccess.open(settings, isPreview: isPreview)
        do {
            try settings.checkClock(hubIsOnLoopback: hub.isOnLoopback)
        } catch {
            throw Failure(error)
        }
        let clients = isPreview ? nil : try hub.clients(settings)
        let files = settings.isSet(.updateFeeds) && !isPreview ? try FeedListFile.all(settings.feeds) : []
        let client = HTTPClient(settings: settings.feedClientSettings)
        let ledger = try LedgerAccess(settings, hub: hub, takesOver: settings.isSet(.adopt))
        let list = try settings.feedList(client, isKnownFeed: ledger.isKnownFeed)
        for trouble in list.troubles { context.log.write(.error, trouble) }
        tell(list.warnings, isDue: isPreview || !list.warnings.isEmpty && list.feeds.contains(where: ledger.isNewFeed))
        let job = BroadcastJob(
            feeds: list.feeds, asking: AskingRules(always: settings.isSet(.pollAlways)),
            rules: rules, mapper: settings.mapper, style: style, targets: targets, timeOfDay: localTimeOfDay,
            now: context.now,
            nowIsGiven: settings.now != nil)
        do {
            let code =
                if let clients {
                    try broadcast(job, hub, clients, ledger, client, files, stop)
                } else {
                    try preview(job, hub, ledger, client, stop)
                }
            return list.troubles.isEmpty ? code : ExitCode.combining([code, .partlyDone])
        } catch {
            throw Failure(error)
        }
    }

    /// What is odd about the feed lists: told to whoever looks, and once to others, when there is a feed in a list that
    /// was never asked before.
    private func tell(_ warnings: [String], isDue: Bool) {
        for warning in warnings { context.log.write(isDue ? .warning : .info, warning) }
    }

    private func preview(
        _ job: BroadcastJob, _ hub: HubAccess, _ access: LedgerAccess, _ client: HTTPClient, _ stop: StopSignals
    ) throws(LedgerError) -> ExitCode {
        guard let connection = hub.connections.first else { return .badConfiguration }
        let categories = settings.categories.isEmpty ? Category.allCases : settings.categories
        for words in settings.templatesWithoutHeadline(job.style, for: categories)
            + settings.languagesWithoutWords(job.style)
        {
            context.log.write(.warning, words)
        }
        let result = try Broadcasting.preview(
            job, ledger: try Ledger.openForReading(access.place), connection: connection,
            readFeeds: reading(job, client, stop), events: { context.log.write($0) })
        context.progress.clear()
        context.output.write(result.preview.text(in: settings.text(.format), columns: context.facts.columns))
        return BroadcastReport(feeds: job.feeds.count, feedsRead: result.feedsRead).exitCode
    }

    private func broadcast(
        _ job: BroadcastJob, _ hub: HubAccess, _ clients: HubClients, _ access: LedgerAccess, _ client: HTTPClient,
        _ lists: [FeedListFile], _ stop: StopSignals
    ) throws(LedgerError) -> ExitCode {
        let lock = try RunLock(access.place)
        defer { withExtendedLifetime(lock) {} }
        let ledger = try Ledger.open(access.place)
        let clock = BudgetClock(seconds: job.budgetSeconds)
        let delivery = HubDelivery(
            clients: clients.sending, lookUpClients: clients.lookingUp,
            edges: DeliveryEdges(
                wait: { stop.wait(seconds: $0) }, secondsLeft: { clock.secondsLeft }, isCancelled: { stop.isPending }))
        let report = try Broadcasting.broadcast(
            job, ledger: ledger, readFeeds: reading(job, client, stop), delivery: delivery,
            events: { context.log.write($0) })
        context.progress.clear()
        tell(report, ledger, access)
        hub.tellOddities(context.log, hasFailed: report.keyWasRefused || report.hubIsUnavailable)
        let areUpdated = update(lists, report.movedFeeds)
        let code = areUpdated ? report.exitCode : ExitCode.combining([report.exitCode, .partlyDone])
        try ledger.noteEnd(exitCode: StopSignals.pending.map { 128 + $0 } ?? code.rawValue)
        if let emulator = hub.emulator { context.output.write(screens(of: emulator)) }
        return code
    }

    /// Puts new addresses into the lists; false when that failed.
    private func update(_ lists: [FeedListFile], _ moves: [(feed: Feed, address: String)]) -> Bool {
        guard !lists.isEmpty else { return true }
        let (moved, left) = newAddresses(moves)
        for feed in left {
            context.log.write(
                .info,
                "\(feed.displayName): its new address is not put into the list, as its credentials would go there")
        }
        guard !moved.isEmpty else { return true }
        var areUpdated = true
        for list in lists {
            do {
                let changes = try list.update(moved)
                if changes > 0 { context.log.write(.warning, "\(list.path): new addresses put in: \(changes)") }
            } catch {
                areUpdated = false
                context.log.write(.error, "\(list.path): the new addresses cannot be put in: \(error.reason)")
            }
        }
        return areUpdated
    }

    private func reading(_ job: BroadcastJob, _ client: HTTPClient, _ stop: StopSignals) -> FeedReadingRun {
        let fetcher = FeedFetcher(
            client: client, limits: settings.transferLimits,
            plan: TransferPlan(sideBySide: settings.transfers, runSeconds: Double(job.budgetSeconds)),
            feedLimits: settings.feedLimits, secret: settings.feedSecret(at:))
        return { requests, each in
            var done = 0
            fetcher.read(requests, isCancelled: { stop.isPending }) { reading in
                done += 1
                context.progress.show("reading feeds", done: done, of: requests.count)
                each(reading)
            }
        }
    }

    /// What changed beyond single feeds and notifications: told once, whoever looks.
    private func tell(_ report: BroadcastReport, _ ledger: Ledger, _ access: LedgerAccess) {
        if report.adoptedItems > 0 {
            let isMissed = ledger.wasCreated && !access.isTemporary
            context.log.write(
                .warning,
                (isMissed ? "no ledger was found at \(access.place.path), so a new one was made; " : "")
                    + "\(counted(report.adoptedItems, "item")) of \(counted(report.adoptedFeeds, "feed")) seen for the "
                    + "first time \(report.adoptedItems == 1 ? "is" : "are") taken as known")
        }
        tellAbandoned(report.foundUnknown, context.log)
        if let signal = StopSignals.name, let words = abandonedWork(report, signal: signal) {
            context.log.write(.warning, words)
        }
    }
}

/// Tells of notifications whose process ended before the hub's answer was recorded.
func tellAbandoned(_ count: Int, _ log: Log) {
    guard count > 0 else { return }
    log.write(
        .error,
        "an earlier run ended while it was sending: whether \(count) of its notifications went out is unknown, and "
            + (count == 1 ? "it is" : "they are") + " not sent again")
}

extension BroadcastReport {
    /// The one code for everything that happened.
    var exitCode: ExitCode {
        var codes: [ExitCode] = []
        if hasUnknown { codes.append(.outcomeUnknown) }
        if keyWasRefused { codes.append(.refused) }
        if hubIsUnavailable { codes.append(.hubUnavailable) }
        if noFeedWasRead { codes.append(.noFeedRead) }
        if isPartial { codes.append(.partlyDone) }
        return ExitCode.combining(codes)
    }
}

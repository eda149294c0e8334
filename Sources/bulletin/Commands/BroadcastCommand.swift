internal import Broadcasting
internal import Bulletins
internal import Fetching
internal import HTTP
internal import Ledger
internal import News
internal import NotificationHub
internal import Preview
internal import Settings
internal import Stories
internal import Terminal

/// `bulletin broadcast`.
struct BroadcastCommand {
    private let context: CommandContext
    private var settings: ResolvedSettings { context.settings }

    init(_ context: CommandContext) {
        self.context = context
    }

    func run() throws(Failure) -> ExitCode {
        // Before the first thread starts, so that the signals are left for this one.
        let stop = StopSignals()
        // A preview writes nothing, and calls nobody.
        guard !settings.isSet(.dryRun) else { return try work(nil, stop) }
        let watch = RunWatch(context)
        do {
            let code = try work(watch, stop)
            watch.end(failedWith: code.rawValue)
            return code
        } catch {
            watch.end(failedWith: StopSignals.pending.map { 128 + $0 } ?? error.code.rawValue)
            throw error
        }
    }

    /// What the settings say, checked.
    private struct Prepared {
        let style: BulletinStyle
        let targets: CategoryTargets
        let rules: DecidingRules
        let hub: HubAccess
        let clients: HubClients?

        init(_ settings: ResolvedSettings, isPreview: Bool) throws(Failure) {
            style = try settings.bulletinStyle()
            targets = try settings.categoryTargets()
            rules = try settings.decidingRules()
            hub = try HubAccess.open(settings, isPreview: isPreview)
            do {
                try settings.checkClock(hubIsOnLoopback: hub.isOnLoopback)
            } catch {
                throw Failure(error)
            }
            clients = isPreview ? nil : try hub.clients(settings)
        }
    }

    private func prepared(isPreview: Bool) throws(Failure) -> Prepared {
        do {
            return try Prepared(settings, isPreview: isPreview)
        } catch {
            guard error.code == .badConfiguration, !isPreview, let place = LedgerPlace(beforeHub: settings) else {
                throw error
            }
            let words = error.messages.joined(separator: "; ")
            throw error.remembered(in: place, key: TroubleKey.settings, kind: words, context)
        }
    }

    /// Does the work; a preview where nobody watches.
    private func work(_ watch: RunWatch?, _ stop: StopSignals) throws(Failure) -> ExitCode {
        let isPreview = watch == nil
        let prepared = try prepared(isPreview: isPreview)
        let hub = prepared.hub
        let files = settings.isSet(.updateFeeds) && !isPreview ? try FeedListFile.all(settings.feeds) : []
        let client = HTTPClient(settings: settings.feedClientSettings)
        let ledger = try LedgerAccess(settings, hub: hub, takesOver: settings.isSet(.adopt))
        let list: LoadedFeedList
        do {
            list = try settings.feedList(client, isKnownFeed: ledger.isKnownFeed)
        } catch {
            guard !isPreview else { throw error }
            let key = TroubleKey.list(settings.feeds.joined(separator: ", "))
            throw error.remembered(in: ledger.place, key: key, context)
        }
        tell(list.warnings, isDue: isPreview || !list.warnings.isEmpty && list.feeds.contains(where: ledger.isNewFeed))
        let job = BroadcastJob(
            feeds: list.feeds, asking: AskingRules(always: settings.isSet(.pollAlways)),
            rules: prepared.rules, mapper: settings.mapper, style: prepared.style, targets: prepared.targets,
            timeOfDay: localTimeOfDay,
            now: context.now, nowIsGiven: settings.now != nil, budgetSeconds: settings.deadline)
        guard let watch, let clients = prepared.clients else {
            for trouble in list.troubles { context.log.write(.error, trouble.words) }
            do {
                let code = try preview(job, hub, ledger, client, stop)
                return list.troubles.isEmpty ? code : ExitCode.combining([code, .partlyDone])
            } catch {
                throw Failure(error)
            }
        }
        let work = BroadcastWork(
            context: context, job: job, hub: hub, clients: clients, access: ledger, list: list, files: files,
            watch: watch,
            stop: stop)
        return try work.run(reading: reading(job, client, stop))
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
            job, ledger: try Ledger.openForReading(access.place), connection: connection, clock: localMinute,
            readFeeds: reading(job, client, stop), events: { context.log.write($0) })
        context.progress.clear()
        context.output.write(result.preview.text(in: settings.text(.format), context.facts))
        let code = BroadcastReport(feeds: job.feeds.count, feedsRead: result.feedsRead).exitCode
        return ExitCode.combining(result.impossible > 0 ? [code, .partlyDone] : [code])
    }

    /// A quarter of the time is kept for sending what was read.
    private func reading(_ job: BroadcastJob, _ client: HTTPClient, _ stop: StopSignals) -> FeedReadingRun {
        let fetcher = FeedFetcher(
            client: client, limits: settings.transferLimits,
            plan: TransferPlan(sideBySide: settings.transfers, runSeconds: Double(job.budgetSeconds) * 0.75),
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

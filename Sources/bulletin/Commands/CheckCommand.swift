internal import Fetching
internal import Glibc
internal import HTTP
internal import JSON
internal import Ledger
internal import News
internal import Settings
internal import Stories
internal import Terminal

/// `bulletin check`: looks at everything that a broadcast needs, and changes nothing.
struct CheckCommand {
    private let context: CommandContext
    /// What a broadcast would be told.
    private let settings: ResolvedSettings
    private var report = CheckReport()

    /// Runs it. A configuration that cannot be read is a finding too, the first and the last.
    static func run(
        _ command: ParsedCommand, _ streams: Streams, _ surroundings: Surroundings
    ) throws(Failure) -> ExitCode {
        let format = command.options[.format]?.first?.text
        var report = CheckReport()
        do throws(Failure) {
            let context = try CommandContext(command, streams, surroundings)
            var check = try CheckCommand(context)
            check.lookAtEverything()
            report = check.report
        } catch {
            guard error.code == .badConfiguration else { throw error }
            report.findings = CheckFinding.failed(.configuration, "", error)
        }
        let facts = TerminalFacts(descriptor: streams.output.descriptor, variable: surroundings.variable)
        streams.output.write(
            format == "json"
                ? report.json.text(facts.isTerminal ? .indented : .compact) + "\n" : report.text(facts))
        return report.code
    }

    private init(_ context: CommandContext) throws(Failure) {
        self.context = context
        do {
            settings = try context.settings.asBroadcast()
        } catch {
            throw Failure(error)
        }
    }

    private mutating func lookAtEverything() {
        // Before the first thread starts, so that the signals are left for this one.
        let stop = StopSignals()
        let rules = configuration()
        let hub = Result { () throws(Failure) in try HubAccess.open(settings, isPreview: false) }
        let access = (try? hub.get()).flatMap { try? LedgerAccess(settings, hub: $0, takesOver: false) }
        let feeds = feeds(access, rules ?? DecidingRules(), stop)
        if !stop.isPending {
            switch hub {
            case .failure(let failure): add(CheckFinding.failed(.hub, "", failure))
            case .success(let hub): add(hubFindings(hub, stop))
            }
            add(LedgerCheck(settings, access, rules, now: context.now).findings)
            add(feeds)
        }
        report.isCutShort = stop.isPending
        context.progress.clear()
    }

    private mutating func add(_ findings: [CheckFinding]) { report.findings += findings }

    private func hubFindings(_ hub: HubAccess, _ stop: StopSignals) -> [CheckFinding] {
        var findings = HubCheck(hub, settings).findings
        guard context.settings.isSet(.test) else { return findings }
        let test = TestSendCheck(hub, settings, context.now, stop)
        // A key that sends may send, whatever the hub said to a smaller question.
        for place in findings.indices where test.wasTaken && findings[place].code == .refused {
            findings[place].state = .look
            findings[place].code = .done
        }
        return findings + test.findings
    }

    /// The configuration with all that is read from it: templates, tags, rules, settings of feeds.
    private mutating func configuration() -> DecidingRules? {
        let name = settings.configurationPath ?? ""
        do throws(Failure) {
            let style = try settings.bulletinStyle()
            _ = try settings.categoryTargets()
            let rules = try settings.decidingRules()
            _ = try PlacedFeedSettings(settings)
            let categories = settings.categories.isEmpty ? Category.allCases : settings.categories
            let oddities =
                settings.templatesWithoutHeadline(style, for: categories) + settings.languagesWithoutWords(style)
            add([
                .ok(
                    .configuration, name,
                    name.isEmpty ? "none is there: options, the environment and defaults hold" : "sound")
            ])
            add(oddities.map { .look(.configuration, name, $0) })
            return rules
        } catch {
            add(CheckFinding.failed(.configuration, name, error))
            return nil
        }
    }

    /// The lists and the feeds, told at once; what follows from them for rules and bulletins is given back.
    private mutating func feeds(_ access: LedgerAccess?, _ rules: DecidingRules, _ stop: StopSignals) -> [CheckFinding]
    {
        let client = HTTPClient(settings: settings.feedClientSettings)
        do throws(Failure) {
            let list = try settings.feedList(client, isKnownFeed: { access?.isKnownFeed($0) ?? false })
            add(listFindings(list.feeds, list.troubles.map(\.words), list.warnings, list.duplicates))
            var check = FeedsCheck(settings, rules, list.feeds, now: context.now)
            let fetcher = FeedFetcher(
                client: client, limits: settings.transferLimits, plan: TransferPlan(sideBySide: settings.transfers),
                feedLimits: settings.feedLimits, secret: settings.feedSecret(at:))
            var done = 0
            fetcher.read(list.feeds.map { FeedRequest(feed: $0) }, isCancelled: { stop.isPending }) { reading in
                done += 1
                context.progress.show("reading feeds", done: done, of: list.feeds.count)
                check.take(reading)
            }
            add(check.feedFindings())
            let placed = try PlacedFeedSettings(settings)
            return placed.places(without: list.feeds).map {
                .look(.rules, "feedSettings.\(withoutCredentials($0))", "no feed of the lists is there")
            } + check.ruleFindings() + check.bulletinFindings()
        } catch {
            add(CheckFinding.failed(.feeds, "", error))
            return []
        }
    }

    private func listFindings(
        _ feeds: [Feed], _ troubles: [String], _ warnings: [String], _ duplicates: [Feed]
    ) -> [CheckFinding] {
        let lists = settings.feeds.map(withoutCredentials).joined(separator: ", ")
        var findings: [CheckFinding] = [.ok(.feeds, "", "\(counted(feeds.count, "feed")) in \(lists)")]
        findings += troubles.map { .failed(.feeds, "", $0, .partlyDone) }
        findings += warnings.map { .look(.feeds, "", $0) }
        findings += unique(duplicates.map(\.name)).map {
            .look(.feeds, $0, "is named more than once; the first counts")
        }
        return findings
    }
}

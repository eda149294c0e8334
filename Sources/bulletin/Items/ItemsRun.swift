internal import Fetching
internal import HTTP
internal import JSON
internal import News
internal import Settings
internal import Terminal

/// Reads feeds, files and addresses side by side, and prints them in the order in which they were named.
struct ItemsRun {
    private let context: CommandContext
    private let feeds: [Feed]
    private let isJSON: Bool
    /// One feed that was named by itself is a document of its own; a list is one of them, however long it is.
    private let isList: Bool
    private let mapping: ItemMapping
    private let textual: ItemsText
    private var validators: ValidatorStore?
    private var ordered = OrderedTexts()
    private var failures = 0

    init(_ context: CommandContext, _ named: NamedFeeds) {
        self.context = context
        feeds = named.feeds
        isJSON = context.settings.text(.format) == "json"
        isList = named.areListed
        // JSON has the words that counted in every case: whoever reads it cannot ask again.
        mapping = ItemMapping(
            mapper: context.settings.mapper, withWords: isJSON || context.settings.isSet(.explain))
        textual = ItemsText(
            facts: context.facts, isExplaining: context.settings.isSet(.explain), mapping: mapping)
        validators = context.settings.text(.state).map { ValidatorStore(folder: $0) }
    }

    /// Reads and prints everything; gives the number of feeds that could not be read.
    mutating func run() throws(Failure) -> Int {
        if isJSON, feeds.isEmpty { context.output.writeLine("[]") }
        let requests = feeds.map { context.request(for: $0, validators) }
        var done = 0
        context.fetcher().read(requests, isCancelled: { context.output.state == .closed }) { reading in
            done += 1
            context.progress.show("reading feeds", done: done, of: feeds.count)
            take(reading)
        }
        context.progress.clear()
        try validators?.save()
        return failures
    }

    private mutating func take(_ reading: FeedReading) {
        // Nobody reads on: what is given up for that reason is no trouble.
        guard context.output.state != .closed else { return }
        if reading.document != nil, case .address(let address) = reading.feed.location {
            validators?.keep(reading.validators, for: address)
        }
        if context.tellTrouble(of: reading) { failures += 1 }
        for text in ordered.take(text(reading), at: reading.index) { context.output.write(text) }
    }

    private func text(_ reading: FeedReading) -> String {
        let position = reading.index
        let layout: JSONValue.Layout = context.facts.isTerminal ? .indented : .compact
        if !isJSON {
            let text = textual.text(reading)
            return position > 0 && !text.isEmpty ? "\n" + text : text
        }
        if !isList { return reading.json(layout, named: false, mapping) + "\n" }
        let opening = position == 0 ? "[\n" : ""
        let closing = position == feeds.count - 1 ? "\n]\n" : ",\n"
        return opening + reading.json(layout, named: true, mapping) + closing
    }
}

extension CommandContext {
    /// What reads the feeds of `items`.
    func fetcher(countsOnly: Bool = false) -> FeedFetcher {
        FeedFetcher(
            client: HTTPClient(settings: settings.feedClientSettings),
            limits: settings.transferLimits, plan: TransferPlan(sideBySide: settings.transfers),
            feedLimits: settings.feedLimits, countsOnly: countsOnly)
    }

    /// The request for a feed; what the command line says about files that came from an address goes with it.
    func request(for feed: Feed, _ validators: ValidatorStore? = nil) -> FeedRequest {
        switch feed.location {
        case .address(let address):
            FeedRequest(feed: feed, validators: validators?.validators(for: address) ?? FeedValidators())
        case .file: FeedRequest(feed: feed, baseAddress: known(.baseURL), contentType: known(.contentType))
        }
    }

    /// Tells why a feed was not read, if it was not.
    func tellTrouble(of reading: FeedReading) -> Bool {
        guard let trouble = reading.trouble else { return false }
        progress.clear()
        log.write(.feedFailed(feed: reading.feed, reason: trouble, isDue: true))
        return true
    }

    /// The value of an option for which a dash says that it is not known.
    func known(_ option: OptionName) -> String? {
        settings.text(option).flatMap { $0 == "-" ? nil : $0 }
    }
}

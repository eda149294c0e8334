internal import HTTP
internal import JSON
internal import News
internal import Settings
internal import Terminal

/// Reads feeds, files and addresses side by side, and prints them in the order in which they were named.
final class ItemsRun {
    /// How feeds are printed.
    enum Format: String {
        case text
        case json
        case count
    }

    private let feeds: [Feed]
    private let format: Format
    private let reader: ItemsReader
    private let textual: ItemsText
    private let context: CommandContext
    private var validators: ValidatorStore?
    private var ordered = OrderedTexts()
    private var counts: [FeedCount?]
    private var failures = 0

    init(_ context: CommandContext, feeds: [Feed]) {
        self.context = context
        self.feeds = feeds
        format = context.settings.text(.format).flatMap { Format(rawValue: $0) } ?? .text
        reader = ItemsReader(context.settings, isCounting: format == .count)
        textual = ItemsText(facts: context.facts, isExplaining: context.settings.isSet(.explain))
        validators = context.settings.text(.state).map { ValidatorStore(folder: $0) }
        counts = Array(repeating: nil, count: format == .count ? feeds.count : 0)
    }

    /// Reads and prints everything; gives the number of feeds that could not be read.
    func run() throws(Failure) -> Int {
        readFilesInTurn()
        fetch()
        context.progress.clear()
        readFilesInTurn()
        if format == .count { printCount() }
        try validators?.save()
        return failures
    }

    /// Files are read when it is their turn to be printed, so that none waits in memory.
    private func readFilesInTurn() {
        while ordered.next < feeds.count, context.output.state == .open,
            case .file(let path) = feeds[ordered.next].location
        {
            let position = ordered.next
            take(reader.report(onFile: path, of: feeds[position]), at: position)
        }
    }

    private func fetch() {
        let positions = feeds.indices.filter { if case .address = feeds[$0].location { true } else { false } }
        guard !positions.isEmpty else { return }
        let addresses = positions.map { if case .address(let address) = feeds[$0].location { address } else { "" } }
        let settings = context.settings
        let client = HTTPClient(settings: HTTPClientSettings(userAgent: userAgent(settings)))
        var done = 0
        client.transfer(
            addresses,
            limits: TransferLimits(
                totalSeconds: Double(settings.timeout), maximumBodyBytes: settings.maxFeedSize),
            plan: TransferPlan(sideBySide: settings.transfers),
            isCancelled: { context.output.state == .closed },
            request: { index in
                HTTPRequest(
                    address: addresses[index],
                    headers: [feedAcceptHeader] + (validators?.headers(for: addresses[index]) ?? []))
            },
            each: { transfer in
                done += 1
                context.progress.show("reading feeds", done: done, of: addresses.count)
                take(transfer, address: addresses[transfer.index], at: positions[transfer.index])
                readFilesInTurn()
            })
    }

    private func take(_ transfer: HTTPTransfer, address: String, at position: Int) {
        let report = reader.report(on: transfer, of: feeds[position])
        if report.status == .ok, case .success(let response) = transfer.result {
            validators?.take(response, for: address)
        }
        take(report, at: position)
    }

    private func take(_ report: FeedReport, at position: Int) {
        if let reason = report.reason {
            failures += 1
            context.progress.clear()
            context.log.write(.feedFailed(feed: report.feed, reason: "\(report.feed.name): \(reason)", isDue: true))
        }
        if let count = report.count { counts[position] = count }
        for text in ordered.take(text(report, at: position), at: position) { context.output.write(text) }
    }

    private func text(_ report: FeedReport, at position: Int) -> String {
        let layout: JSONValue.Layout = context.facts.isTerminal ? .indented : .compact
        switch format {
        case .count: return ""
        case .text:
            let text = textual.text(report)
            return position > 0 && !text.isEmpty ? "\n" + text : text
        case .json where feeds.count == 1: return report.json().text(layout) + "\n"
        case .json:
            let opening = position == 0 ? "[\n" : ""
            let closing = position == feeds.count - 1 ? "\n]\n" : ",\n"
            return opening + report.namedJSON().text(layout) + closing
        }
    }

    private func printCount() {
        var digest = FeedDigest()
        for count in counts { digest.add(word: count?.digest.value ?? 0) }
        let items = counts.reduce(0) { $0 + ($1?.items ?? 0) }
        context.output.writeLine("items=\(items) errors=\(failures) digest=\(digest.text)")
    }
}

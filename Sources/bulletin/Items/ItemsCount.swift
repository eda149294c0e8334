internal import Feeds
internal import Fetching
internal import Glibc
internal import News
internal import Settings
internal import Terminal

/// Counts the items of feeds and digests every field of them, without a string for any: what the reader costs, and the
/// proof that nothing was skipped.
struct ItemsCount {
    private let context: CommandContext
    private let feeds: [Feed]
    private var digests: [FeedDigest]
    private var items = 0
    private var failures = 0

    init(_ context: CommandContext, feeds: [Feed]) {
        self.context = context
        self.feeds = feeds
        digests = Array(repeating: FeedDigest(), count: feeds.count)
    }

    /// Counts and prints; gives the number of feeds that could not be read.
    mutating func run() -> Int {
        countFiles()
        countAddresses()
        context.progress.clear()
        var digest = FeedDigest()
        for feed in digests { digest.take(feed) }
        context.output.writeLine("items=\(items) errors=\(failures) digest=\(digest.text)")
        return failures
    }

    private mutating func countFiles() {
        var reader = FeedReader()
        let counter = DigestingVisitor()
        for (position, feed) in feeds.enumerated() {
            guard case .file(let path) = feed.location else { continue }
            do {
                let facts = try read(path, &reader, counter)
                items += counter.itemCount
                digests[position] = counter.finish(facts)
            } catch {
                counter.startOver()
                let trouble = FeedTrouble(reason(error), with: feed)
                fail(FeedReading(index: position, feed: feed, outcome: .failed(trouble)))
            }
        }
    }

    private func read(
        _ path: String, _ reader: inout FeedReader, _ counter: DigestingVisitor
    ) throws(FeedError) -> FeedFacts {
        var source: FileSource
        do {
            source = try FileSource(path)
        } catch {
            throw .sourceFailed(code: error.code)
        }
        return try reader.visit(
            from: &source, address: context.known(.baseURL), contentType: context.known(.contentType),
            limits: context.settings.feedLimits, visitor: counter)
    }

    /// In the words of ``FeedFetcher``, which reads the files of the other formats.
    private func reason(_ error: FeedError) -> FeedTrouble.Reason {
        if case .sourceFailed(let code) = error { .file(String(cString: strerror(code))) } else { .content(error) }
    }

    private mutating func countAddresses() {
        let positions = feeds.indices.filter { if case .address = feeds[$0].location { true } else { false } }
        guard !positions.isEmpty else { return }
        var done = 0
        context.fetcher(countsOnly: true).read(positions.map { context.request(for: feeds[$0]) }) { reading in
            done += 1
            context.progress.show("reading feeds", done: done, of: positions.count)
            if let count = reading.count {
                items += count.items
                digests[positions[reading.index]] = count.digest
            } else {
                fail(reading)
            }
        }
    }

    private mutating func fail(_ reading: FeedReading) {
        if context.tellTrouble(of: reading) { failures += 1 }
    }
}

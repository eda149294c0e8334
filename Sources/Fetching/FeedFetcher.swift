public import Feeds
public import HTTP
internal import News

/// Reads feeds: files directly, addresses side by side.
public struct FeedFetcher {
    private let client: HTTPClient
    private let limits: TransferLimits
    private let plan: TransferPlan
    private let reading: BodyReading
    private let retries: RetryRules
    private let randomness: () -> Double
    private let secret: SecretReader
    private let clock: () -> Int64

    /// A fetcher.
    ///
    /// - Parameters:
    ///   - client: makes the requests.
    ///   - limits: what one transfer may cost; the size of a body is bounded by `feedLimits` too.
    ///   - plan: how many transfers run at a time, and when the run has to end.
    ///   - feedLimits: how much of a feed is taken in.
    ///   - countsOnly: items are counted and digested, and no value is made of any.
    ///   - retries: what is asked once more within the run.
    ///   - secret: fetches the secrets that the settings of feeds name.
    ///   - clock: this machine's clock in seconds since 1970.
    ///   - randomness: a new number from 0 to 1 at each call, which spreads retries.
    public init(
        client: HTTPClient, limits: TransferLimits = TransferLimits(), plan: TransferPlan = TransferPlan(),
        feedLimits: FeedLimits = .standard, countsOnly: Bool = false, retries: RetryRules = RetryRules(),
        secret: @escaping SecretReader = { _ in .failure(SecretTrouble("no secrets are to be had")) },
        clock: @escaping () -> Int64 = systemClock,
        randomness: @escaping () -> Double = { Double.random(in: 0...1) }
    ) {
        self.client = client
        self.limits = limits.bounded(by: feedLimits)
        self.plan = plan
        reading = BodyReading(limits: feedLimits, countsOnly: countsOnly)
        self.retries = retries
        self.randomness = randomness
        self.secret = secret
        self.clock = clock
    }

    /// Reads feeds and hands over each as soon as it is read; every request exactly once, whatever happens to it.
    ///
    /// - Parameters:
    ///   - requests: the feeds to read.
    ///   - isCancelled: asked often; true ends the run, and what was not read fails as cancelled.
    ///   - each: takes each reading, files first, then addresses in the order in which they arrive.
    public func read(
        _ requests: [FeedRequest], isCancelled: () -> Bool = { false }, each: (FeedReading) -> Void
    ) {
        let reader = KeptFeedReader(reading)
        var requests = requests
        var indices: [Int] = []
        var addresses: [String] = []
        for (index, request) in requests.enumerated() {
            switch request.feed.location {
            case .address(let address):
                do {
                    try requests[index].take(FeedRequestSettings(request.feed, secret))
                } catch {
                    let reading = FeedReading(index: index, feed: request.feed, outcome: .gone)
                    each(reading.failing(.settings(error.words)))
                    continue
                }
                indices.append(index)
                addresses.append(address)
            case .file(let path):
                each(readFile(path, request, index, reader, isCancelled: isCancelled()))
            }
        }
        guard !addresses.isEmpty else { return }
        // Without a thread to spare, bodies are read here.
        let arrivals = Arrivals(reading)
        client.transfer(
            addresses, limits: limits, plan: plan,
            isCancelled: {
                arrivals?.handOver(all: false, each: each)
                return isCancelled()
            },
            request: { place in httpRequest(for: requests[indices[place]], addresses[place]) },
            asksAgain: { retries.delay(after: $0, attempt: $1, randomness: randomness()) },
            each: { transfer in
                var transfer = transfer
                transfer.index = indices[transfer.index]
                let answer = FeedAnswer(transfer, to: requests[transfer.index], at: clock())
                if let arrivals { arrivals.take(answer) } else { each(answer.reading(reader.read)) }
            })
        arrivals?.handOver(all: true, each: each)
    }

    private func readFile(
        _ path: String, _ request: FeedRequest, _ index: Int, _ reader: KeptFeedReader, isCancelled: Bool
    ) -> FeedReading {
        let reading = FeedReading(index: index, feed: request.feed, outcome: .gone)
        if isCancelled { return reading.failing(.transfer(.cancelled)) }
        switch readBytes(of: path, limit: self.reading.limits.feedSize) {
        case .failure(let error): return reading.failing(.file(error.words))
        case .success(let bytes):
            let body = FeedBody(bytes: bytes, address: request.baseAddress, contentType: request.contentType)
            return FeedAnswer.body(body, reading).reading(reader.read)
        }
    }
}

extension FeedRequest {
    fileprivate mutating func take(_ own: FeedRequestSettings) {
        headers += own.headers
        settings = own.settings
    }
}

/// How bodies are read.
struct BodyReading: Sendable {
    var limits: FeedLimits
    /// Items are counted and digested, and no value is made of any.
    var countsOnly: Bool
}

/// One ``FeedReader`` for all feeds of a run; it keeps what it knows from feed to feed.
final class KeptFeedReader {
    private let reading: BodyReading
    private let counter = DigestingVisitor()
    private var reader = FeedReader()

    init(_ reading: BodyReading) {
        self.reading = reading
    }

    func read(_ body: FeedBody) -> Result<ReadBody, FeedError> {
        body.bytes.withUnsafeBytes { bytes in
            Result { () throws(FeedError) in
                guard !reading.countsOnly else { return try count(bytes, of: body) }
                return ReadBody(
                    document: try reader.document(
                        bytes, address: body.address, contentType: body.contentType, limits: reading.limits))
            }
        }
    }

    private func count(_ bytes: UnsafeRawBufferPointer, of body: FeedBody) throws(FeedError) -> ReadBody {
        counter.startOver()
        let facts = try reader.visit(
            bytes, address: body.address, contentType: body.contentType, limits: reading.limits, visitor: counter)
        let items = counter.itemCount
        let count = FeedCount(items: items, digest: counter.finish(facts))
        return ReadBody(
            document: FeedDocument(format: facts.format, title: facts.title, isTruncated: facts.isTruncated),
            count: count)
    }
}

extension TransferLimits {
    func bounded(by feedLimits: FeedLimits) -> TransferLimits {
        var limits = self
        limits.maximumBodyBytes = feedLimits.feedSize
        return limits
    }
}

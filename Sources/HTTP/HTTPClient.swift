/// Requests out: one at a time on connections that are kept, or many side by side.
///
/// All of them share one set of connections, names and TLS sessions. A client belongs to one thread. Nothing is set up
/// before the first request.
public final class HTTPClient {
    private let settings: HTTPClientSettings
    private var loop: TransferLoop?
    private var isBusy = false

    /// A client; libcurl is not touched yet.
    public init(settings: HTTPClientSettings) {
        self.settings = settings
    }

    /// Makes one request and waits for the answer, of whatever status.
    ///
    /// Redirects are followed for GET alone. Anything else is asked exactly once: when the connection ends under it the
    /// error says how many bytes of the request were handed over.
    public func exchange(_ request: HTTPRequest, limits: TransferLimits = TransferLimits()) -> HTTPResult {
        var result = HTTPResult.failure(TransferError(kind: .cancelled, detail: "the client is busy"))
        let plan = TransferPlan(sideBySide: 1)
        let job = TransferLoop.Job(addresses: [request.address], limits: limits, plan: plan, isBatch: false)
        _ = run(
            job, isCancelled: { false }, request: { _ in request }, asksAgain: { _, _ in nil },
            each: { result = $0.result })
        return result
    }

    /// Fetches many addresses side by side.
    ///
    /// - Parameters:
    ///   - addresses: what to fetch; only the addresses stand in memory for the whole run.
    ///   - limits: what each transfer may cost.
    ///   - plan: how many run at a time.
    ///   - isCancelled: asked at least once a second and after each event; true ends the run.
    ///   - request: the request for the address at that place, asked for when its turn comes.
    ///   - asksAgain: after how many seconds the address is asked once more, for a transfer that has ended and the
    ///     number of that attempt, from 1; nil where the answer stands. A host is asked again a few times only.
    ///   - each: takes each finished transfer, in the order in which they end; every address exactly once, whatever
    ///     happens. It must not use the client. The body is freed when it returns unless it keeps it.
    @discardableResult
    public func transfer(
        _ addresses: [String], limits: TransferLimits = TransferLimits(), plan: TransferPlan = TransferPlan(),
        isCancelled: () -> Bool = { false }, request: (Int) -> HTTPRequest,
        asksAgain: (HTTPTransfer, _ attempt: Int) -> Double? = { _, _ in nil }, each: (HTTPTransfer) -> Void
    ) -> TransferSummary {
        let job = TransferLoop.Job(addresses: addresses, limits: limits, plan: plan, isBatch: true)
        return run(job, isCancelled: isCancelled, request: request, asksAgain: asksAgain, each: each)
    }

    private func run(
        _ job: TransferLoop.Job, isCancelled: () -> Bool, request: (Int) -> HTTPRequest,
        asksAgain: (HTTPTransfer, Int) -> Double?, each: (HTTPTransfer) -> Void
    ) -> TransferSummary {
        guard !isBusy, let loop = loop ?? TransferLoop(settings: settings) else {
            let detail = isBusy ? "the client is busy" : "libcurl cannot be set up"
            let error = TransferError(kind: .notConnected, detail: detail)
            for index in job.addresses.indices { each(HTTPTransfer(index: index, result: .failure(error))) }
            return TransferSummary()
        }
        self.loop = loop
        isBusy = true
        defer { isBusy = false }
        return loop.run(job, isCancelled: isCancelled, request: request, asksAgain: asksAgain, each: each)
    }
}

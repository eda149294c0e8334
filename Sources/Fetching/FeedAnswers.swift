internal import Feeds
internal import HTTP
internal import News

/// A body that may be a feed, with what is needed to read it.
struct FeedBody {
    var bytes: [UInt8]
    var address: String?
    var contentType: String?
    /// The connection ended before the announced length was there.
    var isCut: TransferError?
}

/// A body that was read.
struct ReadBody {
    var document: FeedDocument
    /// Where items are only counted.
    var count: FeedCount?

    var itemCount: Int { count?.items ?? document.items.count }
}

/// Bytes to a feed: ``FeedReader`` in the product.
typealias FeedBodyReader = (FeedBody) -> Result<ReadBody, FeedError>

/// A transfer that has ended, judged by its status and headers alone. Reading the body is a step of its own, so that
/// another thread can take it.
enum FeedAnswer {
    /// There is nothing to read.
    case settled(FeedReading)
    /// The body is to be read; the reading stands for the case that it is the feed.
    case body(FeedBody, FeedReading)

    /// The answer to a request for a feed, which came at that time of this machine's clock (seconds since 1970).
    init(_ transfer: HTTPTransfer, to request: FeedRequest, at time: Int64) {
        var reading = FeedReading(
            index: transfer.index, feed: request.feed, outcome: .gone, validators: request.validators,
            elapsed: transfer.elapsed)
        switch transfer.result {
        case .failure(let error):
            guard error.kind == .cutOff, let received = transfer.received, (200..<300).contains(received.status) else {
                self = .settled(reading.failing(.transfer(error.kind), error.detail))
                return
            }
            // Some servers announce more than they send. What came may be the whole feed; it is not trusted enough to
            // keep its validators.
            reading.address = received.address
            self = .body(FeedBody(received, cut: error), reading)
        case .success(let response):
            reading.address = response.address
            reading.retryAfterSeconds = response.retryAfterSeconds
            reading.freshSeconds = response.freshSeconds
            reading.clockOffset = response.serverTime.map { $0 - time }
            self.init(response, request, reading)
        }
    }

    private init(_ response: HTTPResponse, _ request: FeedRequest, _ reading: FeedReading) {
        var reading = reading
        switch response.status {
        case 200..<300:
            // 206 without being asked for a part is a server's mistake that the body does not share.
            reading.validators = FeedValidators(of: response)
            reading.movedTo = permanentTarget(response.redirects)
            self = .body(FeedBody(response, cut: nil), reading)
        case 304 where !request.validators.isEmpty:
            let newer = FeedValidators(of: response)
            reading.validators.etag = newer.etag ?? reading.validators.etag
            reading.validators.lastModified = newer.lastModified ?? reading.validators.lastModified
            reading.movedTo = permanentTarget(response.redirects)
            reading.outcome = .notModified
            self = .settled(reading)
        case 410:
            self = .settled(reading)
        case let status:
            let wait = reading.retryAfterSeconds.map { "the server asks to wait \($0) s" } ?? ""
            self = .settled(reading.failing(.status(status), wait))
        }
    }

    /// The reading, with the body read if there is one.
    func reading(_ read: FeedBodyReader) -> FeedReading {
        switch self {
        case .settled(let reading): reading
        case .body(let body, let reading): reading.completed(with: read(body), bytes: body.bytes.count, cut: body.isCut)
        }
    }
}

extension FeedReading {
    /// The same reading, failed.
    func failing(_ reason: FeedTrouble.Reason, _ detail: String = "") -> FeedReading {
        var failed = self
        var elapsed: Double? = elapsed
        if case .file = feed.location { elapsed = nil }
        if case .settings = reason { elapsed = nil }
        let trouble = FeedTrouble(reason, with: feed, detail: detail, elapsed: elapsed)
        failed.outcome = .failed(trouble)
        failed.movedTo = nil
        return failed
    }

    /// The same reading, with what came of its body.
    ///
    /// - Parameters:
    ///   - bytes: how many the body had.
    ///   - cut: why it ended before the announced length.
    func completed(
        with result: Result<ReadBody, FeedError>, bytes: Int, cut: TransferError?
    ) -> FeedReading {
        var completed = self
        completed.bytes = bytes
        switch (result, cut) {
        case (.success(let read), let cut?) where read.document.isTruncated:
            // The connection broke in the middle of the feed. The rest comes with the next run; half a feed would look
            // as if the missing items had been withdrawn.
            return failing(.transfer(.cutOff), cut.detail + ", \(read.itemCount) items had come")
        case (.failure, let cut?):
            return failing(.transfer(.cutOff), cut.detail)
        case (.failure(let error), nil):
            completed.validators = FeedValidators()
            return completed.failing(.content(error))
        case (.success(let read), _):
            completed.outcome = .document(read.document)
            completed.count = read.count
            // A document that stops in its middle must be asked for again, whatever its validators say.
            if read.document.isTruncated || cut != nil { completed.validators = FeedValidators() }
            return completed
        }
    }
}

extension FeedBody {
    fileprivate init(_ response: HTTPResponse, cut: TransferError?) {
        self.init(
            bytes: response.body, address: response.address, contentType: response.header("Content-Type"), isCut: cut)
    }
}

extension FeedValidators {
    /// Longer ones are no validators but a way to make us keep and send things.
    private static let maximumBytes = 1024

    fileprivate init(of response: HTTPResponse) {
        let usable = { (name: String) -> String? in
            guard let value = response.header(name), !value.isEmpty, value.utf8.count <= Self.maximumBytes else {
                return nil
            }
            return value
        }
        self.init(etag: usable("ETag"), lastModified: usable("Last-Modified"))
    }
}

/// Where permanent redirects led before the first temporary one.
private func permanentTarget(_ redirects: [HTTPResponse.Redirect]) -> String? {
    redirects.prefix { $0.status == 301 || $0.status == 308 }.last?.address
}

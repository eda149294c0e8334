internal import Feeds
internal import HTTP
internal import News
internal import Settings

/// Makes reports of files and answers.
final class ItemsReader {
    private var reader = FeedReader()
    private let limits: FeedLimits
    private let baseAddress: String?
    private let contentType: String?
    private let isCounting: Bool

    init(_ settings: ResolvedSettings, isCounting: Bool) {
        limits = FeedLimits(feedSize: settings.maxFeedSize)
        baseAddress = settings.text(.baseURL).flatMap(known)
        contentType = settings.text(.contentType).flatMap(known)
        self.isCounting = isCounting
    }

    /// A file, read as if it had come from `--base-url` with `--content-type`.
    func report(onFile path: String, of feed: Feed) -> FeedReport {
        do {
            let bytes = try contents(of: path, limit: limits.feedSize)
            return report(on: bytes, of: feed, address: baseAddress, contentType: contentType)
        } catch {
            return .failed(feed, error.reason)
        }
    }

    /// An answer, or what came of one before its connection was cut: publishers' servers announce more than they have.
    func report(on transfer: HTTPTransfer, of feed: Feed) -> FeedReport {
        switch transfer.result {
        case .success(let response): return report(on: response, of: feed)
        case .failure(let error):
            guard error.kind == .cutOff, let received = transfer.received, (200..<300).contains(received.status) else {
                return .failed(feed, error.words)
            }
            var report = report(on: received, of: feed)
            report.document?.isTruncated = true
            return report.status == .ok ? report : .failed(feed, error.words)
        }
    }

    private func report(on response: HTTPResponse, of feed: Feed) -> FeedReport {
        switch response.status {
        case 200..<300:
            report(
                on: response.body, of: feed, address: response.address, contentType: response.header("Content-Type"))
        case 304: FeedReport(feed: feed, status: .notModified)
        case 410: .failed(feed, words(forStatus: 410), status: .gone)
        default: .failed(feed, words(forStatus: response.status))
        }
    }
}

extension ItemsReader {
    private func report(on body: [UInt8], of feed: Feed, address: String?, contentType: String?) -> FeedReport {
        // The closure cannot throw a typed error through the standard library's rethrowing.
        let result = body.withUnsafeBytes { bytes in
            Result { () throws(FeedError) in
                try isCounting
                    ? count(bytes, of: feed, address: address, contentType: contentType)
                    : FeedReport(
                        feed: feed, status: .ok,
                        document: reader.document(bytes, address: address, contentType: contentType, limits: limits))
            }
        }
        switch result {
        case .success(let report): return report
        case .failure(let error): return .failed(feed, error.description)
        }
    }

    private func count(
        _ bytes: UnsafeRawBufferPointer, of feed: Feed, address: String?, contentType: String?
    ) throws(FeedError) -> FeedReport {
        let counter = ItemCounter()
        let facts = try reader.visit(
            bytes, address: address, contentType: contentType, limits: limits, visitor: counter)
        return FeedReport(feed: feed, status: .ok, count: counter.count(feedLanguage: facts.language))
    }
}

/// A dash stands for what is not known.
private func known(_ text: String) -> String? {
    text == "-" ? nil : text
}

public import Feeds
public import HTTP
public import News

/// What a server gave with a document so that it can be asked whether it changed (RFC 9110 8.8).
public struct FeedValidators: Sendable, Hashable {
    /// `ETag`, as it came, quotes included.
    public var etag: String?
    /// `Last-Modified`, as it came.
    public var lastModified: String?

    /// Validators from their parts.
    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Whether there is nothing to ask with.
    public var isEmpty: Bool {
        etag == nil && lastModified == nil
    }
}

/// A feed to be read, and what is known about it.
public struct FeedRequest: Sendable, Hashable {
    /// The feed.
    public var feed: Feed
    /// What the server gave last time; it is asked for the feed only if it changed since.
    public var validators: FeedValidators
    /// Headers of this feed alone; they replace those of the same name (`User-Agent`, `Accept`, …).
    public var headers: [HTTPHeader]
    /// What holds for this feed alone.
    public var settings = HTTPRequestSettings()
    /// For a file that came from an address: that address, the base of its relative links.
    public var baseAddress: String?
    /// For a file that came from an address: its `Content-Type` there.
    public var contentType: String?

    /// A request from its parts.
    public init(
        feed: Feed, validators: FeedValidators = FeedValidators(), headers: [HTTPHeader] = [],
        baseAddress: String? = nil, contentType: String? = nil
    ) {
        self.feed = feed
        self.validators = validators
        self.headers = headers
        self.baseAddress = baseAddress
        self.contentType = contentType
    }
}

/// What came of reading one feed.
public enum FeedOutcome: Sendable, Equatable {
    /// The feed was read.
    case document(FeedDocument)
    /// The server says that it is as it was (304).
    case notModified
    /// The server says that it is gone for good (410).
    case gone
    /// It was not read.
    case failed(FeedTrouble)
}

/// What a feed held, where it is only counted.
public struct FeedCount: Sendable, Equatable {
    /// Its items.
    public var items: Int
    /// All that was read of them and of the feed.
    public var digest: FeedDigest
}

/// The reading of one feed.
public struct FeedReading: Sendable, Equatable {
    /// The place of the request in the list that was given.
    public var index: Int
    /// The feed.
    public var feed: Feed
    /// What came of it.
    public var outcome: FeedOutcome
    /// The address the answer came from, after redirects and without credentials; nil for a file.
    public var address: String?
    /// Where the feed moved for good: the address to which permanent redirects (301, 308) led, as far as no temporary
    /// one stood between. Only told when what is there is the feed.
    public var movedTo: String?
    /// What to ask with next time. Store them with the items, never before: a 304 would hide them for ever.
    public var validators: FeedValidators
    /// Seconds for which the server wishes not to be asked.
    public var retryAfterSeconds: Int?
    /// Seconds for which the answer says that it stays as it is (`Cache-Control`).
    public var freshSeconds: Int64?
    /// Seconds by which the server's clock is ahead of this machine's; nil when it does not say.
    public var clockOffset: Int64?
    /// Seconds that fetching took.
    public var elapsed: Double
    /// Bytes of the document, after content encodings were undone.
    public var bytes = 0
    /// What the document held, where the fetcher counts only: the document is then without its items.
    public var count: FeedCount?

    /// A reading from its parts.
    public init(
        index: Int, feed: Feed, outcome: FeedOutcome, address: String? = nil, movedTo: String? = nil,
        validators: FeedValidators = FeedValidators(), retryAfterSeconds: Int? = nil, freshSeconds: Int64? = nil,
        clockOffset: Int64? = nil, elapsed: Double = 0
    ) {
        self.index = index
        self.feed = feed
        self.outcome = outcome
        self.address = address
        self.movedTo = movedTo
        self.validators = validators
        self.retryAfterSeconds = retryAfterSeconds
        self.freshSeconds = freshSeconds
        self.clockOffset = clockOffset
        self.elapsed = elapsed
    }
}

public import News
public import Stories

/// What the ledger knows about a feed as a place to ask.
public struct FeedRecord: Sendable, Hashable {
    /// Its row.
    public var id: FeedID
    /// Its address or path, without credentials.
    public var location: String
    /// Its own title.
    public var title: String?
    /// When it was first read; nil while it never could be.
    public var firstSeen: Instant?
    /// HTTP validators of the content that was last taken in.
    public var validators: Validators
    /// The digest of that content.
    public var content: IdentityDigest?
    /// Counts the contents that were taken in.
    public var revision: Int
    /// When it was last read with success, 304 included.
    public var lastRead: Instant?
    /// When it was last asked.
    public var lastAsked: Instant?
    /// Not to be asked before.
    public var askAfter: Instant?
    /// The address to which it permanently redirects.
    public var movedTo: String?
    /// Failures in a row.
    public var failures: Int
    /// When the first of them happened.
    public var failingSince: Instant?
    /// The reason of the last one.
    public var failure: String?
    /// Seconds for which its last document said that it stays as it is.
    public var suggestedInterval: Int64?
    /// When it said that it is gone for good.
    public var goneSince: Instant?
}

/// What makes a request conditional (RFC 9110, 13.1).
public struct Validators: Sendable, Hashable {
    /// `ETag`, as received.
    public var etag: String?
    /// `Last-Modified`, as received.
    public var lastModified: String?

    /// Validators from their parts.
    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }
}

/// The records of all feeds.
public struct FeedRecords: Sendable {
    private var byLocation: [String: FeedRecord] = [:]
    private var byTarget: [String: FeedID] = [:]

    init(_ records: [FeedRecord]) {
        for record in records {
            byLocation[record.location] = record
            if let target = record.movedTo { byTarget[target] = record.id }
        }
    }

    /// All of them, by address or path.
    public var all: [FeedRecord] { byLocation.values.sorted { $0.location < $1.location } }

    /// How many there are.
    public var count: Int { byLocation.count }

    /// The record of a feed; nil if it was never asked.
    public subscript(feed: Feed) -> FeedRecord? { byLocation[feed.name] }

    /// The feed that permanently redirected to this one's address.
    public func origin(of feed: Feed) -> FeedID? { byTarget[feed.name] }

    /// A feed that counts with what it said last: it answered that nothing changed, or was not asked. Nil if it was
    /// never read.
    public func unchanged(_ feed: Feed) -> FeedRecognition? {
        guard let record = self[feed], record.firstSeen != nil, let content = record.content else { return nil }
        return FeedRecognition(unchanged: feed, id: record.id, content: content)
    }

    /// The rows of those of the given feeds that have one.
    public func listed(_ feeds: some Sequence<Feed>) -> Set<FeedID> {
        Set(feeds.compactMap { self[$0]?.id })
    }
}

extension Ledger {
    /// The records of all feeds that were ever asked.
    public func feeds() throws(LedgerError) -> FeedRecords {
        FeedRecords(
            try database.rows(
                """
                SELECT id, location, title, first_seen, etag, last_modified, content, revision, last_read, last_asked,
                    ask_after, moved_to, failures, failing_since, failure, suggested_interval, gone_since FROM feeds
                """, [], FeedRecord.init(row:)))
    }
}

extension FeedRecord {
    init(row: Row) {
        id = FeedID(row.integer(0))
        location = row.text(1)
        title = row.optionalText(2)
        firstSeen = row.optionalInstant(3)
        validators = Validators(etag: row.optionalText(4), lastModified: row.optionalText(5))
        content = row.digest(6)
        revision = Int(row.integer(7))
        lastRead = row.optionalInstant(8)
        lastAsked = row.optionalInstant(9)
        askAfter = row.optionalInstant(10)
        movedTo = row.optionalText(11)
        failures = Int(row.integer(12))
        failingSince = row.optionalInstant(13)
        failure = row.optionalText(14)
        suggestedInterval = row.optionalInteger(15)
        goneSince = row.optionalInstant(16)
    }
}

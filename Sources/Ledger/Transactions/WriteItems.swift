internal import News
internal import Stories

/// The items that a transaction writes. Their identities go in at the end, in the order of their table, which costs a
/// third of writing them as they come.
struct ItemWriter {
    private struct StoredItem {
        var feed: FeedID
        var story: StoryID?
        var fingerprint: ItemFingerprint
        var words: TitleWords
    }

    private struct StoredIdentity {
        var high: UInt64
        var low: UInt64
        var item: Int64
    }

    /// The row of the first item.
    let firstRow: Int64
    private let now: Instant
    private var items: [StoredItem] = []
    private var identities: [StoredIdentity] = []

    init(_ database: Database, at now: Instant) throws(LedgerError) {
        let last = try database.first("SELECT seq FROM sqlite_sequence WHERE name = 'items'") { $0.integer(0) }
        firstRow = (last ?? 0) + 1
        self.now = now
    }

    /// The rows that the items get.
    var rows: Range<Int64> { firstRow..<firstRow + Int64(items.count) }

    /// Adds an item; answers the row it gets.
    mutating func add(_ item: NewItem, feed: FeedID, story: StoryID?) -> ItemID {
        let row = rows.upperBound
        items.append(
            StoredItem(feed: feed, story: story, fingerprint: item.fingerprint, words: item.identities.words))
        item.identities.forEach { identities.append(StoredIdentity(high: $0.high, low: $0.low, item: row)) }
        return ItemID(row)
    }

    /// Writes all of them.
    mutating func write(to database: Database) throws(LedgerError) {
        guard !items.isEmpty else { return }
        try writeItems(to: database)
        try writeIdentities(to: database)
    }

    private func writeItems(to database: Database) throws(LedgerError) {
        var words: [UInt8] = []
        try database.insert(
            "INSERT INTO items(id, feed, story, first_seen, fingerprint, words)", columns: 6, rows: items.count
        ) { statement, row, parameter in
            let stored = items[row]
            statement.bind(firstRow + Int64(row), at: parameter)
            statement.bind(stored.feed.number, at: parameter + 1)
            statement.bind(stored.story?.number, at: parameter + 2)
            statement.bind(now.secondsSince1970, at: parameter + 3)
            statement.bind(Int64(bitPattern: stored.fingerprint.bits), at: parameter + 4)
            stored.words.store(in: &words)
            words.withUnsafeBytes { statement.bind(copying: $0, at: parameter + 5) }
        }
    }

    private mutating func writeIdentities(to database: Database) throws(LedgerError) {
        identities.sort { left, right in
            if left.high != right.high { return left.high < right.high }
            return (left.low, left.item) < (right.low, right.item)
        }
        for place in identities.indices {
            identities[place].high = identities[place].high.bigEndian
            identities[place].low = identities[place].low.bigEndian
        }
        let identities = identities
        try identities.withUnsafeBufferPointer { (stored) throws(LedgerError) in
            let bytes = UnsafeRawBufferPointer(stored)
            try database.insert("INSERT OR IGNORE INTO identities(digest, item)", columns: 2, rows: stored.count) {
                statement, row, parameter in
                // A digest is stored as the two halves stand there, one after the other.
                let start = row * MemoryLayout<StoredIdentity>.stride
                statement.bind(
                    borrowing: UnsafeRawBufferPointer(rebasing: bytes[start..<start + 16]), at: parameter)
                statement.bind(stored[row].item, at: parameter + 1)
            }
        }
    }
}

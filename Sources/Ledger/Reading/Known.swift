public import News
public import Stories

extension Ledger {
    /// What was in a feed when it was last read; nil if it never was.
    public func knownFeed(_ record: FeedRecord) throws(LedgerError) -> KnownFeed? {
        guard let firstSeen = record.firstSeen else { return nil }
        var known = KnownFeed(id: record.id, firstSeen: firstSeen)
        try database.query(
            """
            SELECT i.fingerprint, i.id, i.story, s.state, i.first_seen FROM items i LEFT JOIN stories s ON s.id = i.story
            WHERE i.feed = ? AND i.gone IS NULL
            """, [.integer(record.id.number)]
        ) { row in
            known.present[ItemFingerprint(bits: UInt64(bitPattern: row.integer(0)))] = PresentItem(
                id: ItemID(row.integer(1)), story: row.optionalInteger(2).map(StoryID.init),
                state: row.optionalText(3).flatMap(StoryState.init), firstSeen: row.instant(4))
            return true
        }
        return known
    }

    /// Recognises the items of a feed that was read, and gathers what is known about the changed ones. A feed whose
    /// content is the one last taken in is not looked into, unless a preview wants a word on each item.
    public func recognise(
        _ reading: FeedReading, _ records: FeedRecords, eachItem: Bool = false,
        known: inout [IdentityDigest: [KnownItem]]
    ) throws(LedgerError) -> FeedRecognition {
        let record = records[reading.feed]
        if !eachItem, record?.content == reading.content, let same = records.unchanged(reading.feed) { return same }
        let feed = if let record { try knownFeed(record) } else { KnownFeed?.none }
        let recognition = FeedRecognition(reading, known: feed, movedFrom: records.origin(of: reading.feed))
        known.merge(try self.known(recognition.questions)) { first, _ in first }
        return recognition
    }

    /// The items that have these identities, the newest first, at most 64 for each: what more feeds than that carry
    /// under one title is known anyway. What ``adopt(_:visits:at:)`` took in is not among them: it is news of this run.
    public func known(_ questions: some Sequence<IdentityDigest>) throws(LedgerError) -> [IdentityDigest: [KnownItem]] {
        try database.snapshot { () throws(LedgerError) in
            let newest = try newestItem()
            newestKnownItem = newest
            var answers: [IdentityDigest: [KnownItem]] = [:]
            guard newest > adopted.itemCount else { return answers }
            let statement = try database.statement(
                """
                SELECT i.id, i.feed, i.story, s.state, s.categories, i.first_seen, i.words, i.gone, s.language
                FROM identities x JOIN items i ON i.id = x.item LEFT JOIN stories s ON s.id = i.story
                WHERE x.digest = ? ORDER BY x.item DESC
                """)
            for question in try answerable(questions.sorted(), newest: newest) {
                var items: [KnownItem] = []
                statement.bind(question, at: 1)
                try statement.run { row in
                    if !adopted.contains(row.integer(0)) { items.append(KnownItem(row: row)) }
                    return items.count < 64
                }
                if !items.isEmpty { answers[question] = items }
            }
            return answers
        }
    }

    /// The questions, each once, in order; of many those alone that have an answer. In a run that brings much that is new
    /// nearly all have none, and reading the table through costs less than looking for each.
    private func answerable(
        _ questions: [IdentityDigest], newest: Int64
    ) throws(LedgerError) -> [IdentityDigest] {
        var kept: [IdentityDigest] = []
        guard Int64(questions.count) > newest / 2 else {
            for question in questions where question != kept.last { kept.append(question) }
            return kept
        }
        var place = 0
        try database.query("SELECT digest FROM identities ORDER BY digest") { row in
            guard let digest = row.digest(0) else { return true }
            while place < questions.count, questions[place] < digest { place += 1 }
            guard place < questions.count else { return false }
            if questions[place] == digest, kept.last != digest { kept.append(digest) }
            return true
        }
        return kept
    }

    private func newestItem() throws(LedgerError) -> Int64 {
        try database.first("SELECT max(id) FROM items") { $0.integer(0) } ?? 0
    }

    /// Whether somebody else wrote items since ``known(_:)`` answered. Asked in the transaction that writes, once for each
    /// answer.
    func isOvertaken() throws(LedgerError) -> Bool {
        defer { newestKnownItem = nil }
        guard let newestKnownItem else { return false }
        return try newestItem() != newestKnownItem
    }

    /// The stories that may still be announced, and those taken back that may come again.
    public func pendingStories() throws(LedgerError) -> [KnownStory] {
        try database.snapshot { () throws(LedgerError) in try pendingInside() }
    }

    /// A story without words is none that can be told; ``check()`` finds it. The few pending ones are looked up first,
    /// then their words: `CROSS JOIN` keeps SQLite from doing it the other way round.
    private func pendingInside() throws(LedgerError) -> [KnownStory] {
        var stories = try database.rows(
            """
            SELECT s.id, s.state, s.categories, t.title, t.link, s.language, t.source, s.published, s.first_seen,
                s.ages_from, s.lead_item, s.breaking_in, s.urgent_in, s.unfit_in
            FROM stories s CROSS JOIN story_texts t ON t.story = s.id
            WHERE s.state IN ('open', 'waiting', 'withdrawn') ORDER BY s.id
            """, [], KnownStory.init(row:))
        let places = Dictionary(stories.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        try database.query(
            """
            SELECT DISTINCT i.story, i.feed FROM stories s JOIN items i ON i.story = s.id
            WHERE s.state IN ('open', 'waiting', 'withdrawn') AND i.carries = 1
            """
        ) { row in
            if let place = places[StoryID(row.integer(0))] { stories[place].carriers.insert(FeedID(row.integer(1))) }
            return true
        }
        try database.query(
            """
            SELECT c.story, c.category FROM stories s JOIN claims c ON c.story = s.id
            WHERE s.state IN ('open', 'waiting', 'withdrawn')
            """
        ) { row in
            if let place = places[StoryID(row.integer(0))], let category = Category(rawValue: row.text(1)) {
                stories[place].claimed.insert(category)
            }
            return true
        }
        return stories
    }

    /// The bulletins since a time that count for the caps: accepted, unknown or under way, by hand or not. A scheduled one
    /// counts when it goes out: not while it is ahead of `now`. Others are ahead where clocks were set back since.
    public func recentBulletins(since: Instant, at now: Instant? = nil) throws(LedgerError) -> [RecentBulletin] {
        try database.rows(
            """
            SELECT categories, coalesce(scheduled_for, intended_at), language, scheduled_for FROM notifications
            WHERE (intended_at >= ?1 OR scheduled_for >= ?1) AND state NOT IN ('not sent', 'cancelled')
            """, [Value(since)]
        ) { row in
            (
                categories(row.text(0)), row.instant(1), row.optionalText(2).flatMap { LanguageTag($0) },
                row.optionalInstant(3) != nil
            )
        }
        .filter { _, at, _, isScheduled in at >= since && now.map { !isScheduled || at <= $0 } ?? true }
        .flatMap { some, at, language, _ in some.map { RecentBulletin(category: $0, at: at, language: language) } }
    }
}

extension KnownItem {
    init(row: Row) {
        self.init(
            id: ItemID(row.integer(0)), feed: FeedID(row.integer(1)), story: row.optionalInteger(2).map(StoryID.init),
            state: row.optionalText(3).flatMap(StoryState.init), categories: Ledger.categories(row.text(4)),
            language: row.optionalText(8), firstSeen: row.instant(5), words: row.blob(6, TitleWords.init(stored:)),
            isPresent: row.optionalInteger(7) == nil)
    }
}

extension KnownStory {
    init(row: Row) {
        self.init(
            id: StoryID(row.integer(0)), state: StoryState(rawValue: row.text(1)) ?? .open,
            content: StoryContent(
                title: row.text(3), link: row.optionalText(4), language: row.optionalText(5),
                published: row.optionalInstant(7), source: row.text(6)),
            categories: Ledger.categories(row.text(2)), firstSeen: row.instant(8), agesFrom: row.instant(9),
            leadItem: row.optionalInteger(10).map(ItemID.init),
            marks: StoryMarks(
                breaking: Set(Ledger.categories(row.text(11))), urgent: Set(Ledger.categories(row.text(12))),
                unfit: Set(Ledger.categories(row.text(13)))))
    }
}

extension Ledger {
    /// Categories as they are stored: their names, joined by commas, the surest first.
    static func categories(_ text: String) -> [Category] {
        text.split(separator: ",").compactMap { Category(rawValue: String($0)) }
    }

    func categories(_ text: String) -> [Category] { Ledger.categories(text) }

    static func text(_ categories: some Sequence<Category>) -> String {
        categories.map(\.rawValue).joined(separator: ",")
    }
}

extension TitleWords {
    /// The hashes as stored: two bytes each, the lower one first.
    init(stored bytes: UnsafeRawBufferPointer) {
        self.init(
            hashes: stride(from: 0, to: bytes.count - 1, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 })
    }

    var stored: [UInt8] {
        var bytes: [UInt8] = []
        store(in: &bytes)
        return bytes
    }

    /// Puts the hashes as stored in place of what is in `bytes`.
    func store(in bytes: inout [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        for hash in hashes {
            bytes.append(UInt8(truncatingIfNeeded: hash))
            bytes.append(UInt8(truncatingIfNeeded: hash >> 8))
        }
    }
}

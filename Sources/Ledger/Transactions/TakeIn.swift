public import News
public import Stories

/// The rows that the stories of a plan have got.
public struct TakenIn: Sendable {
    private var stories: [Int: StoryID]

    init(_ stories: [Int: StoryID]) {
        self.stories = stories
    }

    /// The row of a story of the plan; nil for one of another plan.
    public func id(of story: PlannedStory) -> StoryID? { id(of: story.reference) }

    func id(of reference: StoryReference) -> StoryID? {
        switch reference {
        case .known(let id): id
        case .new(let place): stories[place]
        }
    }
}

extension Ledger {
    /// Takes in what a run read and decided: feeds with validators and marks, items, stories, in one transaction. All of
    /// it is safe when this returns, nothing of it is kept when it throws.
    ///
    /// `visits` are the feeds that were asked, also those that failed; of feeds whose content is in the plan without a
    /// visit (a file) the marks are written all the same. `rules` are those by which it was decided: what counts as
    /// breaking under them is remembered.
    ///
    /// Nil, and nothing is kept, where a message sent by hand came between the decision and this: ask ``known(_:)`` again
    /// and decide again, or the story behind it would be announced a second time.
    public func takeIn(
        _ plan: Plan, visits: [FeedVisit], rules: DecidingRules? = nil
    ) throws(LedgerError) -> TakenIn? {
        try database.transaction { () throws(LedgerError) in
            if try isOvertaken() { return nil }
            if let newBinding {
                try newBinding.write(to: database)
                noteCommits()
                try forgetContent(ofFeedsNotReadIn: visits)
            }
            try redateAdopted(plan.now)
            for visit in visits { try record(visit) }
            let taken = TakenIn(try writeStories(plan))
            _ = try take(plan.feeds, taken, plan.now)
            for attachment in plan.attachments {
                guard let story = taken.id(of: attachment.story) else { continue }
                try database.run(
                    "UPDATE items SET story = ? WHERE id = ? AND story IS NULL",
                    [.integer(story.number), .integer(attachment.item.number)])
            }
            let last = try lastRun()?.at
            try database.setMeta("last_run_at", String(plan.now.secondsSince1970))
            try database.setMeta("last_run_code", nil)
            try noteRun(at: plan.now)
            for (category, fingerprint) in rules?.breakingFingerprints ?? [:] {
                try database.setMeta(Ledger.rulesKey(category), fingerprint)
            }
            try pruneOnceADay(at: plan.now, last: last ?? plan.now, freshFor: rules?.maxAge ?? 0)
            return taken
        }
    }

    /// A ledger of another machine, or a copy, is taken over: everything counts as known. What the feeds that were not read
    /// in this run say is not known yet; they are seen for the first time when they are.
    private func forgetContent(ofFeedsNotReadIn visits: [FeedVisit]) throws(LedgerError) {
        let read = visits.filter { visit in
            switch visit.outcome {
            case .read, .notModified: true
            default: false
            }
        }
        let names = Set(read.map(\.feed.name))
        for name in try database.rows("SELECT location FROM feeds", [], { $0.text(0) }) where !names.contains(name) {
            try database.run(
                """
                UPDATE feeds SET first_seen = NULL, content = NULL, etag = NULL, last_modified = NULL, ask_after = NULL
                WHERE location = ?
                """, [.text(name)])
        }
    }

    /// The categories in which something else counts as breaking under these rules than in the last run that sent them.
    public func changedCategories(_ rules: DecidingRules) throws(LedgerError) -> Set<Category> {
        var changed: Set<Category> = []
        for (category, fingerprint) in rules.breakingFingerprints {
            let last = try database.meta(Ledger.rulesKey(category))
            if let last, last != fingerprint { changed.insert(category) }
        }
        return changed
    }

    private static func rulesKey(_ category: Category) -> String { "breaking:\(category.rawValue)" }

    func record(_ visit: FeedVisit) throws(LedgerError) {
        let feed = try row(of: visit.feed)
        try database.run(
            """
            UPDATE feeds SET last_asked = ?, ask_after = ?, title = coalesce(?, title), moved_to = coalesce(?, moved_to)
            WHERE id = ?
            """,
            [
                Value(visit.at), Value(visit.askAfter), Value(visit.title), Value(visit.movedTo),
                .integer(feed.number),
            ])
        switch visit.outcome {
        case .read(let validators):
            try database.run(
                """
                UPDATE feeds SET etag = ?, last_modified = ?, last_read = ?, suggested_interval = ?, failures = 0,
                    failing_since = NULL, failure = NULL, gone_since = NULL WHERE id = ?
                """,
                [
                    Value(validators.etag), Value(validators.lastModified), Value(visit.at),
                    Value(visit.suggestedInterval), .integer(feed.number),
                ])
        case .notModified(let validators):
            try database.run(
                """
                UPDATE feeds SET etag = coalesce(?, etag), last_modified = coalesce(?, last_modified), last_read = ?,
                    failures = 0, failing_since = NULL, failure = NULL, gone_since = NULL WHERE id = ?
                """,
                [
                    Value(validators.etag), Value(validators.lastModified), Value(visit.at), .integer(feed.number),
                ])
        case .failed(let reason), .gone(let reason):
            try database.run(
                """
                UPDATE feeds SET failures = failures + 1, failing_since = coalesce(failing_since, ?1), failure = ?2
                WHERE id = ?3
                """, [Value(visit.at), .text(reason), .integer(feed.number)])
        }
        if case .gone = visit.outcome {
            try database.run(
                "UPDATE feeds SET gone_since = coalesce(gone_since, ?) WHERE id = ?",
                [Value(visit.at), .integer(feed.number)])
        }
    }

    /// The row of a feed, made where it has none.
    func row(of feed: Feed) throws(LedgerError) -> FeedID {
        if let found = try database.first(
            "SELECT id FROM feeds WHERE location = ?", [.text(feed.name)], { $0.integer(0) })
        {
            return FeedID(found)
        }
        try database.run("INSERT INTO feeds(location) VALUES (?)", [.text(feed.name)])
        return FeedID(database.lastRow)
    }

    /// Takes in feeds; answers the rows of their new items.
    func take(_ feeds: [FeedPlan], _ taken: TakenIn, _ now: Instant) throws(LedgerError) -> Range<Int64> {
        var items = try ItemWriter(database, at: now)
        var leads: [(item: ItemID, story: StoryID)] = []
        for feed in feeds where !feed.isUnchanged {
            let id = try note(feed, now)
            for item in feed.newItems {
                let story = item.story.flatMap { taken.id(of: $0) }
                let row = items.add(item, feed: id, story: story)
                if item.isLead, let story { leads.append((row, story)) }
            }
        }
        try items.write(to: database)
        for (item, story) in leads {
            try database.run(
                "UPDATE stories SET lead_item = ? WHERE id = ?", [.integer(item.number), .integer(story.number)])
        }
        return items.rows
    }

    /// Notes the content of a feed, and what became of the items that were known; answers its row.
    private func note(_ feed: FeedPlan, _ now: Instant) throws(LedgerError) -> FeedID {
        let id = if let known = feed.id { known } else { try row(of: feed.feed) }
        try database.run(
            """
            UPDATE feeds SET first_seen = coalesce(first_seen, ?1), revision = revision + 1, content = ?2,
                last_read = ?1 WHERE id = ?3
            """, [Value(now), Value(feed.content), .integer(id.number)])
        if !feed.newItems.isEmpty { try noteArrival(of: .feed(feed.feed.name), at: now) }
        for item in feed.changedItems { try update(item) }
        for item in feed.vanished {
            try database.run("UPDATE items SET gone = ? WHERE id = ?", [Value(now), .integer(item.number)])
        }
        for item in feed.withdrawn {
            try database.run("UPDATE items SET carries = 0 WHERE id = ?", [.integer(item.number)])
        }
        return id
    }

    /// A known item says something else, or is there again. It learns at most 16 identities: a feed that makes new ids
    /// at each reading would fill the ledger, and its items are known by their links.
    private func update(_ item: ChangedItem) throws(LedgerError) {
        let row = item.id.number
        let learned = try database.first("SELECT learned FROM items WHERE id = ?", [.integer(row)]) { $0.integer(0) }
        let news = item.learned.prefix(max(0, 16 - Int(learned ?? 0)))
        try learn(Array(news), item: row)
        try database.run(
            "UPDATE items SET fingerprint = ?, gone = NULL, carries = 1, learned = learned + ? WHERE id = ?",
            [.integer(Int64(bitPattern: item.fingerprint.bits)), .integer(Int64(news.count)), .integer(row)])
    }

    func learn(_ identities: [IdentityDigest], item: Int64) throws(LedgerError) {
        for identity in identities {
            try database.run(
                "INSERT OR IGNORE INTO identities(digest, item) VALUES (?, ?)", [Value(identity), .integer(item)])
        }
    }
}

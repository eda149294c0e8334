public import News

/// What a run knows before it decides.
public struct DecidingInput: Sendable {
    /// The news time.
    public var now: Instant
    /// The feeds of this run that were read, or that count with what they said last.
    public var feeds: [FeedRecognition]
    /// The ledger's answer to the feeds' questions.
    public var known: [IdentityDigest: [KnownItem]]
    /// The stories that may still be announced.
    public var pending: [KnownStory]
    /// The bulletins that were sent, may have been, or are under way, within the longest cap.
    public var recent: [RecentBulletin]
    /// All known feeds of this run, also those that failed: stories of others stay as they are.
    public var listed: Set<FeedID>
    /// The categories in which something else counts as breaking than in the last run that sent them.
    public var changedCategories: Set<Category>
    /// The pauses that hold now.
    public var pauses: [Pause]
    /// The news time of the run before; nil where nobody knows.
    public var lastRun: Instant?

    /// An input from its parts; the feeds given count as listed.
    public init(
        now: Instant, feeds: [FeedRecognition], known: [IdentityDigest: [KnownItem]] = [:], pending: [KnownStory] = [],
        recent: [RecentBulletin] = [], listed: Set<FeedID> = [], changedCategories: Set<Category> = [],
        pauses: [Pause] = [], lastRun: Instant? = nil
    ) {
        self.now = now
        self.feeds = feeds
        self.known = known
        self.pending = pending
        self.recent = recent
        self.listed = listed.union(feeds.compactMap { $0.known?.id })
        self.changedCategories = changedCategories
        self.pauses = pauses
        self.lastRun = lastRun
    }
}

extension DecidingInput {
    /// Seconds by which clocks may differ from one run to the next.
    private static let tolerance: Int64 = 600

    /// The run before had a later time: the clock was wrong then, or is now.
    var isBehind: Bool { lastRun.map { $0.seconds(since: now) > DecidingInput.tolerance } ?? false }
}

/// A bulletin that counts for the caps.
public struct RecentBulletin: Sendable, Hashable {
    /// Its category.
    public var category: Category
    /// When it was sent.
    public var at: Instant
    /// The only language that it was for, by its tag; nil where it was for all.
    public var language: LanguageTag?

    /// A bulletin from its parts.
    public init(category: Category, at: Instant, language: LanguageTag? = nil) {
        self.category = category
        self.at = at
        self.language = language
    }
}

/// Decides a run: a pure function from what was read, what the ledger knows and the news time, to a plan. Its time grows
/// with the number of items.
///
/// The rules, in the order in which they speak. About an item:
/// 1. It is unchanged since the last reading, or its **id** or **link** is known (``Matching``): its story is the known
///    one, which is settled, or pending and judged below. A known item without a story was adopted, which silences it in
///    its own feed only.
/// 2. Its feed is seen **for the first time** or looks **migrated** (``FeedSurvey``): it is adopted; of a migrated feed,
///    what is fresh by its own date and has no known title goes on; of a new one, the newest that `announceFirst` asks
///    for.
/// 3. Its own date is older than the memory for titles: too **old**; it is not even mapped.
/// 4. It is mapped. Its **title** is known in one of its categories, or within its feed: as 1.
/// 5. Another item of this run tells the **same story** (``StoryBoard``): it joins that.
/// 6. It opens a story.
///
/// About a pending story (``judge``): only a changed rule would send it; too old, dated ahead, taken back, no category, no
/// feed of this run; then for each of its categories: claimed already, not chosen, not spoken, not breaking, carried by too few feeds,
/// paused, and, unless it is urgent, quiet hours and caps. What is left makes the bulletins.
///
/// `map` is asked once for each item that reaches rule 4, and for none that is known or adopted.
public func decide(
    _ input: DecidingInput, rules: DecidingRules, map: @escaping (Item, Feed) -> Mapping
) -> Plan {
    var run = DecidingRun(input, rules, map)
    // Feeds known before come first: their stories take in the items of feeds that are adopted in this run.
    for place in input.feeds.indices { run.takeChangedItems(ofFeed: place) }
    run.announceFirst()
    run.adoptTheRest()
    for place in input.feeds.indices { run.takeStock(ofFeed: place) }
    run.categoriseUntold()
    run.judge()
    return run.plan
}

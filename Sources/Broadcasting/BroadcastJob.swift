public import Bulletins
public import Categories
public import Fetching
public import News
public import Stories

/// What a broadcast is asked to do, whatever the state of the world.
public struct BroadcastJob: Sendable {
    /// The feeds to read, each address or path once.
    public var feeds: [Feed]
    /// When feeds are asked.
    public var asking: AskingRules
    /// What counts as news.
    public var rules: DecidingRules
    /// What finds the category of new items.
    public var mapper: CategoryMapper
    /// How bulletins are worded.
    public var style: BulletinStyle
    /// Whom each category's notifications are for.
    public var targets: CategoryTargets
    /// The time of day that the newsroom's clocks show, for messages: `14:05`.
    public var timeOfDay: @Sendable (Instant) -> String
    /// The news time: ages and windows count from it.
    public var now: Instant
    /// Whether that time was given by somebody, and is not the machine's clock, which may be wrong.
    public var nowIsGiven: Bool
    /// Seconds of real time after which the run starts nothing new.
    public var budgetSeconds: Int64
    /// How many items of feeds seen for the first time are held before they are taken in.
    public var itemsPerCommit = 16_384

    /// A job from its parts.
    public init(
        feeds: [Feed], asking: AskingRules = AskingRules(), rules: DecidingRules = DecidingRules(),
        mapper: CategoryMapper = CategoryMapper(),
        style: BulletinStyle = BulletinStyle(),
        targets: CategoryTargets, timeOfDay: @escaping @Sendable (Instant) -> String = BroadcastJob.universalTime,
        now: Instant, nowIsGiven: Bool = false, budgetSeconds: Int64 = 300
    ) {
        self.feeds = feeds
        self.asking = asking
        self.rules = rules
        self.mapper = mapper
        self.style = style
        self.targets = targets
        self.timeOfDay = timeOfDay
        self.now = now
        self.nowIsGiven = nowIsGiven
        self.budgetSeconds = budgetSeconds
    }

    /// Hours and minutes in UTC.
    public static let universalTime: @Sendable (Instant) -> String = { instant in
        let time = CivilTime(utc: instant)
        return [time.hour, time.minute].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

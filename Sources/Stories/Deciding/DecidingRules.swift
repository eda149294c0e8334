public import News

/// What the newsroom set about deciding. Durations are in seconds.
public struct DecidingRules: Sendable, Hashable {
    /// At most that many bulletins of a category in any stretch of that length.
    public struct Cap: Sendable, Hashable {
        /// How many bulletins.
        public var bulletins: Int
        /// The length of the stretch.
        public var seconds: Int64
        /// A cap from its parts.
        public init(bulletins: Int, seconds: Int64) {
            self.bulletins = bulletins
            self.seconds = seconds
        }
    }

    /// Which story leads a bulletin.
    public enum Order: Sendable, Hashable {
        /// The one that most feeds carry; of those the newest.
        case carriers
        /// The newest.
        case newest
    }

    /// How the stories of a bulletin are ordered, the lead first.
    public var order = Order.carriers
    /// A story is fresh while it is younger than this.
    public var maxAge: Int64 = 6 * 3_600
    /// A title identifies a story for this long after it was first seen.
    public var titleMemory: Int64 = 48 * 3_600
    /// Dates this far ahead are taken for clocks that differ; stories dated later wait for their time.
    public var futureTolerance: Int64 = 3_600
    /// Stories dated later than this are not waited for.
    public var futureLimit: Int64 = 48 * 3_600
    /// How many stories of feeds never seen before are announced, the newest first, whatever their age.
    public var announceFirst = 0
    /// Everything read and everything pending becomes known without being announced.
    public var adoptsEverything = false
    /// The categories to send in this run; nil for all. The others stay open.
    public var categories: Set<Category>?
    /// A story that fits several categories goes to each of them, not only to the surest.
    public var allCategories = false
    /// The caps of each category that has none of its own.
    public var caps = [Cap(bulletins: 2, seconds: 3_600), Cap(bulletins: 12, seconds: 86_400)]
    /// The caps of single categories.
    public var capsByCategory: [Category: [Cap]] = [:]
    /// What counts as breaking; every new story in a category that is not named.
    public var breaking: [Category: Breaking] = [:]
    /// When stories wait.
    public var quiet: QuietHours?
    /// The languages that are spoken.
    public var languages = NewsroomLanguages()

    /// The rules that hold unless the configuration says otherwise.
    public init() {}

    /// The longest stretch that any cap looks back, in seconds.
    public var longestCap: Int64 {
        (caps + capsByCategory.values.flatMap(\.self)).map(\.seconds).max() ?? 0
    }

    /// For each category that is sent, a text that differs whenever other stories would be sent there: others count as
    /// breaking, or other languages are spoken.
    public var breakingFingerprints: [Category: String] {
        let sent = Category.allCases.filter { categories?.contains($0) ?? true }
        let spoken = languages.fingerprint
        return Dictionary(
            uniqueKeysWithValues: sent.map { category in
                let breaking = (breaking[category] ?? Breaking()).fingerprint
                return (category, spoken.isEmpty ? breaking : "\(breaking) \(spoken)")
            })
    }
}

/// What the mapper says about an item.
public struct Mapping: Sendable, Hashable {
    /// The categories it fits, the surest first; empty when it fits none or is in doubt.
    public var categories: [Category]
    /// The likeliest of the six, for people, where the mapper abstains.
    public var best: Category?
    /// How sure the mapper is, 0 to 1.
    public var confidence: Double
    /// The next after ``best``, and how probable; nil where nothing speaks, or for none of the six.
    public var runnerUp: Category?
    /// Its probability, 0 to 1.
    public var runnerUpProbability: Double
    /// The reasons, in words.
    public var because: [String]

    /// A mapping from its parts.
    public init(
        categories: [Category] = [], best: Category? = nil, confidence: Double = 1, because: [String] = [],
        runnerUp: Category? = nil, runnerUpProbability: Double = 0
    ) {
        self.runnerUp = runnerUp
        self.runnerUpProbability = runnerUpProbability
        self.categories = categories
        self.best = best
        self.confidence = confidence
        self.because = because
    }
}

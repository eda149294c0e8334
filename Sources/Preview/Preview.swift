public import Bulletins
public import HubLanguage
public import News
public import NotificationHub

/// Everything a dry run shows: what would be sent, how it would look, and what is left out and why. Plain values: making
/// one changes nothing, and neither does showing it.
public struct Preview: Sendable {
    /// The news time for which the preview holds.
    public var now: Instant
    /// The notifications in the order in which they would be sent.
    public var notifications: [PreviewedNotification]
    /// The items that are not part of any notification.
    public var leftOut: [LeftOutItem]
    /// One sentence for each feed that could not be read.
    public var feedTroubles: [String]
    /// Date and time of day as the newsroom's clocks show them, to the minute: `2026-11-30 08:12`.
    public var clock: @Sendable (Instant) -> String

    /// A preview from its parts.
    public init(
        now: Instant, notifications: [PreviewedNotification], leftOut: [LeftOutItem] = [], feedTroubles: [String] = [],
        clock: @escaping @Sendable (Instant) -> String = Preview.universalMinute
    ) {
        self.clock = clock
        self.now = now
        self.notifications = notifications
        self.leftOut = leftOut
        self.feedTroubles = feedTroubles
    }

    /// Date, hours and minutes in UTC.
    public static let universalMinute: @Sendable (Instant) -> String = { instant in
        String(instant.description.prefix(16)).replacing("T", with: " ")
    }

    /// A time as people read it here: `08:12` on the day for which the preview holds, else with its date.
    public func moment(_ instant: Instant) -> String {
        let (text, today) = (clock(instant), clock(now))
        return text.prefix(10) == today.prefix(10) ? String(text.suffix(5)) : text
    }

    /// How many notifications there are and how many items are left out.
    var summary: String {
        notifications.isEmpty
            ? "Nothing would be sent" : counted(notifications.count, "notification") + " would be sent"
    }
}

/// `1 story`, `2 stories`.
func counted(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(count) \(count == 1 ? singular : plural ?? singular + "s")"
}

/// One notification as it would be sent.
public struct PreviewedNotification: Sendable {
    /// What it says.
    public var bulletin: Bulletin
    /// The categories it speaks for; none where an editor addresses others.
    public var categories: [Category]
    /// The only language that it is for, by its tag; nil where it is for all.
    public var language: String?
    /// The stories behind it, in the bulletin's order.
    public var stories: [PreviewedStory]
    /// Whom it is for, in words of the hub: a tag, an expression, or everyone.
    public var target: String
    /// The request, with its token hidden.
    public var request: HubRequest
    /// What the request's signature is made for, as it stands in a token.
    public var encodedAudience: String
    /// The platform in whose own form it goes out; nil for templates.
    public var platform: Platform?
    /// Whether it reaches ten devices at most and is answered with what became of it there.
    public var isTest: Bool
    /// When the hub sends it; nil for at once.
    public var scheduledFor: Instant?
    /// The templates of the apps that get it, with the limits of their platforms.
    public var templates: [PayloadBudget]
    /// The newsroom's own limit for a message, in bytes.
    public var messageLimit: Int

    /// A notification from its parts.
    public init(
        bulletin: Bulletin, categories: [Category], language: String? = nil, stories: [PreviewedStory], target: String,
        request: HubRequest, encodedAudience: String, platform: Platform? = nil, isTest: Bool = false,
        scheduledFor: Instant? = nil, templates: [PayloadBudget] = PayloadBudget.standard, messageLimit: Int = 1_000
    ) {
        self.templates = templates
        self.messageLimit = messageLimit
        self.platform = platform
        self.isTest = isTest
        self.scheduledFor = scheduledFor
        self.bulletin = bulletin
        self.categories = categories
        self.language = language
        self.stories = stories
        self.target = target
        self.request = request
        self.encodedAudience = encodedAudience
    }
}

extension PreviewedNotification {
    /// Its categories in words; what an editor sends to others goes by hand.
    var heading: String {
        let names = categories.isEmpty ? "By hand" : categories.map(\.rawValue).joined(separator: ", ")
        return language.map { "\(names) in \($0)" } ?? names
    }
}

/// A story of a notification, with what an editor wants to know before it goes out.
public struct PreviewedStory: Sendable {
    /// Its number in the ledger, by which `drop` knows it; nil for one that is new.
    public var number: Int64?
    /// The title as one clean line.
    public var headline: String
    /// Address of the article.
    public var link: String?
    /// The feeds that carry it, by their names for people, the one it is told from first.
    public var feeds: [String]
    /// Its age counts from here: the older of its own date and its first sight.
    public var since: Instant?
    /// The language that it is told in, by its tag; nil where all count as one.
    public var language: String?
    /// Why it has its category, in words; empty where that was found in an earlier run, or an editor says so.
    public var because: [String]

    /// A story from its parts.
    public init(
        number: Int64? = nil, headline: String, link: String? = nil, feeds: [String] = [], since: Instant? = nil,
        language: String? = nil, because: [String] = []
    ) {
        self.language = language
        self.because = because
        self.number = number
        self.headline = headline
        self.link = link
        self.feeds = feeds
        self.since = since
    }
}

/// An item that is not part of any notification.
public struct LeftOutItem: Sendable, Hashable {
    /// The number of its story in the ledger, where that is pending; nil for any other.
    public var story: Int64?
    /// The title as one clean line.
    public var title: String
    /// Address of the article.
    public var link: String?
    /// The feed it was read from, by its name for people.
    public var feed: String
    /// The category it maps to; nil for none.
    public var category: Category?
    /// Why it is left out: one word for programs, such as `known`.
    public var verdict: String
    /// Why it is left out, in words: `known by its link since 08:12`.
    public var reason: String
    /// What it has in common with others, as a heading for people: `known already`.
    public var group: String
    /// What the heading leaves open: `by its link since 08:12`. Empty where it says all.
    public var particulars: String
    /// Since when that holds; nil where it is no matter of time.
    public var since: Instant?
    /// When it ends by itself; nil where that is not known.
    public var until: Instant?
    /// What its category would most likely be, and how probable; empty unless it has none.
    public var scores: [CategoryScore]

    /// An item from its parts; without a group the reason is its heading.
    public init(
        story: Int64? = nil, title: String, link: String?, feed: String, category: Category?, verdict: String,
        reason: String, group: String? = nil, particulars: String = "", since: Instant? = nil, until: Instant? = nil,
        scores: [CategoryScore] = []
    ) {
        self.since = since
        self.until = until
        self.scores = scores
        self.group = group ?? reason
        self.particulars = particulars
        self.story = story
        self.title = title
        self.link = link
        self.feed = feed
        self.category = category
        self.verdict = verdict
        self.reason = reason
    }
}

/// A category that an item may belong to.
public struct CategoryScore: Sendable, Hashable {
    /// The category.
    public var category: Category
    /// How probable it is, 0 to 1.
    public var probability: Double

    /// A category and its probability.
    public init(category: Category, probability: Double) {
        self.category = category
        self.probability = probability
    }
}

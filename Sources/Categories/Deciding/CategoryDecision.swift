public import News

/// What the mapper makes of one item.
public struct CategoryDecision: Sendable, Equatable {
    /// The category the item goes out with; nil when it fits none of the six, or when that is in doubt.
    public var category: Category?
    /// ``category`` first, then every other that the item fits, where all of them are asked for.
    public var categories: [Category]
    /// The likeliest of the six; nil when none of them is likelier than all, or when nothing speaks.
    public var best: Category?
    /// How often a decision like this one for ``best`` is right, 0 to 1; where ``best`` is nil, the probability of the
    /// item being none of the six.
    public var confidence: Double
    /// What comes next after ``best``; nil where nothing speaks.
    public var runnerUp: RunnerUp?
    /// What spoke, the heaviest first.
    public var because: [CategoryReason]
    /// Why ``category`` is nil.
    public var doubt: CategoryDoubt?
    /// The place of the newsroom's rule that decided, counted from 0.
    public var rule: Int?

    /// A decision from its parts.
    public init(
        category: Category?, best: Category?, confidence: Double, because: [CategoryReason] = [],
        doubt: CategoryDoubt? = nil, runnerUp: RunnerUp? = nil, rule: Int? = nil
    ) {
        self.category = category
        categories = category.map { [$0] } ?? []
        self.best = best
        self.confidence = confidence
        self.because = because
        self.doubt = doubt
        self.runnerUp = runnerUp
        self.rule = rule
    }
}

/// The outcome that comes second.
public struct RunnerUp: Sendable, Hashable {
    /// One of the six; nil for none of them.
    public var category: Category?
    /// Its probability, 0 to 1.
    public var probability: Double

    /// An outcome and its probability.
    public init(category: Category?, probability: Double) {
        self.category = category
        self.probability = probability
    }
}

/// One thing that spoke for a category.
public struct CategoryReason: Sendable, Hashable {
    /// Where it was found. The raw value is the word of machine-readable output.
    public enum Kind: String, Sendable {
        /// A rule of the newsroom.
        case rule
        /// The newsroom's feed list sets the category.
        case setting
        /// An IPTC code of the item.
        case code
        /// A category, subject, keyword or label of the item.
        case itemCategory = "category"
        /// The list that an item's category comes from (RSS `domain`, Atom `scheme`).
        case scheme
        /// The section in the item's link.
        case link
        /// The title or address of the feed, or its folder in the list.
        case feed
        /// What most other items of the feed are filed under.
        case habit
        /// The words of title and summary.
        case text
    }

    /// Where it was found.
    public var kind: Kind
    /// The words that counted, as they stood there.
    public var text: String
    /// What it speaks for; nil for "none of the six".
    public var category: Category?
    /// Log-odds.
    public var weight: Double
    /// The single words of ``text``, where they were weighed one by one and somebody asked.
    public var words: [WeightedWord]

    /// A reason from its parts.
    public init(kind: Kind, text: String, category: Category?, weight: Double, words: [WeightedWord] = []) {
        self.kind = kind
        self.text = text
        self.category = category
        self.weight = weight
        self.words = words
    }
}

/// Why an item has no category.
public enum CategoryDoubt: Sendable, Hashable, CustomStringConvertible {
    /// Nothing in the item or its feed names a section that is known, and its words are too few or not known.
    case nothingSaid
    /// What was found belongs to none of the six.
    case noneOfTheSix
    /// What was found is no more than a hint.
    case tooWeak
    /// Two outcomes are about as likely; nil stands for none of the six.
    case tooClose(to: Category?)
    /// The words alone are not sure enough.
    case unsure
    /// A rule of the newsroom says that the item is none of the six.
    case ruledOut
    /// A rule of the newsroom says that it never goes out.
    case never

    /// The reason as words that follow "no category: ".
    public var description: String {
        switch self {
        case .nothingSaid: "nothing in it names a known section"
        case .noneOfTheSix: "it is none of the six"
        case .tooWeak: "only hints"
        case .tooClose(let other): "too close to \(other?.rawValue ?? "none of the six")"
        case .unsure: "its words alone are not sure enough"
        case .ruledOut: "a rule says none of the six"
        case .never: "a rule says never"
        }
    }
}

/// What counts as breaking in a category, and what is urgent there.
public struct Breaking: Sendable, Hashable {
    /// How many feeds must carry a story before it is announced.
    public var minFeeds: Int
    /// Only stories of which an item matches; all, where there are none.
    public var rules: ItemRules
    /// A story of which an item matches passes caps and quiet hours.
    public var urgentRules: ItemRules
    /// So does one that at least so many feeds carry; nil for none.
    public var urgentMinFeeds: Int?

    /// Every new story, until something narrows it.
    public init(
        minFeeds: Int = 1, rules: ItemRules = ItemRules(), urgentRules: ItemRules = ItemRules(),
        urgentMinFeeds: Int? = 4
    ) {
        self.minFeeds = minFeeds
        self.rules = rules
        self.urgentRules = urgentRules
        self.urgentMinFeeds = urgentMinFeeds
    }

    /// Tells these rules from others that would send other stories. What is urgent goes out sooner, not more of it.
    var fingerprint: String {
        "\(IdentityDigest.of("breaking", String(minFeeds), rules.canonicalText))"
    }
}

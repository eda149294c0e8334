public import News

/// One value of an option, an environment variable or the configuration, read and checked.
public enum SettingValue: Sendable, Hashable {
    /// A flag that is set, or set to false in the configuration.
    case flag(Bool)
    /// Text, a path, an address or one of several words.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A length of time in seconds.
    case seconds(Int64)
    /// A size in bytes.
    case bytes(Int)
    /// A point in time.
    case instant(Instant)
    /// Categories in the order given, each once.
    case categories([Category])
    /// A value for a name.
    case assignment(name: String, value: String)
    /// Quiet hours.
    case quiet(QuietSetting)
    /// Caps.
    case caps(CapSettings)
    /// What counts as breaking.
    case breaking(BreakingSettings)
    /// The newsroom's rules about categories.
    case rules(RuleSettings)
    /// What holds for single feeds.
    case feedSettings(FeedSettingsByPlace)
    /// Lists of texts by user.
    case listsByUser(ListsByUser)
    /// Languages in the order given, each once.
    case languages([LanguageTag])
}

/// Why a text is not a value of the wanted kind.
public struct ValueFault: Error, Sendable, Equatable {
    /// What is wrong and what is expected, to follow the quoted value.
    public var problem: String
    /// False where the value may be a secret, so that it must not be quoted.
    public var mayBeQuoted: Bool

    /// A fault from its parts.
    public init(_ problem: String, mayBeQuoted: Bool = true) {
        self.problem = problem
        self.mayBeQuoted = mayBeQuoted
    }
}

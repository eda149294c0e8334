/// The long names of all options. The raw value is what is typed after `--`.
public enum OptionName: String, CaseIterable, Sendable {
    case adopt
    case again
    case against
    case allCategories = "all-categories"
    case announceFirst = "announce-first"
    case asIs = "as-is"
    case at
    case backend
    case baseURL = "base-url"
    case breaking
    case caps
    case category
    case categories
    case categoryTag = "category-tag"
    case channel
    case config
    case contact
    case contentType = "content-type"
    case deadline
    case demoUsers = "demo-users"
    case dryRun = "dry-run"
    case empty
    case every
    case everyone
    case explain
    case feedSettings = "feed-settings"
    case feeds
    case filesFrom = "files-from"
    case follow
    case format
    case help
    case hub
    case hubFile = "hub-file"
    case id
    case language
    case languageAddressing = "language-addressing"
    case languageProperty = "language-property"
    case languageTag = "language-tag"
    case languages
    case ledger
    case link
    case listen
    case logFormat = "log-format"
    case man
    case maxAge = "max-age"
    case mayNotify = "may-notify"
    case maxFeedSize = "max-feed-size"
    case messageBytes = "message-bytes"
    case messageTemplate = "message-template"
    case metrics
    case now
    case outcome
    case parameter = "param"
    case passwordFile = "password-file"
    case ping
    case platform
    case pollAlways = "poll-always"
    case port
    case preset
    case printDefault = "print-default"
    case property
    case proxied
    case publicOnly = "public-only"
    case quiet
    case quietHours = "quiet-hours"
    case registration
    case replaces
    case requestTimeout = "request-timeout"
    case rules
    case runs
    case sharedDevices = "shared-devices"
    case since
    case sort
    case state
    case tag
    case tags
    case template
    case test
    case tier
    case timeout
    case tlsCertificate = "tls-certificate"
    case tlsKey = "tls-key"
    case token
    case transfers
    case until
    case updateFeeds = "update-feeds"
    case user
    case users
    case userTags = "user-tags"
    case verbose
    case version
    case wait
    case yes
}

/// The heading under which help lists an option.
public enum OptionSection: String, CaseIterable, Sendable {
    case reading = "Reading feeds"
    case mapping = "Which category"
    case choosing = "What is sent"
    case message = "The message"
    case languages = "Languages"
    case hub = "The hub"
    case backend = "The back end"
    case health = "Watching it"
    case output = "Output"
    case common = "Common options"
}

/// What holds when an option is not given anywhere.
public enum OptionDefault: Sendable, Equatable {
    /// Nothing; the option has no effect.
    case none
    /// The value as it would be typed.
    case value(String)
    /// A value that depends on the surroundings, in words for the help.
    case described(String)
}

/// One row of the table from which parsing, the configuration reader and all help are made.
public struct OptionDefinition: Sendable {
    /// The long name.
    public var name: OptionName
    /// The letter after a single dash.
    public var short: Character?
    /// What a value looks like.
    public var kind: ValueKind
    /// May be given several times; the values add up.
    public var isRepeatable: Bool
    /// The commands whose help lists it.
    public var commands: [CommandName]
    /// Every command accepts it, so that one crontab or alias can serve them all.
    public var isCommon: Bool
    /// The environment variable that stands in for it.
    public var variable: String?
    /// The key path in the configuration, with dots between the names.
    public var key: String?
    /// What holds without it.
    public var fallback: OptionDefault
    /// The heading in help.
    public var section: OptionSection
    /// Half a line for `--help`.
    public var summary: String
    /// What `help COMMAND` says beyond the summary, in sentences; may be empty.
    public var details: String

    /// A row from its parts.
    public init(
        _ name: OptionName, short: Character? = nil, _ kind: ValueKind, isRepeatable: Bool = false,
        commands: [CommandName], isCommon: Bool = false, variable: String? = nil, key: String? = nil,
        fallback: OptionDefault = .none, section: OptionSection, summary: String, details: String = ""
    ) {
        self.name = name
        self.short = short
        self.kind = kind
        self.isRepeatable = isRepeatable
        self.commands = commands
        self.isCommon = isCommon
        self.variable = variable
        self.key = key
        self.fallback = fallback
        self.section = section
        self.summary = summary
        self.details = details
    }

    /// The option as people type it: `--max-age`.
    public var typed: String { "--" + name.rawValue }

    /// Whether `command` accepts it. What broadcasts may be told by configuration or option can be looked at and checked
    /// as an option too.
    public func isAccepted(by command: CommandName) -> Bool {
        isCommon || commands.contains(command) || [.config, .check].contains(command) && isSetting
    }

    /// Whether it is a setting of broadcasts: it has a key in the configuration.
    public var isSetting: Bool { key != nil && commands.contains(.broadcast) }
}

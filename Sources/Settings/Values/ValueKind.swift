/// What the value of an option looks like.
public enum ValueKind: Sendable, Equatable {
    /// The names that an assignment may set.
    public enum Names: Sendable, Equatable {
        /// Any name made of letters, digits and underscores: template properties.
        case any
        /// One of the six categories.
        case category
        /// A category, a language, both joined by a dot, or `default` for all of them: message templates.
        case categoryOrDefault
        /// A category, a feed list, or `default` for all: languages.
        case languageHolder
        /// A language: names of properties.
        case language
    }

    /// No value: present or not.
    case flag
    /// Any text that is not empty; the placeholder stands for it in help.
    case text(String)
    /// A path of the file system.
    case path(String)
    /// A path or an http(s) address.
    case source
    /// An http(s) address; where it may be unknown, a dash says so.
    case address(placeholder: String, mayBeUnknown: Bool)
    /// An http(s) address that whoever knows it can call: it is not quoted.
    case secretAddress(placeholder: String)
    /// The name of a hub, or `local`.
    case hubName
    /// A whole number.
    case integer(ClosedRange<Int>)
    /// A length of time in seconds, typed as `45s`, `30m`, `6h` or `2d`.
    case duration(ClosedRange<Int64>)
    /// A size in bytes, typed as `500kB` or `16MiB`.
    case size(ClosedRange<Int>)
    /// A time by RFC 3339.
    case instant
    /// A time by RFC 3339, or how far it is from now, as a duration.
    case moment
    /// Categories, several separated by commas.
    case categories
    /// One of a few words.
    case choice([String])
    /// `NAME=VALUE`.
    case assignment(Names, placeholder: String)
    /// Quiet hours: an object.
    case quietHours
    /// Caps: lists by category, or a list for all.
    case caps
    /// What counts as breaking: objects by category.
    case breaking
    /// The newsroom's rules about categories: a list of objects.
    case rules
    /// What holds for single feeds: objects by address or host.
    case feedSettings
    /// A language by its tag.
    case language
    /// Several, separated by commas.
    case languages

    /// Whether the option is followed by a value.
    public var takesValue: Bool { self != .flag }

    /// What stands for the value in help; nil for flags.
    public var placeholder: String? {
        switch self {
        case .flag: nil
        case .text(let placeholder), .path(let placeholder): placeholder
        case .source: "FILE|URL"
        case .address(let placeholder, _), .secretAddress(let placeholder): placeholder
        case .hubName: "NAME"
        case .integer: "N"
        case .duration: "DURATION"
        case .size: "SIZE"
        case .instant, .moment: "TIME"
        case .categories: "CATEGORY"
        case .choice(let words): words.joined(separator: "|")
        case .assignment(_, let placeholder): placeholder
        case .quietHours, .caps, .breaking, .rules, .feedSettings: "JSON"
        case .language: "TAG"
        case .languages: "TAG[,TAG…]"
        }
    }
}

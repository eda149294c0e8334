public import News

/// What `devices` is asked to do.
public enum DevicesArguments: Sendable, Hashable {
    /// Which devices a list is of.
    public enum Choice: Sendable, Hashable {
        /// All.
        case all
        /// Those that follow a tag.
        case tag(String)
        /// The one with that token.
        case channel(String)
    }

    /// A device that is to follow categories.
    public struct Subscription: Sendable, Hashable {
        /// The push service, as installations call it.
        public var platform: String
        /// What the push service reaches it by; a dash for standard input.
        public var token: String
        /// What it follows.
        public var categories: [Category]
        /// The file of its template; nil for the usual one.
        public var templateFile: String?
        /// Whose device it is.
        public var user: String?
        /// The installation's id; nil for one made of platform and token.
        public var id: String?
        /// Whether it becomes a registration instead of an installation.
        public var isRegistration: Bool
    }

    /// A device that registers through a back end, as an app does.
    public struct BackendRegistration: Sendable, Hashable {
        /// Where the back end is, without a slash at the end.
        public var address: String
        /// Who signs in.
        public var user: String
        /// The push service, as installations call it.
        public var platform: String
        /// What the push service reaches it by; a dash for standard input.
        public var token: String
        /// What it follows.
        public var categories: [Category]
    }

    /// Lists devices.
    case list(Choice)
    /// Shows one.
    case show(String)
    /// Lets one follow categories.
    case subscribe(Subscription)
    /// Changes which categories one follows.
    case categories(String, [Category])
    /// Ends it for one.
    case unsubscribe(String)
    /// Registers one through a back end.
    case register(BackendRegistration)

    /// Reads the operands, and holds the options to what is asked for.
    public init(_ command: ParsedCommand) throws(UsageError) {
        let words = command.operands.map(\.text)
        let action = try Self.action(words[0])
        try Self.check(action, command, count: words.count)
        switch action {
        case .list: self = .list(Self.choice(command))
        case .show: self = .show(words[1])
        case .subscribe: self = .subscribe(try Self.subscription(command))
        case .categories: self = .categories(words[1], try Self.categories(words[2]))
        case .unsubscribe: self = .unsubscribe(words[1])
        case .register: self = .register(try Self.registration(command))
        }
    }

    private enum Action: String, CaseIterable {
        case list
        case show
        case subscribe
        case categories
        case unsubscribe
        case register

        /// What stands behind the word.
        var operands: [String] {
            switch self {
            case .list, .subscribe, .register: []
            case .show, .unsubscribe: ["an ID ('bulletin devices list' shows them)"]
            case .categories: ["an ID ('bulletin devices list' shows them)", "a CATEGORY, several with commas"]
            }
        }

        var options: [OptionName] {
            switch self {
            case .list: [.tag, .channel]
            case .subscribe: [.platform, .token, .categories, .template, .user, .id, .registration]
            case .register: [.backend, .user, .platform, .token, .categories, .passwordFile, .state]
            case .show, .categories, .unsubscribe: []
            }
        }
    }

    private static func action(_ word: String) throws(UsageError) -> Action {
        if let action = Action(rawValue: word) { return action }
        let names = Action.allCases.map(\.rawValue)
        let hint = nearest(to: word, among: names).map { "; did you mean \($0)?" } ?? ""
        throw .badOperand(value: word, fault: ValueFault("is none of \(names.joined(separator: ", "))\(hint)"))
    }

    private static func check(_ action: Action, _ command: ParsedCommand, count: Int) throws(UsageError) {
        for other in Action.allCases where other != action {
            for option in other.options where command.options[option] != nil && !action.options.contains(option) {
                throw .conflict("--\(option.rawValue) belongs to devices \(other.rawValue), not to \(action.rawValue)")
            }
        }
        let given = count - 1
        guard given >= action.operands.count else {
            throw .conflict("devices \(action.rawValue) needs \(action.operands[given])")
        }
        guard given == action.operands.count else {
            throw .unexpectedOperand(command.operands[action.operands.count + 1].text, command: .devices)
        }
    }

    private static func choice(_ command: ParsedCommand) -> Choice {
        if let tag = command.options[.tag]?.first?.text { return .tag(tag) }
        return command.options[.channel]?.first?.text.map(Choice.channel) ?? .all
    }

    private static func subscription(_ command: ParsedCommand) throws(UsageError) -> Subscription {
        let text = { (name: OptionName) in command.options[name]?.first?.text }
        guard let platform = text(.platform), let token = text(.token),
            case .categories(let categories)? = command.options[.categories]?.first
        else { throw .conflict("devices subscribe needs --platform, --token and --categories") }
        let isRegistration = command.options[.registration] != nil
        guard !isRegistration || text(.id) == nil else {
            throw .conflict("--id and --registration exclude each other: the hub names registrations itself")
        }
        return Subscription(
            platform: platform, token: token, categories: categories, templateFile: text(.template), user: text(.user),
            id: text(.id), isRegistration: isRegistration)
    }

    private static func registration(_ command: ParsedCommand) throws(UsageError) -> BackendRegistration {
        let text = { (name: OptionName) in command.options[name]?.first?.text }
        guard let address = text(.backend), let user = text(.user), let platform = text(.platform),
            let token = text(.token), case .categories(let categories)? = command.options[.categories]?.first
        else { throw .conflict("devices register needs --backend, --user, --platform, --token and --categories") }
        return BackendRegistration(
            address: String(address.reversed().drop { $0 == "/" }.reversed()), user: user, platform: platform,
            token: token, categories: categories)
    }

    private static func categories(_ word: String) throws(UsageError) -> [Category] {
        do {
            guard case .categories(let categories) = try ValueKind.categories.value(from: word) else { return [] }
            return categories
        } catch {
            throw .badOperand(value: word, fault: error)
        }
    }
}

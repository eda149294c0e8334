internal import News

extension Shell {
    /// A script for the shell that completes command lines, made of the tables of commands and options.
    public var completions: String {
        switch self {
        case .bash: bashCompletions()
        case .zsh: zshCompletions()
        case .fish: fishCompletions()
        }
    }
}

extension Completion {
    private static let categories = Completion.list(Category.allCases.map(\.rawValue))

    /// What may follow an option of that kind; nil after a flag.
    init?(_ kind: ValueKind) {
        switch kind {
        case .flag: return nil
        case .path, .source: self = .files
        case .hubName: self = .words(["local"])
        case .choice(let words): self = .words(words)
        case .categories: self = Self.categories
        case .text, .address, .secretAddress, .integer, .duration, .size, .instant, .moment, .assignment, .quietHours,
            .caps, .breaking,
            .rules,
            .feedSettings, .language, .languages:
            self = .anything
        }
    }

    /// What stands in the places of a command's operands, in order.
    static func operands(of command: CommandName) -> [Completion] {
        switch command {
        case .send: [categories, .anything]
        case .pause, .resume: [categories]
        case .resolve: [.anything, .words(["sent", "unsent"])]
        case .devices: [.words(["list", "show", "subscribe", "categories", "unsubscribe"]), .anything, categories]
        case .items: [.files]
        case .schedule: [.words(["cron", "systemd"]), .words(["service", "timer"])]
        case .completions: [.words(Shell.allCases.map(\.rawValue))]
        case .help: [.words(CommandTable.all.map(\.name.rawValue))]
        default: []
        }
    }
}

extension OptionDefinition {
    /// The ways to type it: `--dry-run` and `-n`.
    var spellings: [String] { [typed] + (short.map { ["-\($0)"] } ?? []) }
}

extension OptionTable {
    /// How every option that takes a value is typed, in any command: the word after it is none of its own.
    static var spellingsWithValue: [String] {
        var found: [String] = []
        for row in all where row.kind.takesValue {
            for spelling in row.spellings where !found.contains(spelling) { found.append(spelling) }
        }
        return found
    }

    /// What may follow an option, by the commands and spellings after which it may: `check:--format`. Options that nobody
    /// can guess the value of are among them, as no file is to be offered there.
    static var values: [(places: [String], completion: Completion)] {
        var found: [(places: [String], completion: Completion)] = []
        func add(_ rows: [OptionDefinition], to command: String) {
            for row in rows {
                guard let completion = Completion(row.kind) else { continue }
                let places = row.spellings.map { "\(command):\($0)" }
                if let position = found.firstIndex(where: { $0.completion == completion }) {
                    found[position].places += places
                } else {
                    found.append((places, completion))
                }
            }
        }
        // Common options may stand before the command.
        add(all.filter(\.isCommon), to: "")
        for command in CommandTable.all { add(rows(for: command.name), to: command.name.rawValue) }
        return found
    }
}

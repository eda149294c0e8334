/// Help as parts, which a printer lays out.
public struct HelpPage: Sendable, Equatable {
    /// One part of a page.
    public enum Block: Sendable, Equatable {
        /// A heading.
        case heading(String)
        /// Running text.
        case paragraph(String)
        /// A line that must not be broken.
        case line(String)
        /// Terms and what they mean, side by side.
        case definitions([Definition])
        /// Terms with several sentences below each.
        case articles([Definition])
    }

    /// A term and what it means.
    public struct Definition: Sendable, Equatable {
        /// An option with its value, a command, a code.
        public var term: String
        /// What it means.
        public var text: String
    }

    /// The parts in order.
    public private(set) var blocks: [Block] = []

    /// The list of commands.
    public init(overviewOf commands: [CommandDefinition]) {
        blocks.append(
            .paragraph("bulletin sends breaking news from RSS and Atom feeds to the phones that follow its category."))
        blocks.append(.line("Usage: bulletin COMMAND [options]"))
        blocks.append(.heading("Commands"))
        blocks.append(.definitions(commands.map { Definition(term: $0.name.rawValue, text: $0.summary) }))
        addOptions(OptionTable.all.filter { $0.isCommon && $0.section == .common }, isLong: false)
        blocks.append(.paragraph("'bulletin help COMMAND' explains a command and its options."))
    }

    /// The page of one command: the options in half a line each, or with all there is to say.
    public init(of command: CommandDefinition, isLong: Bool) {
        blocks.append(.line("Usage: \(command.usage)"))
        if isLong, !command.description.isEmpty {
            blocks += command.description.map { .paragraph($0) }
        } else {
            blocks.append(.paragraph(sentence(command.summary)))
        }
        addOptions(OptionTable.all.filter { $0.commands.contains(command.name) }, isLong: isLong)
        if isLong {
            addExamples(command.examples)
            addExitCodes(of: command)
        } else {
            blocks.append(.paragraph("'bulletin help \(command.name.rawValue)' tells more."))
        }
    }

    private mutating func addOptions(_ rows: [OptionDefinition], isLong: Bool) {
        for section in OptionSection.allCases {
            let listed = rows.filter { $0.section == section }
            guard !listed.isEmpty else { continue }
            blocks.append(.heading(section.rawValue))
            let definitions = listed.map {
                Definition(term: $0.synopsis, text: isLong ? $0.longHelp : $0.shortHelp)
            }
            blocks.append(isLong ? .articles(definitions) : .definitions(definitions))
        }
    }

    private mutating func addExamples(_ examples: [CommandExample]) {
        guard !examples.isEmpty else { return }
        blocks.append(.heading("Examples"))
        blocks.append(.articles(examples.map { Definition(term: $0.line, text: sentence($0.purpose)) }))
    }

    private mutating func addExitCodes(of command: CommandDefinition) {
        blocks.append(.heading("Exit codes"))
        let codes = command.exitCodes.map {
            Definition(term: String($0.rawValue), text: command.exitWords[$0] ?? $0.meaning)
        }
        let signals = command.signalWords.map { [Definition(term: "128+n", text: $0)] } ?? []
        blocks.append(.definitions(codes + signals))
    }
}

extension OptionDefinition {
    /// `-n, --dry-run` or `--max-age DURATION`; options without a letter are set in under those with one.
    fileprivate var synopsis: String {
        (short.map { "-\($0), " } ?? "    ") + typed + (kind.placeholder.map { " \($0)" } ?? "")
    }

    fileprivate var shortHelp: String {
        guard let fallbackText else { return summary }
        return "\(summary) (default: \(fallbackText))"
    }

    var longHelp: String {
        var sentences = [sentence(summary)]
        if !details.isEmpty { sentences.append(details) }
        if let fallbackText { sentences.append("Default: \(fallbackText).") }
        if let variable { sentences.append("Environment: \(variable).") }
        if let key { sentences.append("Configuration: \(key).") }
        return sentences.joined(separator: " ")
    }

    private var fallbackText: String? {
        switch fallback {
        case .none: nil
        case .value(let text), .described(let text): text
        }
    }
}

/// A summary as a sentence of its own.
func sentence(_ summary: String) -> String {
    let text = summary.prefix(1).uppercased() + summary.dropFirst()
    return text.last.map { ".?!".contains($0) } == true ? text : text + "."
}

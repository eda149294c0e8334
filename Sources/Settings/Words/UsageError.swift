/// What is wrong with a command line (exit code 64). Each case names the word as it was typed.
public enum UsageError: Error, Sendable, Equatable {
    /// Nothing was asked for.
    case noCommand
    /// The first word is no command; with the one that was likely meant.
    case unknownCommand(String, near: String?)
    /// No command has that option; with the one that was likely meant.
    case unknownOption(String, near: String?)
    /// Another command has that option.
    case optionOfOtherCommand(String, command: CommandName, others: [CommandName])
    /// The option needs a value and none follows.
    case missingValue(option: String, placeholder: String)
    /// The option takes no value.
    case superfluousValue(option: String)
    /// The option was given twice, and only one value can hold.
    case repeated(option: String)
    /// The value is not what the option takes.
    case badValue(option: String, value: String, fault: ValueFault)
    /// The operand is not what the command takes.
    case badOperand(value: String, fault: ValueFault)
    /// Words are missing.
    case missingOperand(command: CommandName, needed: String)
    /// There are more words than the command takes.
    case unexpectedOperand(String, command: CommandName)
    /// Two options, or an option and an operand, exclude each other.
    case conflict(String)
}

extension UsageError {
    /// One line that names the thing and says what to do. It carries no secret.
    public var message: String {
        switch self {
        case .noCommand: "no command; 'bulletin help' lists them"
        case .unknownCommand(let word, let near):
            "unknown command \(quoted(word))" + (near.map { "; did you mean \($0)?" } ?? "; 'bulletin help' lists them")
        case .unknownOption(let word, let near): "unknown option \(bare(word))" + Self.hint(for: word, near: near)
        case .optionOfOtherCommand(let word, let command, let others):
            "\(command.rawValue) has no option \(bare(word)); it belongs to "
                + others.map(\.rawValue).joined(separator: ", ")
        case .missingValue(let option, let placeholder): "\(option) needs a value: \(option) \(placeholder)"
        case .superfluousValue(let option): "\(option) takes no value"
        case .repeated(let option): "\(option) is given more than once"
        case .badValue(let option, let value, let fault): "\(option): " + Self.words(value, fault)
        case .badOperand(let value, let fault): Self.words(value, fault)
        case .missingOperand(let command, let needed): "\(command.rawValue) needs \(needed)"
        case .unexpectedOperand(let word, let command):
            "\(command.rawValue): unexpected \(quoted(word)); see 'bulletin help \(command.rawValue)'"
        case .conflict(let sentence): sentence
        }
    }

    /// The same fault with the near name among `rows`, or with the values that the option takes there, once it is known
    /// which command it is about.
    func suggesting(from rows: [OptionDefinition]) -> UsageError {
        if case .missingValue(let option, _) = self,
            let placeholder = rows.first(where: { $0.typed == option || $0.short.map { "-\($0)" } == option })?.kind
                .placeholder
        {
            return .missingValue(option: option, placeholder: placeholder)
        }
        guard case .unknownOption(let word, _) = self else { return self }
        let name = String(word.drop { $0 == "-" })
        return .unknownOption(word, near: nearest(to: name, among: rows.map(\.name.rawValue)).map { "--" + $0 })
    }

    private static func hint(for word: String, near: String?) -> String {
        if let near { return "; did you mean \(near)?" }
        // A message such as "-5 degrees" is an operand, not an option.
        return word.hasPrefix("--") ? "" : " (after -- a word may begin with a dash)"
    }

    static func words(_ value: String, _ fault: ValueFault) -> String {
        fault.mayBeQuoted ? "\(quoted(value)) \(fault.problem)" : fault.problem
    }
}

/// An option as typed, for an error; quoted only when it holds a blank or may hold a secret.
private func bare(_ word: String) -> String {
    looksSecret(word) || word.count > 40 || word.contains(where: \.isWhitespace) ? quoted(word) : word
}

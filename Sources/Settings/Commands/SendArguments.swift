public import News

/// Whom a message that is sent by hand is for.
public enum SendTarget: Sendable, Hashable {
    /// All who follow at least one of these.
    case categories([Category])
    /// All whose tags fit the expression.
    case tags(String)
    /// The devices of one signed-in user.
    case user(String)
    /// Every device.
    case everyone
}

/// What `send` is asked to do: exactly one target and one message.
public struct SendArguments: Sendable, Hashable {
    /// Whom it is for.
    public var target: SendTarget
    /// What it says, as typed.
    public var message: String

    /// Reads the operands; with `--tags`, `--user` or `--everyone` the message is the only one.
    public init(_ command: ParsedCommand) throws(UsageError) {
        let words = command.operands
        if let named = Self.namedTarget(command) {
            guard words.count == 1 else {
                throw .conflict("with \(named.option) send takes one operand, the MESSAGE; the target is given already")
            }
            target = named.target
        } else {
            guard words.count == 2 else { throw Self.incomplete(words) }
            target = .categories(try Self.categories(words[0]))
        }
        message = try Self.message(typed: words[words.count - 1].text)
    }

    /// The message as phones show it: line ends are line feeds, a tab is a blank. Another control character has no
    /// business there; it most likely came out of a terminal.
    public static func message(typed text: String) throws(UsageError) -> String {
        let message = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n").replacing("\t", with: " ")
        let scalars = message.unicodeScalars
        if let control = scalars.first(where: { $0.properties.generalCategory == .control && $0 != "\n" }) {
            let digits = String(control.value, radix: 16, uppercase: true)
            let code = "U+" + String(repeating: "0", count: 4 - digits.count) + digits
            throw .badOperand(
                value: message,
                fault: ValueFault(
                    "the message holds the control character \(code), which phones cannot show", mayBeQuoted: false))
        }
        // What a shell or a file in another encoding leaves: a million phones would show it.
        guard !scalars.contains("\u{FFFD}") else {
            throw .badOperand(
                value: message,
                fault: ValueFault("the message holds bytes that are not UTF-8, or U+FFFD for them", mayBeQuoted: false))
        }
        guard message.contains(where: { !$0.isWhitespace }) else {
            throw .badOperand(value: message, fault: ValueFault("is an empty message"))
        }
        return message
    }

    private static func namedTarget(_ command: ParsedCommand) -> (option: String, target: SendTarget)? {
        if let expression = command.options[.tags]?.first?.text { return ("--tags", .tags(expression)) }
        if let name = command.options[.user]?.first?.text { return ("--user", .user(name)) }
        return command.options[.everyone] == nil ? nil : ("--everyone", .everyone)
    }

    private static func categories(_ word: Word) throws(UsageError) -> [Category] {
        do {
            guard case .categories(let categories) = try ValueKind.categories.value(from: word.text) else { return [] }
            // In the order of the table, so that the same categories make the same request however they are typed.
            return Category.allCases.filter(categories.contains)
        } catch {
            throw .badOperand(value: word.text, fault: error)
        }
    }

    /// One word alone: was it the category or the message that is missing?
    private static func incomplete(_ words: [Word]) -> UsageError {
        let isCategory = words.first.map { (try? ValueKind.categories.value(from: $0.text)) != nil } ?? false
        return .missingOperand(
            command: .send,
            needed: isCategory
                ? "a MESSAGE after the category (in quotes)"
                : "a CATEGORY before the message: one or more of "
                    + Category.allCases.map(\.rawValue).joined(separator: ", "))
    }
}

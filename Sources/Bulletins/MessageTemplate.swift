/// The wording of a message with holes for what the stories say, such as
/// `Breaking {category} News[ : {headline}|!][ (+{more} more)]`.
///
/// `{name}` is a ``Placeholder``. `[part]` appears only when every placeholder in it has a value; `[part|otherwise]`
/// falls back to the other wording. Parts may stand inside parts. `\{`, `\}`, `\[`, `\]`, `\|` and `\\` are the
/// characters themselves; outside of brackets `|` is too.
public struct MessageTemplate: Sendable, Hashable {
    /// What can be filled in. A placeholder without a value is empty.
    public enum Placeholder: String, CaseIterable, Sendable {
        /// The category's name.
        case category
        /// The title of the lead story.
        case headline
        /// How many stories there are.
        case count
        /// How many stories there are beside the lead; no value when there are none.
        case more
        /// The feed that the lead story was read from, by its name for people.
        case source
        /// The address of the lead story.
        case link
        /// The teaser of the lead story as one line.
        case summary
    }

    indirect enum Part: Sendable, Hashable {
        case text(String)
        case placeholder(Placeholder)
        case optional([Part], otherwise: [Part])
    }

    /// The template as it was written.
    public let source: String
    let parts: [Part]

    /// The wording used where the configuration names no other.
    public static let standard = MessageTemplate(
        source: "Breaking {category} News[ : {headline}|!][ (+{more} more)]",
        parts: [
            .text("Breaking "), .placeholder(.category), .text(" News"),
            .optional([.text(" : "), .placeholder(.headline)], otherwise: [.text("!")]),
            .optional([.text(" (+"), .placeholder(.more), .text(" more)")], otherwise: []),
        ])

    /// The message itself: what `send --as-is` uses.
    public static let asTyped = MessageTemplate(source: "{headline}", parts: [.placeholder(.headline)])

    private init(source: String, parts: [Part]) {
        self.source = source
        self.parts = parts
    }

    /// Reads a template; the error says where it is wrong and what would be right.
    public init(_ source: String) throws(MessageTemplateError) {
        var reader = MessageTemplateReader(source)
        self.init(source: source, parts: try reader.read())
    }

    /// The text with every hole filled.
    public func filled(_ value: (Placeholder) -> String) -> String {
        var text = ""
        MessageTemplate.append(parts, to: &text, value)
        return text
    }

    /// Whether the placeholder stands anywhere in the template.
    public func uses(_ placeholder: Placeholder) -> Bool {
        MessageTemplate.uses(placeholder, in: parts)
    }

    private static func append(_ parts: [Part], to text: inout String, _ value: (Placeholder) -> String) {
        for part in parts {
            switch part {
            case .text(let characters): text += characters
            case .placeholder(let placeholder): text += value(placeholder)
            case .optional(let wanted, let otherwise):
                append(isComplete(wanted, value) ? wanted : otherwise, to: &text, value)
            }
        }
    }

    /// Whether every placeholder that stands directly in the part has a value; parts inside have their own fallback.
    private static func isComplete(_ parts: [Part], _ value: (Placeholder) -> String) -> Bool {
        parts.allSatisfy { part in
            if case .placeholder(let placeholder) = part { !value(placeholder).isEmpty } else { true }
        }
    }

    private static func uses(_ placeholder: Placeholder, in parts: [Part]) -> Bool {
        parts.contains { part in
            switch part {
            case .text: false
            case .placeholder(let found): found == placeholder
            case .optional(let wanted, let otherwise): uses(placeholder, in: wanted) || uses(placeholder, in: otherwise)
            }
        }
    }
}

/// Why a message template cannot be used.
public enum MessageTemplateError: Error, Sendable, Equatable {
    /// No placeholder has that name; the nearest one, if any is near.
    case unknownPlaceholder(String, nearest: String?, position: Int)
    /// A `{` or `[` that is not closed, or a `}` or `]` that closes nothing. Positions count characters from 1.
    case unbalanced(Character, position: Int)
    /// More than 20 parts inside one another.
    case tooDeep(position: Int)
}

extension MessageTemplateError: CustomStringConvertible {
    /// What is wrong and what would be right.
    public var description: String {
        switch self {
        case .unknownPlaceholder(let name, let nearest, let position):
            let known = MessageTemplate.Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
            let advice = nearest.map { "did you mean {\($0)}?" } ?? "known are \(known)"
            return "unknown placeholder {\(name)} at character \(position); \(advice)"
        case .unbalanced(let character, let position):
            return
                "\"\(character)\" at character \(position) has no partner; write \\\(character) for the character itself"
        case .tooDeep(let position):
            return
                "more than \(MessageTemplateReader.maximumDepth) brackets inside one another at character \(position)"
        }
    }
}

public import News

/// The wording of a message with holes for what the stories say, such as
/// `Breaking {category} News[ : {headline}|!][ (+{more} more)]`.
///
/// `{name}` is a ``Placeholder``. `[part]` appears only when every placeholder in it has a value; `[part|otherwise]`
/// falls back to the other wording. Parts may stand inside parts.
///
/// `{more, plural, one {# other story} other {# other stories}}` chooses by a number as ICU's MessageFormat does: by the
/// plural category of the language, or by the number itself (`=1 {…}`); `#` is the number.
///
/// `\{`, `\}`, `\[`, `\]`, `\|`, `\#` and `\\` are the characters themselves; outside of brackets `|` is too, and outside
/// of such a choice `#`.
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
        /// The time of day of the lead story, such as `14:05`.
        case time

        /// Whether it stands for a number of stories.
        var isNumber: Bool { self == .count || self == .more }
    }

    indirect enum Part: Sendable, Hashable {
        case text(String)
        case placeholder(Placeholder)
        case optional([Part], otherwise: [Part])
        case plural(Placeholder, [PluralArm])
    }

    /// One of the wordings that a number chooses from.
    struct PluralArm: Sendable, Hashable {
        enum Selector: Sendable, Hashable {
            case exactly(Int)
            case category(PluralCategory)
        }

        var selector: Selector
        var parts: [Part]
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

    /// Where no words are to be had in a language: the headline speaks for itself.
    static let bare = MessageTemplate(
        source: "{headline}[ (+{more})]",
        parts: [
            .placeholder(.headline),
            .optional([.text(" (+"), .placeholder(.more), .text(")")], otherwise: []),
        ])

    private init(source: String, parts: [Part]) {
        self.source = source
        self.parts = parts
    }

    /// Reads a template; the error says where it is wrong and what would be right.
    public init(_ source: String) throws(MessageTemplateError) {
        var reader = MessageTemplateReader(source)
        self.init(source: source, parts: try reader.read())
    }

    /// The text with every hole filled; numbers choose their words by the rules of the language, unless given English.
    public func filled(in language: LanguageTag? = nil, _ value: (Placeholder) -> String) -> String {
        var text = ""
        MessageTemplate.append(parts, to: &text, language, value)
        return text
    }

    /// Whether the placeholder stands anywhere in the template.
    public func uses(_ placeholder: Placeholder) -> Bool {
        MessageTemplate.contains(parts) { $0 == placeholder }
    }

    /// Whether it says the same whatever happened.
    public var usesNothing: Bool { !MessageTemplate.contains(parts) { _ in true } }

    /// Whether nothing stands beside the one placeholder that it has.
    var isOneHole: Bool {
        if parts.count == 1, case .placeholder = parts[0] { true } else { false }
    }

    /// All that is written in it and not filled in.
    var ownText: String {
        MessageTemplate.ownText(of: parts)
    }

    private static func append(
        _ parts: [Part], to text: inout String, _ language: LanguageTag?, _ value: (Placeholder) -> String
    ) {
        for part in parts {
            switch part {
            case .text(let characters): text += characters
            case .placeholder(let placeholder): text += value(placeholder)
            case .optional(let wanted, let otherwise):
                append(isComplete(wanted, value) ? wanted : otherwise, to: &text, language, value)
            case .plural(let placeholder, let arms):
                // No stories beside the lead are none.
                let number = Int(value(placeholder)) ?? 0
                let category = PluralArm.Selector.category(PluralCategory(of: number, in: language))
                let arm =
                    arms.first { $0.selector == .exactly(number) } ?? arms.first { $0.selector == category }
                    ?? arms.first { $0.selector == .category(.other) }
                append(arm?.parts ?? [], to: &text, language, value)
            }
        }
    }

    /// Whether every placeholder that stands directly in the part has a value; parts inside have their own fallback.
    private static func isComplete(_ parts: [Part], _ value: (Placeholder) -> String) -> Bool {
        parts.allSatisfy { part in
            switch part {
            case .placeholder(let placeholder), .plural(let placeholder, _): !value(placeholder).isEmpty
            case .text, .optional: true
            }
        }
    }

    private static func contains(_ parts: [Part], _ isWanted: (Placeholder) -> Bool) -> Bool {
        parts.contains { part in
            switch part {
            case .text: false
            case .placeholder(let found): isWanted(found)
            case .optional(let wanted, let otherwise): contains(wanted, isWanted) || contains(otherwise, isWanted)
            case .plural(let found, let arms):
                isWanted(found) || arms.contains { contains($0.parts, isWanted) }
            }
        }
    }

    private static func ownText(of parts: [Part]) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .placeholder: ""
            case .optional(let wanted, let otherwise): ownText(of: wanted) + ownText(of: otherwise)
            case .plural(_, let arms): arms.map { ownText(of: $0.parts) }.joined()
            }
        }.joined()
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
    /// A choice by number that cannot be made: a sentence without a capital letter.
    case badPlural(String, position: Int)
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
        case .badPlural(let problem, let position):
            return "\(problem) at character \(position)"
        case .tooDeep(let position):
            return
                "more than \(MessageTemplateReader.maximumDepth) brackets inside one another at character \(position)"
        }
    }
}

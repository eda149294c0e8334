internal import PlainText

/// Reads the wording of a message into its parts.
struct MessageTemplateReader {
    static let maximumDepth = 20

    /// What the parts stand in.
    private enum Place {
        case top
        case brackets
        /// One wording of a choice by that number.
        case arm(MessageTemplate.Placeholder)
    }

    private let characters: [Character]
    private var position = 0

    init(_ source: String) {
        characters = Array(source)
    }

    mutating func read() throws(MessageTemplateError) -> [MessageTemplate.Part] {
        let parts = try readParts(in: .top, depth: 0, number: nil)
        if position < characters.count {
            throw .unbalanced(characters[position], position: position + 1)
        }
        return parts
    }

    /// Parts up to the end, inside brackets up to the `|` or `]` that ends them, inside a choice up to `}`. `number` is
    /// what `#` stands for.
    private mutating func readParts(
        in place: Place, depth: Int, number: MessageTemplate.Placeholder?
    ) throws(MessageTemplateError) -> [MessageTemplate.Part] {
        guard depth <= MessageTemplateReader.maximumDepth else { throw .tooDeep(position: position + 1) }
        var parts: [MessageTemplate.Part] = []
        var text = ""
        func flush() {
            if !text.isEmpty { parts.append(.text(text)) }
            text = ""
        }
        while position < characters.count {
            let character = characters[position]
            switch (character, place) {
            case ("\\", _) where isEscape:
                text.append(characters[position + 1])
                position += 2
            case ("{", _):
                flush()
                parts.append(try readHole(depth: depth, number: number))
            case ("[", _):
                flush()
                parts.append(try readOptional(depth: depth + 1, number: number))
            case ("|", .brackets), ("]", .brackets), ("}", .arm):
                flush()
                return parts
            case ("]", _), ("}", _): throw .unbalanced(character, position: position + 1)
            case ("#", _):
                if let number {
                    flush()
                    parts.append(.placeholder(number))
                } else {
                    text.append("#")
                }
                position += 1
            default:
                text.append(character)
                position += 1
            }
        }
        flush()
        return parts
    }

    /// A backslash before anything else is itself: addresses and file names need no second thought.
    private var isEscape: Bool {
        position + 1 < characters.count && "{}[]|#\\".contains(characters[position + 1])
    }

    /// `{name}`, or `{name, plural, …}`.
    private mutating func readHole(
        depth: Int, number: MessageTemplate.Placeholder?
    ) throws(MessageTemplateError) -> MessageTemplate.Part {
        let start = position
        guard let end = characters[start...].firstIndex(where: { $0 == "}" || $0 == "," }) else {
            throw .unbalanced("{", position: start + 1)
        }
        let name = String(characters[(start + 1)..<end])
        guard let placeholder = MessageTemplate.Placeholder(rawValue: name) else {
            let names = MessageTemplate.Placeholder.allCases.map(\.rawValue)
            throw .unknownPlaceholder(name, nearest: nearestName(to: name, among: names), position: start + 1)
        }
        position = end + 1
        guard characters[end] == "," else { return .placeholder(placeholder) }
        return try readPlural(placeholder, start: start, depth: depth)
    }

    private mutating func readOptional(
        depth: Int, number: MessageTemplate.Placeholder?
    ) throws(MessageTemplateError) -> MessageTemplate.Part {
        let start = position
        guard depth <= MessageTemplateReader.maximumDepth else { throw .tooDeep(position: start + 1) }
        position += 1
        let wanted = try readParts(in: .brackets, depth: depth, number: number)
        var otherwise: [MessageTemplate.Part] = []
        if position < characters.count, characters[position] == "|" {
            position += 1
            otherwise = try readParts(in: .brackets, depth: depth, number: number)
        }
        guard position < characters.count, characters[position] == "]" else {
            throw .unbalanced("[", position: start + 1)
        }
        position += 1
        return .optional(wanted, otherwise: otherwise)
    }
}

/// Choices by number.
extension MessageTemplateReader {
    private mutating func readPlural(
        _ placeholder: MessageTemplate.Placeholder, start: Int, depth: Int
    ) throws(MessageTemplateError) -> MessageTemplate.Part {
        func fault(_ problem: String) -> MessageTemplateError { .badPlural(problem, position: start + 1) }
        guard placeholder.isNumber else { throw fault("{\(placeholder.rawValue)} is no number to choose words by") }
        guard readWord() == "plural", readComma() else {
            throw fault("a choice by number looks like {more, plural, one {…} other {…}}; there is no 'plural,'")
        }
        var arms: [MessageTemplate.PluralArm] = []
        while true {
            let word = readWord()
            if word.isEmpty { break }
            guard let selector = MessageTemplate.PluralArm.Selector(word) else {
                let names = PluralCategory.allCases.map(\.rawValue)
                let near = nearestName(to: word, among: names).map { "; did you mean \($0)?" }
                throw fault(
                    "\(word) is none of \(names.joined(separator: ", ")), nor a number such as =1\(near ?? "")")
            }
            guard !arms.contains(where: { $0.selector == selector }) else { throw fault("\(word) stands twice") }
            guard position < characters.count, characters[position] == "{" else {
                throw fault("\(word) is not followed by its words in braces")
            }
            let brace = position
            position += 1
            arms.append(
                MessageTemplate.PluralArm(
                    selector: selector,
                    parts: try readParts(in: .arm(placeholder), depth: depth + 1, number: placeholder)))
            guard position < characters.count else { throw .unbalanced("{", position: brace + 1) }
            position += 1
        }
        guard position < characters.count, characters[position] == "}" else {
            throw .unbalanced("{", position: start + 1)
        }
        guard arms.contains(where: { $0.selector == .category(.other) }) else {
            throw fault("a choice by number needs words for other")
        }
        position += 1
        return .plural(placeholder, arms)
    }

    /// Letters, digits and `=`, with the blanks around them.
    private mutating func readWord() -> String {
        skipBlanks()
        let start = position
        while position < characters.count, characters[position].isLetter || "=0123456789".contains(characters[position])
        {
            position += 1
        }
        defer { skipBlanks() }
        return String(characters[start..<position])
    }

    private mutating func readComma() -> Bool {
        guard position < characters.count, characters[position] == "," else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while position < characters.count, characters[position].isWhitespace { position += 1 }
    }
}

extension MessageTemplate.PluralArm.Selector {
    init?(_ word: String) {
        if word.hasPrefix("="), let number = Int(word.dropFirst()), number >= 0 {
            self = .exactly(number)
        } else if let category = PluralCategory(rawValue: word) {
            self = .category(category)
        } else {
            return nil
        }
    }
}

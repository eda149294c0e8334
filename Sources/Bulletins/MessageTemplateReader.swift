internal import PlainText

/// Reads the wording of a message into its parts.
struct MessageTemplateReader {
    static let maximumDepth = 20

    private let characters: [Character]
    private var position = 0

    init(_ source: String) {
        characters = Array(source)
    }

    mutating func read() throws(MessageTemplateError) -> [MessageTemplate.Part] {
        let parts = try readParts(depth: 0)
        if position < characters.count {
            throw .unbalanced(characters[position], position: position + 1)
        }
        return parts
    }

    /// Parts up to the end, or inside brackets up to the `|` or `]` that ends them.
    private mutating func readParts(depth: Int) throws(MessageTemplateError) -> [MessageTemplate.Part] {
        var parts: [MessageTemplate.Part] = []
        var text = ""
        func flush() {
            if !text.isEmpty { parts.append(.text(text)) }
            text = ""
        }
        while position < characters.count {
            let character = characters[position]
            switch character {
            case "\\" where isEscape:
                text.append(characters[position + 1])
                position += 2
            case "{":
                flush()
                parts.append(.placeholder(try readPlaceholder()))
            case "[":
                flush()
                parts.append(try readOptional(depth: depth + 1))
            case "|" where depth > 0:
                flush()
                return parts
            case "]", "}":
                if character == "]", depth > 0 {
                    flush()
                    return parts
                }
                throw .unbalanced(character, position: position + 1)
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
        position + 1 < characters.count && "{}[]|\\".contains(characters[position + 1])
    }

    private mutating func readPlaceholder() throws(MessageTemplateError) -> MessageTemplate.Placeholder {
        let start = position
        guard let end = characters[start...].firstIndex(of: "}") else {
            throw .unbalanced("{", position: start + 1)
        }
        let name = String(characters[(start + 1)..<end])
        guard let placeholder = MessageTemplate.Placeholder(rawValue: name) else {
            let names = MessageTemplate.Placeholder.allCases.map(\.rawValue)
            throw .unknownPlaceholder(name, nearest: nearestName(to: name, among: names), position: start + 1)
        }
        position = end + 1
        return placeholder
    }

    private mutating func readOptional(depth: Int) throws(MessageTemplateError) -> MessageTemplate.Part {
        let start = position
        guard depth <= MessageTemplateReader.maximumDepth else { throw .tooDeep(position: start + 1) }
        position += 1
        let wanted = try readParts(depth: depth)
        var otherwise: [MessageTemplate.Part] = []
        if position < characters.count, characters[position] == "|" {
            position += 1
            otherwise = try readParts(depth: depth)
        }
        guard position < characters.count, characters[position] == "]" else {
            throw .unbalanced("[", position: start + 1)
        }
        position += 1
        return .optional(wanted, otherwise: otherwise)
    }
}

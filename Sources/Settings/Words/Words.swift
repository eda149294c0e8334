/// A word of the command line and where it stood, so that an error can quote it.
public struct Word: Sendable, Hashable {
    /// The word, or the part of it that counts (the value in `--name=value`).
    public var text: String
    /// Which word it was, counted from 1 after the program's name.
    public var position: Int

    /// A word from its parts.
    public init(_ text: String, position: Int) {
        self.text = text
        self.position = position
    }
}

/// An option of the command line, before its value has been given a meaning.
struct SplitOption: Sendable {
    /// As typed: `--max-age` or `-q`.
    var typed: String
    var position: Int
    var name: OptionName
    var value: Word?
}

/// The words of a command line, sorted into options and operands by shape alone. Which command it is, and what the
/// values mean, is decided afterwards.
struct SplitWords: Sendable {
    var options: [SplitOption] = []
    var operands: [Word] = []
    /// The first thing that is wrong; kept, since `--help` anywhere wins over it.
    var fault: UsageError?

    init(_ arguments: [String]) {
        var words = arguments.enumerated().map { Word($1, position: $0 + 1) }[...]
        while let word = words.popFirst() {
            if word.text == "--" {
                operands += words
                return
            } else if word.text.hasPrefix("--") {
                takeLong(word, &words)
            } else if word.text.hasPrefix("-"), word.text.count > 1 {
                takeCluster(word, &words)
            } else {
                operands.append(word)
            }
        }
    }

    private mutating func takeLong(_ word: Word, _ rest: inout ArraySlice<Word>) {
        let body = word.text.dropFirst(2)
        let name = body.prefix { $0 != "=" }
        let attached = name.endIndex < body.endIndex ? String(body[body.index(after: name.endIndex)...]) : nil
        guard let row = OptionTable.anyRow(named: name) else {
            return note(.unknownOption("--\(name)", near: nil))
        }
        take(row, typed: "--\(name)", attached: attached, at: word.position, &rest)
    }

    /// `-qv`, or `-n`; a letter with a value takes the rest of the word, or the next word.
    private mutating func takeCluster(_ word: Word, _ rest: inout ArraySlice<Word>) {
        var letters = word.text.dropFirst()
        while let letter = letters.popFirst() {
            guard let row = OptionTable.anyRow(short: letter) else {
                return note(.unknownOption(word.text, near: nil))
            }
            let attached = row.kind.takesValue && !letters.isEmpty ? String(letters) : nil
            take(row, typed: "-\(letter)", attached: attached, at: word.position, &rest)
            if attached != nil { return }
        }
    }

    private mutating func take(
        _ row: OptionDefinition, typed: String, attached: String?, at position: Int, _ rest: inout ArraySlice<Word>
    ) {
        var option = SplitOption(typed: typed, position: position, name: row.name)
        if row.kind.takesValue {
            if let attached {
                option.value = Word(attached, position: position)
            } else if let next = rest.first, !SplitWords.isOption(next) {
                option.value = rest.removeFirst()
            } else {
                return note(.missingValue(option: typed, placeholder: row.kind.placeholder ?? "VALUE"))
            }
        } else if attached != nil {
            return note(.superfluousValue(option: typed))
        }
        options.append(option)
    }

    /// Whether a word after an option that needs a value is plainly the next option: its value was forgotten. A value
    /// that looks so is still possible as `--name=value`.
    private static func isOption(_ word: Word) -> Bool {
        guard word.text.hasPrefix("-"), word.text.count > 1 else { return false }
        if word.text.hasPrefix("--") { return true }
        let letters = word.text.dropFirst()
        return letters.allSatisfy { OptionTable.anyRow(short: $0)?.kind.takesValue == false }
    }

    private mutating func note(_ error: UsageError) {
        fault = fault ?? error
    }
}

/// A shell that can complete command lines.
public enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish

    init(_ command: ParsedCommand) throws(UsageError) {
        let word = command.operands.first?.text ?? ""
        guard let shell = Shell(rawValue: word) else {
            let names = Shell.allCases.map(\.rawValue)
            let hint = nearest(to: word, among: names).map { "; did you mean \($0)?" } ?? ""
            throw .badOperand(value: word, fault: ValueFault("is none of \(names.joined(separator: ", "))\(hint)"))
        }
        self = shell
    }
}

/// What may follow an option, or stand in the place of an operand.
enum Completion: Equatable {
    /// One of these words.
    case words([String])
    /// One of these words, or several with commas between.
    case list([String])
    /// A file or a folder.
    case files
    /// Something that nobody can guess.
    case anything
}

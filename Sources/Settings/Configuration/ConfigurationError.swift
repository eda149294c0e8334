/// What is wrong with the configuration, the environment or a file that holds a secret (exit code 78).
public enum ConfigurationError: Error, Sendable, Equatable {
    /// A file cannot be read; the reason follows a colon.
    case unreadable(file: String, reason: String)
    /// A file is not JSON.
    case notJSON(file: String, line: Int, column: Int, reason: String)
    /// A name that no setting has, at that key path, with the one that was likely meant. The file comes with line and
    /// column.
    case unknownKey(file: String, path: String, near: String?, known: [String])
    /// A value that its key does not take. The file comes with line and column.
    case badValue(file: String, path: String, value: String?, fault: ValueFault)
    /// An environment variable whose value its setting does not take.
    case badVariable(name: String, value: String, fault: ValueFault)
    /// A secret is missing, unprotected or malformed; a sentence without it.
    case secret(String)
    /// Anything else, as a sentence: settings that do not go together, a home folder that is not known.
    case invalid(String)

    /// One line that names the file, the place and what is expected. It carries no secret.
    public var message: String {
        switch self {
        case .unreadable(let file, let reason): "\(file): \(reason)"
        case .notJSON(let file, let line, let column, let reason):
            "\(file):\(line):\(column): not JSON: " + (looksSecret(reason) ? "a quoted text is wrong" : reason)
        case .unknownKey(let file, let path, let near, let known):
            "\(file): \(path): no such setting"
                + (near.map { "; did you mean \($0)?" } ?? "; there are \(known.joined(separator: ", "))")
        case .badValue(let file, let path, let value, let fault):
            if let value, fault.mayBeQuoted {
                "\(file): \(path): \(quoted(value)) \(fault.problem)"
            } else {
                "\(file): \(path): \(fault.problem)"
            }
        case .badVariable(let name, let value, let fault): "\(name): " + UsageError.words(value, fault)
        case .secret(let sentence), .invalid(let sentence): sentence
        }
    }
}

/// Why the trainer stops.
enum TrainerError: Error {
    case usage(String)
    case unreadable(path: String)
    case unwritable(path: String)
    case badLine(path: String, line: Int, reason: String)

    /// One line for people.
    var message: String {
        switch self {
        case .usage(let problem): "\(problem) (category-trainer --help shows how to use it)"
        case .unreadable(let path): "\(path) cannot be read"
        case .unwritable(let path): "\(path) cannot be written"
        case .badLine(let path, let line, let reason): "\(path), line \(line): \(reason)"
        }
    }

    /// As in sysexits.h.
    var exitCode: Int32 {
        switch self {
        case .usage: 64
        case .badLine: 65
        case .unreadable, .unwritable: 74
        }
    }
}

/// What `schedule` is asked for.
public struct ScheduleArguments: Sendable, Hashable {
    /// What is printed.
    public enum Form: Sendable, Hashable {
        /// A line of a crontab.
        case cron
        /// A service and a timer of systemd, one after the other.
        case units
        /// The service alone, as a file.
        case service
        /// The timer alone, as a file.
        case timer
        /// The service of the app's back end, as a file.
        case backend
    }

    /// What is printed.
    public var form: Form
    /// Minutes from one broadcast to the next: a part of an hour, or hours that are a part of a day.
    public var minutes: Int

    /// Reads the operands and `--every`.
    public init(_ settings: ResolvedSettings) throws(UsageError) {
        form = try Self.form(settings.command.operands.map(\.text))
        guard case .seconds(let seconds)? = settings.values(.every).first, seconds.isMultiple(of: 60),
            case let minutes = Int(seconds / 60),
            minutes <= 60 ? 60.isMultiple(of: minutes) : minutes.isMultiple(of: 60) && 1_440.isMultiple(of: minutes)
        else {
            throw .conflict(
                "--every: neither cron nor a timer can keep that: it must be a part of an hour (1m, 5m, 10m, 15m, 20m, 30m) "
                    + "or of a day (1h, 2h, 6h)")
        }
        self.minutes = minutes
    }

    private static func form(_ words: [String]) throws(UsageError) -> Form {
        let names =
            words.first == "systemd" && words.count == 2 ? ["service", "timer", "backend"] : ["cron", "systemd"]
        switch words {
        case ["cron"]: return .cron
        case ["systemd"]: return .units
        case ["systemd", "service"]: return .service
        case ["systemd", "timer"]: return .timer
        case ["systemd", "backend"]: return .backend
        case _ where words.first == "cron": throw .unexpectedOperand(words[1], command: .schedule)
        default:
            let word = words.last ?? ""
            let hint = nearest(to: word, among: names).map { "; did you mean \($0)?" } ?? ""
            throw .badOperand(
                value: word, fault: ValueFault("is none of \(names.joined(separator: ", "))\(hint)"))
        }
    }
}

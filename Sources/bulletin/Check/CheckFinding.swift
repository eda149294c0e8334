internal import JSON
internal import Settings

/// One line of `check`: a thing that was looked at, and how it is.
struct CheckFinding {
    /// What it is about. The raw value is the word of machine-readable output.
    enum Area: String {
        case configuration
        case feeds
        case feed
        case hub
        case ledger
        case rules
        case bulletins
    }

    /// How it is.
    enum State: String {
        /// As it should be.
        case ok
        /// It works, and is worth a look.
        case look
        /// It does not work.
        case failed
    }

    var area: Area
    /// Which one: the name of a feed, the path of the ledger; empty where there is only one.
    var name: String
    var state: State
    var text: String
    /// The same for programs, where there is more to it.
    var data: JSONValue = .null
    /// What a broadcast would end with for it.
    var code: ExitCode = .done

    static func ok(_ area: Area, _ name: String, _ text: String, _ data: JSONValue = .null) -> CheckFinding {
        CheckFinding(area: area, name: name, state: .ok, text: text, data: data)
    }

    static func look(_ area: Area, _ name: String, _ text: String, _ data: JSONValue = .null) -> CheckFinding {
        CheckFinding(area: area, name: name, state: .look, text: text, data: data)
    }

    static func failed(_ area: Area, _ name: String, _ text: String, _ code: ExitCode) -> CheckFinding {
        CheckFinding(area: area, name: name, state: .failed, text: text, code: code)
    }

    /// One line for each message of a failure.
    static func failed(_ area: Area, _ name: String, _ failure: Failure) -> [CheckFinding] {
        failure.messages.map { .failed(area, name, $0, failure.code) }
    }
}

/// Everything that was found, and what follows from it.
struct CheckReport {
    var findings: [CheckFinding] = []
    /// Somebody interrupted it.
    var isCutShort = false

    /// The code that a broadcast would end with.
    var code: ExitCode { ExitCode.combining(findings.map(\.code)) }

    /// Whether a broadcast that nobody watches does what it should.
    var isTrusted: Bool { !isCutShort && (code == .done || code == .partlyDone) }

    /// The last line.
    var verdict: String {
        if isCutShort { return "This was interrupted: whether cron may be trusted with it is not known." }
        let looks = findings.count { $0.state == .look }
        let failures = findings.count { $0.state == .failed }
        let remark = looks == 0 ? "" : " \(looks == 1 ? "One line is" : "\(looks) lines are") worth a look."
        switch code {
        case .done: return "Cron may be trusted with it.\(remark)"
        case .partlyDone:
            return "Cron may be trusted with it, though not all is well: \(failures) failed (exit code 1).\(remark)"
        default:
            return "Cron may not be trusted with it yet: \(failures) failed (exit code \(code.rawValue)).\(remark)"
        }
    }
}

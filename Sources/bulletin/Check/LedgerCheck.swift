internal import Broadcasting
internal import Glibc
internal import JSON
internal import Ledger
internal import News
internal import Settings
internal import Stories
internal import Terminal

/// Whether the ledger is sound and this machine's, can be written, and what stands in it. It is opened as a copy.
struct LedgerCheck {
    private(set) var findings: [CheckFinding] = []
    private let settings: ResolvedSettings
    private let now: Instant
    /// What a busy newsroom writes in some weeks.
    private static let leastFreeBytes: UInt64 = 64 << 20
    /// Longer than any timer that is meant for news.
    private static let longestSilence: Int64 = 86_400
    /// Seconds by which clocks may differ from one run to the next.
    private static let clockTolerance: Int64 = 600

    init(
        _ settings: ResolvedSettings, _ access: LedgerAccess?, _ rules: DecidingRules?, now: Instant
    ) {
        self.settings = settings
        self.now = now
        if access?.isTemporary == true {
            findings = [.ok(.ledger, "", "the local hub gets one that is thrown away")]
            return
        }
        if let access {
            examine(access.place, rules ?? DecidingRules())
            return
        }
        do throws(ConfigurationError) {
            // Without a hub: whose it is cannot be compared then.
            let place = LedgerPlace(
                path: try settings.ledgerPath(), hub: nil, machine: machineName(settings),
                makesFolder: settings.text(.ledger) == nil)
            examine(place, rules ?? DecidingRules())
        } catch {
            findings = CheckFinding.failed(.ledger, "", Failure(error))
        }
    }

    private mutating func examine(_ place: LedgerPlace, _ rules: DecidingRules) {
        do throws(LedgerError) {
            let ledger = try Ledger.openForReading(place)
            guard !ledger.wasCreated else { return missing(place) }
            try ledger.check()
            try look(into: ledger, place.path, rules)
            lookAtFile(place.path)
        } catch {
            if error.problem == .missing { return missing(place) }
            let failure = Failure(error)
            findings.append(.failed(.ledger, place.path, "\(error)", failure.code))
        }
    }

    private mutating func missing(_ place: LedgerPlace) {
        let path = place.path
        let folder = folder(path)
        if access(folder, F_OK) != 0, !place.makesFolder {
            findings.append(
                .failed(.ledger, path, "its folder is not there; create it or mount it", .cannotWrite))
        } else if access(folder, F_OK) == 0, access(folder, W_OK) != 0 {
            findings.append(.failed(.ledger, path, "its folder cannot be written by this user", .cannotWrite))
        } else {
            findings.append(
                .look(
                    .ledger, path,
                    "there is none yet: the first broadcast makes it and takes all that the feeds hold as known"))
        }
    }

    private mutating func look(into ledger: Ledger, _ path: String, _ rules: DecidingRules) throws(LedgerError) {
        try ledger.countAbandoned()
        let week = now.advanced(bySeconds: -7 * 86_400)
        let history = try History(ledger, since: week, at: now, rules: rules)
        let facts = history.facts
        findings.append(
            .ok(
                .ledger, path,
                "sound; \(facts.bytes >> 10) KiB, \(counted(facts.feeds, "feed")), \(counted(facts.items, "item"))",
                [
                    "bytes": .integer(Int64(facts.bytes)), "feeds": .integer(Int64(facts.feeds)),
                    "items": .integer(Int64(facts.items)), "stories": .integer(Int64(facts.stories)),
                ]))
        lastRun(history)
        let unknown = history.notifications.count { notification in
            if case .unknown = notification.record.outcome { true } else { false }
        }
        if unknown > 0 {
            findings.append(
                .look(
                    .ledger, "",
                    "nobody knows whether \(counted(unknown, "notification")) went out; 'bulletin history' tells how to settle it"
                ))
        }
        let due = history.waiting.count { $0.reasons.contains { $0.reason == nil } }
        findings.append(
            .ok(
                .ledger, "",
                "\(counted(history.waiting.count, "story", "stories")) waiting, \(due) of them for the next broadcast"))
        for pause in history.pauses {
            let end = pause.until.map { "until \(localMinute($0))" } ?? "until 'bulletin resume'"
            findings.append(.look(.ledger, "", "\(pause.category.rawValue) is paused \(end)"))
        }
        if let until = history.hubClosedUntil {
            findings.append(.look(.ledger, "", "the hub asked not to be asked before \(localMinute(until))"))
        }
        pace(history)
    }

    private mutating func lastRun(_ history: History) {
        guard let run = history.lastRun else {
            return findings.append(.look(.ledger, "", "no broadcast has read a feed yet"))
        }
        let age = now.seconds(since: run.at)
        let end = run.exitCode.map { "exit code \($0)" } ?? "without an end: it runs, or was cut off"
        guard age >= -Self.clockTolerance else {
            return findings.append(
                .look(
                    .ledger, "",
                    "the last broadcast was at \(localMinute(run.at)), which is ahead: this machine's clock was wrong, or is"
                ))
        }
        let words = "the last broadcast was \(roughly(age)) ago, \(end)"
        findings.append(
            age > Self.longestSilence
                ? .look(.ledger, "", "\(words); does cron start it?")
                : run.exitCode == 0 ? .ok(.ledger, "", words) : .look(.ledger, "", words))
    }

    /// How many bulletins broadcasts really made lately.
    private mutating func pace(_ history: History) {
        let sent = history.notifications.filter { notification in
            guard notification.record.intent.origin == .broadcast, case .accepted? = notification.record.outcome else {
                return false
            }
            return true
        }
        guard let first = sent.map(\.record.intent.at).min() else { return }
        let days = max(1, Double(now.seconds(since: first)) / 86_400)
        findings.append(
            .ok(
                .ledger, "",
                "broadcasts sent \(counted(sent.count, "bulletin")) in the last 7 days, about \(rounded(Double(sent.count) / days)) a day"
            ))
    }

    private mutating func lookAtFile(_ path: String) {
        let folder = folder(path)
        if access(path, W_OK) != 0 || access(folder, W_OK) != 0 {
            findings.append(.failed(.ledger, path, "this user cannot write it, or its folder", .cannotWrite))
        }
        var status = stat()
        if geteuid() == 0, stat(path, &status) == 0, status.st_uid != 0 {
            let name = getpwuid(status.st_uid).flatMap { $0.pointee.pw_name }.map { String(cString: $0) }
            findings.append(
                .look(
                    .ledger, path,
                    "this ran as root, but the ledger belongs to \(name ?? "user \(status.st_uid)"): check as that user"
                ))
        }
        var disk = statvfs()
        guard statvfs(folder, &disk) == 0 else { return }
        let free = UInt64(disk.f_bavail) * UInt64(disk.f_frsize)
        if free < Self.leastFreeBytes {
            findings.append(.look(.ledger, path, "only \(free >> 20) MiB are left on its disk"))
        }
    }
}

internal import Broadcasting
internal import Ledger
internal import News
internal import NotificationHub
internal import PlainText
internal import Settings
internal import Terminal

// What is said after a message was sent by hand. Texts of the hub cannot move the cursor.
extension CommandContext {
    /// The hub's id of what it took in, or why it did not.
    func tell(_ outcome: BroadcastReport.Outcome) {
        switch outcome {
        case .accepted(let receipt): output.writeLine(receipt.id ?? "accepted")
        case .refused(let refusal): log.write(.error, "not sent: \(refusal)")
        case .unknown(let unknown): log.write(.error, "nobody knows whether it was sent: \(unknown)")
        case .impossible(let error): log.write(.error, "not sent: \(error)")
        case .held: log.write(.error, "not sent")
        }
    }

    /// When it goes out, and how it can be stopped.
    func tell(_ id: NotificationID, scheduledFor time: Instant) {
        output.writeLine(
            "scheduled for \(localMinute(time)); 'bulletin cancel \(id.number)' takes it back")
    }

    /// What the push services said to a test, device by device.
    func tell(_ report: TestSendReport?) -> ExitCode {
        guard let report else {
            log.write(.warning, "the hub took the test in, but did not tell what became of it")
            return .done
        }
        output.writeLine("reached \(report.success), not reached \(report.failure)")
        let rows = report.results.map {
            ["  " + terminalSafe($0.platform), terminalSafe($0.registrationID), terminalSafe($0.outcome)]
        }
        for line in alignedTable(rows) { output.writeLine(line) }
        if report.success == 0, report.failure == 0 {
            log.write(.warning, "no device has registered for that target")
        }
        return report.success > 0 ? .done : .partlyDone
    }

    /// That the clocks differ, though the hub takes the key.
    func tell(_ clocks: HubRefusal.Clocks?) {
        if let words = clocks?.words { log.write(.warning, words) }
    }

    /// The devices that a notification did not reach.
    func tell(_ found: (errors: [DeviceError], trouble: String?)?) {
        guard let found else { return }
        for line in DeviceErrorLines(found.errors).lines { output.writeLine(line) }
        if let trouble = found.trouble {
            log.write(.warning, "which devices it did not reach cannot be read: \(trouble)")
        }
    }

    /// What became of a notification, by platform, and what to do about what went wrong.
    func tell(_ answer: TelemetryAnswer) {
        switch answer {
        case .found(let telemetry): tell(telemetry)
        case .unknown: log.write(.warning, "the hub does not tell what became of it: it does not know that id")
        case .refused(let refusal):
            let other = settings.manageSecret() == nil && refusal.concern == .key
            log.write(
                .warning,
                "the hub does not tell what became of it: \(refusal)"
                    + (other ? "; BULLETIN_HUB_MANAGE_CONNECTION_STRING can bring such a key" : ""))
        case .unavailable(let reason): log.write(.warning, "what became of it could not be asked: \(reason)")
        }
    }

    private func tell(_ telemetry: NotificationTelemetry) {
        output.writeLine(terminalSafe(telemetry.state) + (telemetry.isFinal ? "" : " (so far)"))
        let rows = telemetry.outcomes.flatMap { outcomes in
            outcomes.counts.map { count in
                [
                    "  " + terminalSafe(outcomes.platform), "\(count.count)", terminalSafe(count.name),
                    count.meaning ?? "",
                ]
            }
        }
        for line in alignedTable(rows) {
            output.writeLine(String(line.reversed().drop { $0 == " " }.reversed()))
        }
        if telemetry.reachedNobody {
            log.write(
                .warning,
                "it reached nobody: no device has registered for that target; 'bulletin devices list' shows those there are"
            )
        }
    }
}

internal import Broadcasting
internal import JSON
internal import Ledger
internal import News
internal import NotificationHub
internal import PlainText
internal import Stories
internal import Terminal

/// Everything that is known of one notification, with what the hub tells of it.
struct DossierOutput {
    let dossier: NotificationDossier
    /// The hub's answer; nil where it was not asked, and then why.
    let answer: TelemetryAnswer?
    /// The devices that it did not reach, where the hub tells.
    let errors: (errors: [DeviceError], trouble: String?)?
    let whyNotAsked: String?

    private var record: NotificationRecord { dossier.notification.record }

    /// The answer, or why there is none, in words.
    private var answerWords: String {
        switch answer {
        case .found(let telemetry): telemetry.state + (telemetry.isFinal ? "" : " (so far)")
        case .unknown: "it does not know that id, or not any more"
        case .refused(let refusal): "it does not tell: \(refusal)"
        case .unavailable(let reason): "it could not be asked: \(reason)"
        case nil: "it was not asked: \(whyNotAsked ?? "")"
        }
    }

    private var telemetry: NotificationTelemetry? {
        if case .found(let telemetry)? = answer { telemetry } else { nil }
    }

    private var hubID: String? {
        if case .accepted(let id)? = record.outcome { id } else { nil }
    }

    // MARK: Text

    var text: String {
        let rows = facts.map { ["  " + $0.0, terminalSafe($0.1)] }
        var lines = ["Notification \(record.id.number)"] + alignedTable(rows)
        for story in dossier.stories {
            lines.append("Story \(story.record.id.number): \(terminalSafe(story.record.title))")
            if let link = story.record.link { lines.append("  " + terminalSafe(link)) }
            lines += story.carriers.map { carrier in
                let name = carrier.title.map { "\($0) (\(carrier.location))" } ?? carrier.location
                return "  since \(localMinute(carrier.firstSeen)) in \(terminalSafe(name))"
                    + (carrier.gone.map { ", gone since \(localMinute($0))" } ?? "")
            }
        }
        lines.append("The hub")
        lines.append("  " + terminalSafe(answerWords))
        let counts = telemetry?.outcomes.flatMap { platform in
            platform.counts.map { ["  " + terminalSafe(platform.platform), "\($0.count)", terminalSafe($0.name)] }
        }
        lines += alignedTable(counts ?? [])
        lines += DeviceErrorLines(errors?.errors ?? []).lines.map { "  " + $0 }
        if let trouble = errors?.trouble { lines.append("  Which devices it did not reach cannot be read: \(trouble)") }
        return lines.joined(separator: "\n") + "\n"
    }

    private var facts: [(String, String)] {
        let intent = record.intent
        var facts: [(String, String?)] = [
            ("state", dossier.notification.state + (record.isSettledByHand ? " (by hand)" : "")),
            ("reason", dossier.notification.reason),
            ("made", localMinute(intent.at)), ("settled", record.settledAt.map(localMinute)),
            ("scheduled for", intent.scheduledFor.map(localMinute)),
            ("categories", intent.categories.map(\.rawValue).joined(separator: ", ")),
            ("language", intent.language?.text), ("target", intent.target.isEmpty ? "everyone" : intent.target),
            ("message", intent.message), ("properties", intent.properties), ("hub's id", hubID),
            ("delivery", record.delivery), ("collapse id", intent.collapseID),
        ]
        let origin =
            switch (record.run, dossier.run) {
            case (let number?, let run?): "broadcast, run \(number)" + end(of: run)
            case (let number?, nil): "broadcast, run \(number)"
            default: intent.origin == .send ? "by hand" : "broadcast"
            }
        facts.insert(("origin", origin), at: 2)
        return facts.compactMap { name, value in value.flatMap { $0.isEmpty ? nil : (name, $0) } }
    }

    private func end(of run: RunRecord) -> String {
        let end = run.exitCode.map { "ended with exit code \($0)" } ?? "without an end"
        return " at \(localMinute(run.at)): \(run.feedsRead) of \(counted(run.feeds, "feed")) read, \(end)"
    }

    // MARK: JSON

    var json: JSONValue {
        var notification = dossier.notification.json.object ?? JSONObject([])
        notification["properties"] = (try? JSONValue(parsing: Array(record.intent.properties.utf8))) ?? .null
        return [
            "notification": .object(notification),
            "run": dossier.run?.json ?? .null,
            "stories": .array(
                dossier.stories.map { story in
                    var object = story.record.json.object ?? JSONObject([])
                    object["feeds"] = .array(story.carriers.map(\.json))
                    return .object(object)
                }),
            "telemetry": telemetry?.json ?? .null,
            "telemetry_error": telemetry == nil ? .string(answerWords) : .null,
            "device_errors": .array((errors?.errors ?? []).map(\.json)),
            "device_errors_error": JSONValue(errors?.trouble),
        ]
    }
}

extension StoryCarrier {
    fileprivate var json: JSONValue {
        [
            "feed": .string(location), "title": JSONValue(title), "first_seen": .string(firstSeen.description),
            "gone": JSONValue(gone?.description),
        ]
    }
}

extension NotificationTelemetry {
    fileprivate var json: JSONValue {
        let all = outcomes.flatMap { platform in
            platform.counts.map { count -> JSONValue in
                [
                    "platform": .string(platform.platform), "outcome": .string(count.name),
                    "count": .integer(Int64(count.count)),
                ]
            }
        }
        return [
            "state": .string(state), "enqueued": JSONValue(enqueued?.description),
            "started": JSONValue(started?.description), "ended": JSONValue(ended?.description), "tags": .string(tags),
            "outcomes": .array(all),
        ]
    }
}

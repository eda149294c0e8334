internal import HubLanguage
internal import JSON
internal import News

// What the hub knows as JSON for its state file, and back. A value that cannot be read gives nil: the file is damaged.

extension SharedAccessRule {
    var kept: JSONValue {
        [
            "rights": .array(rights.map { .string($0.rawValue) }), "primary": .string(primaryKey),
            "secondary": .string(secondaryKey),
        ]
    }

    init?(_ name: String, kept: JSONValue) {
        guard let rights = kept["rights"]?.array, let primary = kept["primary"]?.string,
            let secondary = kept["secondary"]?.string
        else { return nil }
        self.init(
            name: name, rights: Set(rights.compactMap { $0.string.flatMap(AccessRight.init) }), primaryKey: primary,
            secondaryKey: secondary)
    }
}

extension HeaderFields {
    fileprivate var kept: JSONValue { .array(fields.map { [.string($0.name), .string($0.value)] }) }

    fileprivate init(kept: JSONValue?) {
        self.init((kept?.array ?? []).map { (name: $0[0]?.string ?? "", value: $0[1]?.string ?? "") })
    }
}

extension Instant {
    fileprivate var kept: JSONValue { .integer(secondsSince1970) }

    fileprivate init?(kept: JSONValue?) {
        guard let seconds = kept?.integer else { return nil }
        self.init(secondsSince1970: seconds)
    }
}

extension JSONValue {
    fileprivate init(texts: [String]) { self = .array(texts.map(JSONValue.string)) }

    fileprivate var texts: [String] { (array ?? []).compactMap(\.string) }
}

extension Registration {
    func kept(at slot: Int) -> JSONValue {
        [
            "slot": .integer(Int64(slot)), "version": .integer(Int64(version)), "updated": updated.kept,
            "platform": .string(draft.platform.rawValue),
            "handle": JSONValue(texts: draft.handleParts), "tags": JSONValue(texts: draft.tags),
            "variables": JSONValue(draft.pushVariables), "tile": JSONValue(draft.secondaryTileName),
            "installation": JSONValue(draft.installationID), "expires": draft.expires?.kept ?? .null,
            "template": draft.template?.kept ?? .null,
        ]
    }

    convenience init?(_ id: String, kept: JSONValue) {
        guard let platform = kept["platform"]?.string.flatMap(Platform.init(rawValue:)),
            let updated = Instant(kept: kept["updated"]), let handle = kept["handle"]?.texts, !handle.isEmpty
        else { return nil }
        var template: RegisteredTemplate?
        if let value = kept["template"], value != .null {
            template = try? RegisteredTemplate(kept: value, for: platform)
            if template == nil { return nil }
        }
        let draft = RegistrationDraft(
            platform: platform, handle: handle[0], handleParts: handle, tags: kept["tags"]?.texts ?? [],
            template: template, pushVariables: kept["variables"]?.string, secondaryTileName: kept["tile"]?.string,
            installationID: kept["installation"]?.string, expires: Instant(kept: kept["expires"]))
        self.init(id: id, version: Int(kept["version"]?.integer ?? 1), draft: draft, updated: updated)
    }
}

extension RegisteredTemplate {
    fileprivate var kept: JSONValue {
        [
            "body": .string(template.body), "name": .string(name), "headers": headers.kept,
            "expiry": JSONValue(expiry), "priority": JSONValue(priority),
        ]
    }

    fileprivate convenience init(kept: JSONValue, for platform: Platform) throws(Refusal) {
        try self.init(
            body: kept["body"]?.string ?? "", name: kept["name"]?.string ?? "",
            headers: HeaderFields(kept: kept["headers"]), expiry: kept["expiry"]?.string,
            priority: kept["priority"]?.string, platform: platform)
    }
}

extension EmulatedNotification {
    var kept: JSONValue {
        var counts: [JSONValue] = []
        for (platform, outcomes) in outcomes {
            for (outcome, count) in outcomes {
                counts.append([.string(platform.rawValue), .string(outcome.rawValue), .integer(Int64(count))])
            }
        }
        return [
            "format": .string(format), "tags": .string(tags), "body": .string(body), "enqueued": enqueued.kept,
            "scheduled": scheduledFor?.kept ?? .null, "sent": sent?.kept ?? .null, "state": .string(state.rawValue),
            "outcomes": .array(counts), "warnings": JSONValue(texts: warnings),
            "targets": JSONValue(texts: targets.sorted()), "failures": .array(failures.map(\.kept)),
        ]
    }

    init?(_ id: String, kept: JSONValue) {
        guard let format = kept["format"]?.string, let body = kept["body"]?.string,
            let enqueued = Instant(kept: kept["enqueued"]), let state = kept["state"]?.string.flatMap(State.init)
        else { return nil }
        self.init(
            id: id, format: format, tags: kept["tags"]?.string ?? "", body: body, enqueued: enqueued,
            scheduledFor: Instant(kept: kept["scheduled"]), sent: Instant(kept: kept["sent"]), state: state,
            warnings: kept["warnings"]?.texts ?? [], targets: Set(kept["targets"]?.texts ?? []))
        for count in kept["outcomes"]?.array ?? [] {
            guard let platform = count[0]?.string.flatMap(Platform.init(rawValue:)),
                let outcome = count[1]?.string.flatMap(Outcome.init)
            else { return nil }
            outcomes[platform, default: [:]][outcome] = Int(count[2]?.integer ?? 0)
        }
        failures = (kept["failures"]?.array ?? []).compactMap(Failure.init(kept:))
    }
}

extension EmulatedNotification.Failure {
    fileprivate var kept: JSONValue {
        [
            "platform": .string(platform.rawValue), "handle": .string(handle), "registration": JSONValue(registration),
            "installation": JSONValue(installation), "outcome": .string(outcome.rawValue),
        ]
    }

    fileprivate init?(kept: JSONValue) {
        guard let platform = kept["platform"]?.string.flatMap(Platform.init(rawValue:)),
            let handle = kept["handle"]?.string,
            let outcome = kept["outcome"]?.string.flatMap(EmulatedNotification.Outcome.init)
        else { return nil }
        self.init(
            platform: platform, handle: handle, registration: kept["registration"]?.string,
            installation: kept["installation"]?.string, outcome: outcome)
    }
}

extension ScheduledNotification {
    /// The request as it came, as far as it matters: it is read again.
    var kept: JSONValue {
        var headers = HeaderFields([(name: "ServiceBusNotification-Format", value: draft.format)])
        var target = ""
        switch draft.audience {
        case .everyone: break
        case .tags(let expression): headers.add("ServiceBusNotification-Tags", expression.text)
        case .handles(let handles):
            headers.add("ServiceBusNotification-DeviceHandle", handles.first ?? "")
            target = "?direct"
        }
        headers.fields += draft.platformHeaders.fields
        return [
            "time": time.kept, "target": .string(target), "headers": headers.kept, "body": .string(draft.body),
        ]
    }

    init?(_ id: String, kept: JSONValue) {
        guard let time = Instant(kept: kept["time"]) else { return nil }
        let request = HubRequest(
            "POST", kept["target"]?.string ?? "", headers: HeaderFields(kept: kept["headers"]),
            body: Array((kept["body"]?.string ?? "").utf8))
        guard let draft = try? NotificationDraft(reading: request) else { return nil }
        self.init(id: id, time: time, draft: draft)
    }
}

extension DeviceKey {
    /// The id of a device in the state file.
    var keptID: String { platform.rawValue + ":" + handle }

    init?(keptID: String) {
        let parts = keptID.pieces(at: ":", maximum: 2)
        guard parts.count == 2, let platform = Platform(rawValue: String(parts[0])) else { return nil }
        self.init(platform: platform, handle: String(parts[1]))
    }
}

extension DeviceStore.Record {
    var kept: JSONValue { ["name": JSONValue(name), "deliveries": .integer(Int64(deliveries))] }
}

extension ShownNotification {
    func kept(on device: DeviceKey) -> JSONValue {
        [
            "device": .string(device.keptID), "notification": .string(notificationID), "time": time.kept,
            "title": JSONValue(title), "text": .string(text), "kind": .string(kind.rawValue),
            "payload": .string(payload), "headers": .array(headers.map { [.string($0.name), .string($0.value)] }),
            "collapse": JSONValue(collapseID), "replaced": .boolean(isReplaced),
        ]
    }

    init?(_ id: String, kept: JSONValue) {
        guard let serial = Int(id), let notification = kept["notification"]?.string,
            let time = Instant(kept: kept["time"]), let text = kept["text"]?.string,
            let kind = kept["kind"]?.string.flatMap(AlertKind.init), let payload = kept["payload"]?.string
        else { return nil }
        self.init(
            notificationID: notification, time: time, title: kept["title"]?.string, text: text, kind: kind,
            payload: payload,
            headers: HeaderFields(kept: kept["headers"]).fields.map {
                LoggedRequest.Header(name: $0.name, value: $0.value)
            }, collapseID: kept["collapse"]?.string, isReplaced: kept["replaced"]?.boolean ?? false, serial: serial)
    }
}

internal import HubLanguage
internal import News

/// A notification made into a payload, and what the push service and a device make of that. It is the same for all
/// devices that have the same template.
struct MadePayload: Sendable {
    var payload: String
    var headers: HeaderFields
    var outcome: EmulatedNotification.Outcome
    /// Why it is not delivered.
    var reason: String?
    /// What a device makes of it, if it is delivered.
    var alert: AlertText?
    /// Whether somebody would see a notification without words.
    var isBlank = false

    init(_ draft: NotificationDraft, for platform: Platform, _ template: RegisteredTemplate?) {
        switch draft.content {
        case .native(_, let native):
            payload = native
            headers = draft.platformHeaders
        case .properties(let properties):
            payload = template?.template.filled(with: properties) ?? ""
            // What the request says comes first, since the first field of a name counts.
            headers = HeaderFields(draft.platformHeaders.fields + (template?.filledHeaders(with: properties) ?? []))
        }
        if let excess = platform.excess(ofPayload: payload) {
            outcome = .invalidNotificationSize
            reason = "the payload has \(excess.bytes) bytes, \(excess.platform.name) takes at most \(excess.limit)"
            return
        }
        switch AlertText.reading(payload, for: platform, headers: headers) {
        case .success(let alert):
            outcome = .success
            self.alert = alert
            isBlank = alert.kind == .alert && (alert.title ?? "").trimmed.isEmpty && alert.text.trimmed.isEmpty
        case .failure(let unfit):
            outcome = .dropped
            reason = unfit.reason
        }
    }

    func shown(notification id: String, now: Instant) -> ShownNotification? {
        alert.map { alert in
            ShownNotification(
                notificationID: id, time: now, title: alert.title, text: alert.text, kind: alert.kind,
                payload: payload,
                headers: headers.fields.map { LoggedRequest.Header(name: $0.name, value: $0.value) },
                collapseID: alert.collapseID)
        }
    }
}

/// The payloads of one notification: one for each template that it meets.
struct PayloadMaker {
    private let draft: NotificationDraft
    private var made: [(template: RegisteredTemplate?, payload: MadePayload)] = []
    private var places: [ObjectIdentifier: Int] = [:]
    private var last = -1

    init(_ draft: NotificationDraft) {
        self.draft = draft
    }

    mutating func payload(for target: Target) -> MadePayload {
        if last >= 0, made[last].template === target.template { return made[last].payload }
        // Without templates a notification is native: one platform, one payload.
        let known = target.template.map { places[ObjectIdentifier($0)] } ?? (made.isEmpty ? nil : 0)
        if let known {
            last = known
        } else {
            last = made.count
            made.append((target.template, MadePayload(draft, for: target.device.platform, target.template)))
            if let template = target.template { places[ObjectIdentifier(template)] = last }
        }
        return made[last].payload
    }
}

/// A notification on its way to one device.
struct Delivery: Sendable {
    var target: Target
    var made: MadePayload

    /// What is remembered of it when it reached nobody.
    var failure: EmulatedNotification.Failure? {
        guard made.outcome != .success else { return nil }
        return EmulatedNotification.Failure(
            platform: target.device.platform, handle: target.device.handle, registration: target.registration?.id,
            installation: target.registration?.draft.installationID, outcome: made.outcome)
    }
}

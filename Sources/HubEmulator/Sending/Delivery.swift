internal import HubLanguage
internal import News

/// A notification made into one device's payload, and what its push service would say to it.
struct Delivery: Sendable {
    var target: Target
    var payload: String
    var outcome: EmulatedNotification.Outcome
    /// Why it was not delivered.
    var reason: String?
    /// What the device makes of it, if it was delivered.
    var alert: AlertText?

    init(_ draft: NotificationDraft, to target: Target) {
        self.target = target
        let headers: HeaderFields
        switch draft.content {
        case .native(_, let native):
            payload = native
            headers = draft.platformHeaders
        case .properties(let properties):
            payload = target.template?.template.filled(with: properties) ?? ""
            // What the request says comes first, since the first field of a name counts.
            headers = HeaderFields(
                draft.platformHeaders.fields + (target.template?.filledHeaders(with: properties) ?? []))
        }
        if let excess = target.device.platform.excess(ofPayload: payload) {
            outcome = .invalidNotificationSize
            reason = "the payload has \(excess.bytes) bytes, \(excess.platform.name) takes at most \(excess.limit)"
            return
        }
        switch AlertText.reading(payload, for: target.device.platform, headers: headers) {
        case .success(let alert):
            outcome = .success
            self.alert = alert
        case .failure(let unfit):
            outcome = .dropped
            reason = unfit.reason
        }
    }

    /// Whether somebody would see a notification without words.
    var isBlank: Bool {
        guard let alert, alert.kind == .alert else { return false }
        return (alert.title ?? "").trimmed.isEmpty && alert.text.trimmed.isEmpty
    }

    func shown(notification id: String, now: Instant) -> ShownNotification? {
        alert.map { alert in
            ShownNotification(
                notificationID: id, time: now, title: alert.title, text: alert.text, kind: alert.kind,
                payload: payload, collapseID: alert.collapseID)
        }
    }
}

extension RegisteredTemplate {
    /// The template's headers; a value may be an expression. It was read when the registration was made.
    fileprivate func filledHeaders(with properties: TemplateProperties) -> [(name: String, value: String)] {
        headers.fields.map { header in
            let expression = try? TemplateExpression(header.value)
            return (name: header.name, value: expression?.value(with: properties) ?? header.value)
        }
    }
}

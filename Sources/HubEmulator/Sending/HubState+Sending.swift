internal import HubLanguage
internal import News

extension HubState {
    /// Takes a notification in and delivers it at once. That it reached nobody changes nothing in the answer.
    mutating func send(_ draft: NotificationDraft, place: Place, now: Instant) -> HubResponse {
        let id = identifiers.notificationID(now: now)
        var notification = EmulatedNotification(id: id, draft: draft, enqueued: now)
        _ = deliver(draft, as: &notification, now: now, limit: .max)
        notifications.add(notification)
        return created(path: draft.isBatch ? "messages/$batch" : "messages", id: id, place: place)
    }

    /// 201 with the notification's address, which lower tiers do not tell.
    func created(path: String, id: String, place: Place) -> HubResponse {
        var headers = HeaderFields()
        if tier == .standard { headers.add("Location", "\(place.hub)/\(path)/\(id)\(place.query)") }
        return HubResponse(201, headers: headers, contentType: HubResponse.xml)
    }

    /// Delivers to at most `limit` registrations and records what became of it.
    mutating func deliver(
        _ draft: NotificationDraft, as notification: inout EmulatedNotification, now: Instant, limit: Int
    ) -> [Delivery] {
        let targets = targets(of: draft).prefix(limit)
        notification.sent = now
        notification.state = targets.isEmpty ? .noTargetFound : .completed
        notification.targets = Set(targets.map(\.telemetryName)).union([draft.format])
        var deliveries: [Delivery] = []
        for target in targets {
            let delivery = Delivery(draft, to: target)
            notification.outcomes[target.device.platform, default: [:]][delivery.outcome, default: 0] += 1
            if let shown = delivery.shown(notification: notification.id, now: now) {
                devices.show(shown, on: target.device)
            }
            deliveries.append(delivery)
        }
        notification.warnings += warnings(about: draft, deliveries)
        return deliveries
    }

    private func targets(of draft: NotificationDraft) -> [Target] {
        let addressed: [Registration]
        switch draft.audience {
        case .handles(let handles): return handles.compactMap { Target(handle: $0, draft) }
        case .everyone: addressed = registrations.all
        case .tags(let expression): addressed = registrations.addressed(by: expression)
        }
        switch draft.content {
        case .properties: return addressed.filter { $0.draft.template != nil }.map(Target.init(registration:))
        case .native(let platform, _):
            return addressed.filter { $0.draft.template == nil && $0.draft.platform == platform }
                .map(Target.init(registration:))
        }
    }
}

/// One device that is to get a notification, through one of its registrations.
struct Target: Sendable {
    var device: DeviceKey
    var registrationID: String?
    var template: RegisteredTemplate?

    init(registration: Registration) {
        device = registration.device
        registrationID = registration.id
        template = registration.draft.template
    }

    /// A device that is addressed directly, known or not.
    init?(handle: String, _ draft: NotificationDraft) {
        guard case .native(let platform, _) = draft.content else { return nil }
        device = DeviceKey(platform: platform, handle: platform == .apns ? handle.uppercased() : handle)
    }

    /// The word of `TargetPlatforms`: `apple`, `appletemplate`.
    var telemetryName: String { device.platform.formatName + (template == nil ? "" : "template") }
}

extension EmulatedNotification {
    init(id: String, draft: NotificationDraft, enqueued: Instant) {
        self.init(
            id: id, format: draft.format, tags: draft.tagsText, body: draft.body, enqueued: enqueued,
            state: .completed)
    }
}

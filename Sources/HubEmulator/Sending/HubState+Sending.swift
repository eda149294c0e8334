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
        notification.targets = [draft.format]
        var maker = PayloadMaker(draft)
        var tally = Tally()
        var deliveries: [Delivery] = []
        deliveries.reserveCapacity(targets.count)
        for target in targets {
            let delivery = Delivery(target: target, made: maker.payload(for: target))
            tally.add(delivery)
            if let failure = delivery.failure, notification.failures.count < EmulatedNotification.failuresLimit {
                notification.failures.append(failure)
            }
            if let shown = delivery.made.shown(notification: notification.id, now: now) {
                devices.show(shown, on: target.device)
            }
            deliveries.append(delivery)
        }
        tally.report(in: &notification)
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

/// Counts how deliveries end. There are few kinds, so that a list is quicker than tables of tables.
private struct Tally {
    private var counts: [(platform: Platform, outcome: EmulatedNotification.Outcome, isTemplate: Bool, count: Int)] = []

    mutating func add(_ delivery: Delivery) {
        let (platform, isTemplate) = (delivery.target.device.platform, delivery.target.template != nil)
        let outcome = delivery.made.outcome
        let known = counts.firstIndex {
            $0.platform == platform && $0.outcome == outcome && $0.isTemplate == isTemplate
        }
        if let known { counts[known].count += 1 } else { counts.append((platform, outcome, isTemplate, 1)) }
    }

    func report(in notification: inout EmulatedNotification) {
        for (platform, outcome, isTemplate, count) in counts {
            notification.outcomes[platform, default: [:]][outcome, default: 0] += count
            // The word of `TargetPlatforms`: `apple`, `appletemplate`.
            notification.targets.insert(platform.formatName + (isTemplate ? "template" : ""))
        }
    }
}

/// One device that is to get a notification, through one of its registrations.
struct Target: Sendable {
    var device: DeviceKey
    var registration: Registration?
    var template: RegisteredTemplate? { registration?.draft.template }

    init(registration: Registration) {
        device = registration.device
        self.registration = registration
    }

    /// A device that is addressed directly, known or not.
    init?(handle: String, _ draft: NotificationDraft) {
        guard case .native(let platform, _) = draft.content else { return nil }
        device = DeviceKey(platform: platform, handle: platform == .apns ? handle.uppercased() : handle)
    }
}

extension EmulatedNotification {
    init(id: String, draft: NotificationDraft, enqueued: Instant) {
        self.init(
            id: id, format: draft.format, tags: draft.tagsText, body: draft.body, enqueued: enqueued,
            state: .completed)
    }
}

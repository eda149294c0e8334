internal import News

/// A notification that waits for its time.
struct ScheduledNotification: Sendable {
    var id: String
    var time: Instant
    var draft: NotificationDraft
}

extension HubState {
    /// So many notifications may wait; a bound of the emulator's own.
    static let scheduledLimit = 10_000
    /// The bytes that their bodies may hold together.
    static let scheduledBytes = 64 << 20

    mutating func schedule(
        _ draft: NotificationDraft, at time: Instant, place: Place, now: Instant
    ) throws(Refusal) -> HubResponse {
        guard scheduled.count < HubState.scheduledLimit,
            scheduled.reduce(draft.body.utf8.count, { $0 + $1.draft.body.utf8.count }) <= HubState.scheduledBytes
        else {
            throw Refusal(403, "There are too many scheduled notifications.")
        }
        let id = identifiers.scheduledID(now: now)
        var notification = EmulatedNotification(id: id, draft: draft, enqueued: now)
        notification.state = .scheduled
        notification.scheduledFor = time
        notifications.add(notification)
        let index = scheduled.firstIndex { $0.time > time } ?? scheduled.endIndex
        let waiting = ScheduledNotification(id: id, time: time, draft: draft)
        scheduled.insert(waiting, at: index)
        journal.put(.scheduled, id, waiting.kept)
        sendDue(now: now)
        return created(path: "schedulednotifications", id: id, place: place)
    }

    mutating func cancel(_ id: String) throws(Refusal) -> HubResponse {
        guard let index = scheduled.firstIndex(where: { $0.id == id }) else {
            throw Refusal(404, "The scheduled notification does not exist or has been sent.")
        }
        scheduled.remove(at: index)
        journal.remove(.scheduled, id)
        if var notification = notifications[id] {
            notification.state = .cancelled
            notifications.update(notification)
        }
        return HubResponse(200)
    }

    /// Sends what is due. They stand in the order of their times.
    mutating func sendDue(now: Instant) {
        while let next = scheduled.first, next.time <= now {
            scheduled.removeFirst()
            journal.remove(.scheduled, next.id)
            var notification =
                notifications[next.id]
                ?? EmulatedNotification(id: next.id, draft: next.draft, enqueued: next.time)
            _ = deliver(next.draft, as: &notification, now: next.time, limit: .max)
            notifications.update(notification)
        }
    }
}

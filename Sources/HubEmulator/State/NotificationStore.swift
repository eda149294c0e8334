internal import News

/// The notifications that the hub took in, the newest ones, for telemetry and tests.
struct NotificationStore: Sendable {
    private var records: [String: EmulatedNotification] = [:]
    private var order: BoundedHistory<String>
    var journal = StateJournal()
    /// How many were ever taken in, forgotten ones included.
    private(set) var accepted = 0

    init(capacity: Int) {
        order = BoundedHistory(capacity: capacity, byteCapacity: 64 << 20)
    }

    subscript(id: String) -> EmulatedNotification? { records[id] }

    /// From the oldest to the newest.
    var all: [EmulatedNotification] { order.all.compactMap { records[$0] } }

    mutating func add(_ notification: EmulatedNotification) {
        accepted += 1
        records[notification.id] = notification
        journal.put(.notification, notification.id, notification.kept)
        // A tag header may be as long as a body. The texts of failures are shared with registrations.
        let bytes =
            notification.body.utf8.count + notification.tags.utf8.count + notification.failures.count
            * MemoryLayout<EmulatedNotification.Failure>.stride
        for gone in order.append(notification.id, bytes: bytes) {
            records[gone] = nil
            journal.remove(.notification, gone)
        }
    }

    mutating func update(_ notification: EmulatedNotification) {
        guard records[notification.id] != nil else { return }
        records[notification.id] = notification
        journal.put(.notification, notification.id, notification.kept)
    }
}

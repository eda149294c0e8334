internal import News

/// The notifications that the hub took in, the newest ones, for telemetry and tests.
struct NotificationStore: Sendable {
    private var records: [String: EmulatedNotification] = [:]
    private var order: BoundedHistory<String>
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
        for gone in order.append(notification.id, bytes: notification.body.utf8.count) { records[gone] = nil }
    }

    mutating func update(_ notification: EmulatedNotification) {
        if records[notification.id] != nil { records[notification.id] = notification }
    }
}

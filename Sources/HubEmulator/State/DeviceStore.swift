internal import HubLanguage
internal import News

/// What each device would have shown. Deliveries are kept up to a bound over all devices, the newest ones.
struct DeviceStore: Sendable {
    /// One device's record.
    struct Record: Sendable {
        var name: String?
        var shown: [ShownNotification] = []
        /// All that ever arrived, forgotten ones included.
        var deliveries = 0
    }

    /// A device shows at most so many on its screen.
    static let shownPerDevice = 100

    private(set) var records: [DeviceKey: Record] = [:]
    private(set) var order: [DeviceKey] = []
    private var history: BoundedHistory<(DeviceKey, Int)>
    private var serial = 0

    init(capacity: Int) {
        history = BoundedHistory(capacity: capacity, byteCapacity: 256 << 20)
    }

    /// Makes a device known, with a name for people if there is one.
    mutating func add(_ key: DeviceKey, name: String? = nil) {
        if records[key] == nil {
            records[key] = Record()
            order.append(key)
        }
        if let name { records[key]?.name = name }
    }

    /// Forgets a device that has no registration any more and shows nothing.
    mutating func removeIfUnused(_ key: DeviceKey) {
        guard let record = records[key], record.shown.isEmpty, record.name == nil else { return }
        records[key] = nil
        forgottenOrderEntries += 1
        // Amortised: the order is cleaned when half of it is gone.
        guard forgottenOrderEntries * 2 > order.count else { return }
        var seen: Set<DeviceKey> = []
        order = order.filter { records[$0] != nil && seen.insert($0).inserted }
        forgottenOrderEntries = 0
    }

    private var forgottenOrderEntries = 0

    /// Puts a notification on a device's screen, in the place of one with the same collapse id.
    mutating func show(_ notification: ShownNotification, on key: DeviceKey) {
        add(key)
        serial += 1
        var notification = notification
        notification.serial = serial
        records[key]?.receive(notification)
        for (device, serial) in history.append((key, serial), bytes: notification.payload.utf8.count) {
            records[device]?.forget(serial)
        }
    }

    mutating func clearScreens() {
        for key in order { records[key]?.shown.removeAll() }
        history.removeAll()
    }
}

extension DeviceStore.Record {
    fileprivate mutating func receive(_ notification: ShownNotification) {
        deliveries += 1
        if let collapseID = notification.collapseID,
            let older = shown.lastIndex(where: { $0.collapseID == collapseID && !$0.isReplaced })
        {
            shown[older].isReplaced = true
        }
        shown.append(notification)
        if shown.count > DeviceStore.shownPerDevice { shown.removeFirst() }
    }

    fileprivate mutating func forget(_ serial: Int) {
        if shown.first?.serial == serial { shown.removeFirst() }
    }
}

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

    var journal = StateJournal()
    private var forgottenOrderEntries = 0

    /// Makes a device known, with a name for people if there is one.
    mutating func add(_ key: DeviceKey, name: String? = nil) {
        let isNew = records[key] == nil
        if isNew {
            records[key] = Record()
            order.append(key)
        }
        if let name { records[key]?.name = name }
        if isNew || name != nil, let record = records[key] { journal.put(.device, key.keptID, record.kept) }
    }

    /// Forgets a device that has no registration any more and shows nothing.
    mutating func removeIfUnused(_ key: DeviceKey) {
        guard let record = records[key], record.shown.isEmpty, record.name == nil else { return }
        records[key] = nil
        journal.remove(.device, key.keptID)
        forgottenOrderEntries += 1
        // Amortised: the order is cleaned when half of it is gone.
        guard forgottenOrderEntries * 2 > order.count else { return }
        var seen: Set<DeviceKey> = []
        order = order.filter { records[$0] != nil && seen.insert($0).inserted }
        forgottenOrderEntries = 0
    }

    /// Puts a notification on a device's screen, in the place of one with the same collapse id.
    mutating func show(_ notification: ShownNotification, on key: DeviceKey) {
        serial += 1
        var notification = notification
        notification.serial = serial
        if records[key] == nil { add(key) }
        guard let index = records.index(forKey: key) else { return }
        let (replaced, gone) = records.values[index].receive(notification)
        if journal.isOn {
            if let replaced { journal.put(.shown, String(replaced.serial), replaced.kept(on: key)) }
            if let gone { journal.remove(.shown, String(gone)) }
            journal.put(.shown, String(serial), notification.kept(on: key))
            journal.put(.device, key.keptID, records.values[index].kept)
        }
        forgetOldest(with: notification, key)
    }

    private mutating func forgetOldest(with notification: ShownNotification, _ key: DeviceKey) {
        for (device, serial) in history.append((key, notification.serial), bytes: notification.payload.utf8.count) {
            guard records[device]?.forget(serial) == true else { continue }
            journal.remove(.shown, String(serial))
        }
    }

    mutating func clearScreens() {
        for key in order { records[key]?.shown.removeAll() }
        history.removeAll()
        journal.clear(.shown)
    }

    /// Takes up a device that was kept.
    mutating func restore(_ key: DeviceKey, _ record: Record) {
        if records[key] == nil { order.append(key) }
        records[key] = record
    }

    /// Takes up a notification that was kept on a device's screen.
    mutating func restore(_ notification: ShownNotification, on key: DeviceKey) {
        serial = max(serial, notification.serial)
        if records[key] == nil { restore(key, Record()) }
        records[key]?.shown.append(notification)
        forgetOldest(with: notification, key)
    }
}

extension DeviceStore.Record {
    /// Answers what changed among those that were there: the one that was replaced, and the serial of the one that had
    /// to go.
    fileprivate mutating func receive(_ notification: ShownNotification) -> (replaced: ShownNotification?, gone: Int?) {
        deliveries += 1
        var replaced: ShownNotification?
        if let collapseID = notification.collapseID,
            let older = shown.lastIndex(where: { $0.collapseID == collapseID && !$0.isReplaced })
        {
            shown[older].isReplaced = true
            replaced = shown[older]
        }
        shown.append(notification)
        guard shown.count > DeviceStore.shownPerDevice else { return (replaced, nil) }
        let gone = shown.removeFirst().serial
        return (replaced?.serial == gone ? nil : replaced, gone)
    }

    /// Whether it was still there.
    fileprivate mutating func forget(_ serial: Int) -> Bool {
        guard shown.first?.serial == serial else { return false }
        shown.removeFirst()
        return true
    }
}

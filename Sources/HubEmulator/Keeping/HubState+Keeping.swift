internal import HubLanguage
internal import JSON

extension StateFile {
    /// The rules that the file keeps; nil in a new one.
    func rules() throws(HubEmulatorError) -> [SharedAccessRule]? {
        let kept = try values(.rule)
        let rules = kept.compactMap { SharedAccessRule($0.id, kept: $0.value) }
        guard rules.count == kept.count else { throw damaged(.rule) }
        return rules.isEmpty ? nil : rules
    }

    /// Keeps the rules of a new hub.
    func keep(_ rules: [SharedAccessRule]) throws(HubEmulatorError) {
        guard write(rules.map { .put(.rule, id: $0.name, $0.kept) }) else { throw fault("it cannot be written") }
    }

    fileprivate func damaged(_ kind: StateKind) -> HubEmulatorError {
        fault("it is damaged: what it holds as \(kind.rawValue) is not what a hub keeps")
    }
}

extension HubState {
    /// Takes up what a file keeps, and notes from now on what changes.
    mutating func resume(from file: StateFile) throws(HubEmulatorError) {
        var kept: [(registration: Registration, slot: Int)] = []
        for (id, value) in try file.values(.registration) {
            guard let registration = Registration(id, kept: value), let slot = value["slot"]?.integer,
                (0..<Int64(HubState.slotLimit)).contains(slot)
            else { throw file.damaged(.registration) }
            kept.append((registration, Int(slot)))
        }
        registrations.restore(kept)
        nextEnd = kept.compactMap(\.registration.draft.expires).min()
        for (id, _) in try file.values(.deleted) { registrations.markDeleted(id) }
        for (id, value) in try file.values(.installation) {
            guard let members = value.object else { throw file.damaged(.installation) }
            keep(Installation(id: id, members: members))
        }
        for (id, value) in try file.values(.notification) {
            guard let notification = EmulatedNotification(id, kept: value) else { throw file.damaged(.notification) }
            notifications.add(notification)
        }
        var waiting: [ScheduledNotification] = []
        for (id, value) in try file.values(.scheduled) {
            guard let one = ScheduledNotification(id, kept: value) else { throw file.damaged(.scheduled) }
            waiting.append(one)
        }
        scheduled = waiting.sorted { $0.time < $1.time }
        try resumeDevices(from: file)
        journal.isOn = true
        registrations.journal.isOn = true
        devices.journal.isOn = true
        notifications.journal.isOn = true
    }

    private mutating func resumeDevices(from file: StateFile) throws(HubEmulatorError) {
        for (id, value) in try file.values(.device) {
            guard let key = DeviceKey(keptID: id) else { throw file.damaged(.device) }
            devices.restore(
                key, DeviceStore.Record(name: value["name"]?.string, deliveries: Int(value["deliveries"]?.integer ?? 0))
            )
        }
        for (id, value) in try file.values(.shown) {
            guard let shown = ShownNotification(id, kept: value),
                let key = value["device"]?.string.flatMap(DeviceKey.init(keptID:))
            else { throw file.damaged(.shown) }
            devices.restore(shown, on: key)
        }
    }

    /// What changed since the last time.
    mutating func takeChanges() -> [StateChange] {
        guard journal.isOn else { return [] }
        return journal.take() + registrations.journal.take() + devices.journal.take() + notifications.journal.take()
    }
}

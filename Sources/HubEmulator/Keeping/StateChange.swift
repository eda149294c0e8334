internal import JSON

/// What stands in a state file.
enum StateKind: String, Sendable, CaseIterable {
    case rule, registration, deleted, installation, notification, scheduled, device, shown
}

/// One thing that is to be kept, or no longer.
enum StateChange: Sendable {
    case put(StateKind, id: String, JSONValue)
    case remove(StateKind, id: String)
    case clear(StateKind)
}

/// The changes since the last time that they were taken. A hub that keeps nothing notes nothing.
struct StateJournal: Sendable {
    /// Whether changes are noted.
    var isOn = false
    private var changes: [StateChange] = []

    mutating func put(_ kind: StateKind, _ id: String, _ value: @autoclosure () -> JSONValue) {
        if isOn { changes.append(.put(kind, id: id, value())) }
    }

    mutating func remove(_ kind: StateKind, _ id: String) {
        if isOn { changes.append(.remove(kind, id: id)) }
    }

    mutating func clear(_ kind: StateKind) {
        if isOn { changes.append(.clear(kind)) }
    }

    mutating func take() -> [StateChange] {
        defer { changes.removeAll(keepingCapacity: true) }
        return changes
    }
}

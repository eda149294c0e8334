internal import HTTPServer
internal import HubLanguage
internal import JSON
internal import News

/// All registrations: by id, by tag, by device, and in places whose order lists follow.
struct RegistrationStore: Sendable {
    private var slots: [Registration?] = []
    private var freeSlots: [Int] = []
    private var slotByID: [String: Int] = [:]
    private var slotsByInstallation: [String: [Int]] = [:]
    private var slotsByDevice: [DeviceKey: Set<Int>] = [:]
    private var tags = TagIndex()
    /// Ids that were deleted: whoever writes to one is told to ask for a new one (410).
    private var deletedIDs = Set<String>()
    private var deletedOrder = BoundedHistory<String>(capacity: 10_000)
    /// Templates by what they hold, and how many registrations share each.
    private var templates: [RegisteredTemplate.Content: (template: RegisteredTemplate, uses: Int)] = [:]
    var journal = StateJournal()

    var count: Int { slotByID.count }
    /// What the texts of all registrations hold.
    private(set) var bytes = 0

    subscript(id: String) -> Registration? { slotByID[id].flatMap { slots[$0] } }

    func wasDeleted(_ id: String) -> Bool { deletedIDs.contains(id) }

    /// Whether a device still has a registration.
    func hasRegistrations(_ device: DeviceKey) -> Bool { slotsByDevice[device] != nil }

    /// The registrations of a device in order.
    func registrations(of device: DeviceKey) -> [Registration] {
        (slotsByDevice[device] ?? []).sorted().compactMap { slots[$0] }
    }

    /// Adds a registration or puts it in the place of the one with its id.
    mutating func put(_ registration: Registration) {
        put(registration, at: slotByID[registration.id] ?? freeSlots.popLast() ?? slots.count)
    }

    /// Puts registrations that were kept where they were.
    mutating func restore(_ kept: [(registration: Registration, slot: Int)]) {
        for (registration, slot) in kept { put(registration, at: slot) }
        freeSlots = slots.indices.reversed().filter { slots[$0] == nil }
    }

    private mutating func put(_ registration: Registration, at slot: Int) {
        if slot >= slots.count { slots += Array(repeating: nil, count: slot + 1 - slots.count) }
        if let old = slots[slot] { unlink(old, slot) }
        let registration = sharingTemplate(registration)
        slots[slot] = registration
        bytes += registration.draft.bytes
        slotByID[registration.id] = slot
        slotsByDevice[registration.device, default: []].insert(slot)
        if let installation = registration.draft.installationID {
            slotsByInstallation[installation, default: []].append(slot)
        }
        tags.add(slot, tags: registration.tagSet)
        journal.put(.registration, registration.id, registration.kept(at: slot))
    }

    /// The registration with the template object that others with the same template have.
    private mutating func sharingTemplate(_ registration: Registration) -> Registration {
        guard let template = registration.draft.template else { return registration }
        let content = RegisteredTemplate.Content(template)
        guard let shared = templates[content] else {
            templates[content] = (template, 1)
            return registration
        }
        templates[content]?.uses += 1
        var draft = registration.draft
        draft.template = shared.template
        return Registration(
            id: registration.id, version: registration.version, draft: draft, updated: registration.updated)
    }

    private mutating func leaveTemplate(_ template: RegisteredTemplate) {
        let content = RegisteredTemplate.Content(template)
        guard let uses = templates[content]?.uses else { return }
        if uses > 1 { templates[content]?.uses = uses - 1 } else { templates[content] = nil }
    }

    /// Removes a registration; an id that a client knew is remembered as deleted.
    mutating func remove(_ id: String) {
        guard let slot = slotByID.removeValue(forKey: id), let old = slots[slot] else { return }
        unlink(old, slot)
        slots[slot] = nil
        freeSlots.append(slot)
        journal.remove(.registration, id)
        if old.draft.installationID == nil { markDeleted(id) }
    }

    /// Remembers an id as one that was deleted.
    mutating func markDeleted(_ id: String) {
        guard deletedIDs.insert(id).inserted else { return }
        journal.put(.deleted, id, .null)
        for gone in deletedOrder.append(id) {
            deletedIDs.remove(gone)
            journal.remove(.deleted, gone)
        }
    }

    private mutating func unlink(_ registration: Registration, _ slot: Int) {
        tags.remove(slot, tags: registration.tagSet)
        bytes -= registration.draft.bytes
        if let template = registration.draft.template { leaveTemplate(template) }
        slotsByDevice[registration.device]?.remove(slot)
        if slotsByDevice[registration.device]?.isEmpty == true { slotsByDevice[registration.device] = nil }
        guard let installation = registration.draft.installationID else { return }
        slotsByInstallation[installation]?.removeAll { $0 == slot }
        if slotsByInstallation[installation]?.isEmpty == true { slotsByInstallation[installation] = nil }
    }

    /// The registrations that were made of an installation.
    func registrations(ofInstallation id: String) -> [Registration] {
        (slotsByInstallation[id] ?? []).compactMap { slots[$0] }
    }

    /// The registrations that a notification is for, in the order of their places.
    func addressed(by expression: TagExpression) -> [Registration] {
        if let tag = expression.singleTag { return tags.slots(of: tag).sorted().compactMap { slots[$0] } }
        guard let anchors = expression.anchors else {
            return slots.compactMap { $0 }.filter { expression.matches($0.tagSet) }
        }
        return tags.slots(ofAny: anchors).compactMap { slots[$0] }.filter { expression.matches($0.tagSet) }
    }

    /// All registrations in the order of their places.
    var all: [Registration] { slots.compactMap { $0 } }

    /// Tags of the expression that nobody has, with the spellings that somebody has.
    func misspelledTags(in expression: TagExpression) -> [(tag: String, spellings: [String])] {
        let unknown = expression.tags.lazy.map(\.text).filter { tags.slots(of: $0).isEmpty }
        guard !unknown.isEmpty else { return [] }
        return Set(unknown).sorted().compactMap { tag in
            let spellings = tags.otherSpellings(of: tag)
            return spellings.isEmpty ? nil : (tag, spellings)
        }
    }

    /// One page of a list, and the place after which the next one begins.
    func page(_ page: Page, _ filter: RegistrationFilter) -> (registrations: [Registration], next: Int?) {
        var found: [Registration] = []
        var last = page.after
        for slot in candidates(filter, after: page.after) {
            guard let registration = slots[slot] else { continue }
            if found.count == page.top { return (found, last) }
            found.append(registration)
            last = slot
        }
        return (found, nil)
    }

    private func candidates(_ filter: RegistrationFilter, after last: Int) -> [Int] {
        switch filter {
        case .all: Array(slots.indices.dropFirst(max(0, min(last, slots.count) + 1)))
        case .tag(let tag): tags.slots(of: tag).filter { $0 > last }.sorted()
        case .handle(let handle):
            Platform.allCases.flatMap { platform in
                slotsByDevice[DeviceKey(platform: platform, handle: platform == .apns ? handle.uppercased() : handle)]
                    ?? []
            }.filter { $0 > last }.sorted()
        }
    }
}

/// A device as the push service knows it.
struct DeviceKey: Sendable, Hashable {
    var platform: Platform
    var handle: String
}

extension Registration {
    var device: DeviceKey { DeviceKey(platform: draft.platform, handle: draft.handle) }
}

extension RegistrationDraft {
    /// Roughly what it holds in memory.
    var bytes: Int {
        let texts = handleParts + tags + [pushVariables, secondaryTileName, installationID].compactMap { $0 }
        let headers = template?.headers.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } ?? 0
        // A template is kept as text and in parts.
        return texts.reduce(0) { $0 + $1.utf8.count } + headers + 2 * (template?.template.body.utf8.count ?? 0)
    }
}

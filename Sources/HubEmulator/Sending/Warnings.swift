internal import HubLanguage

extension HubState {
    /// What would surprise a sender about a notification that the hub took in without a word. Some are said of at most
    /// so many devices, so that a broadcast does not fill the memory with them.
    func warnings(about draft: NotificationDraft, _ deliveries: [Delivery]) -> [String] {
        var warnings: [String] = []
        if case .tags(let expression) = draft.audience {
            for (tag, spellings) in registrations.misspelledTags(in: expression) {
                let others = spellings.prefix(3).joined(separator: ", ")
                warnings.append("nobody has the tag \(tag), but there is \(others): tags are compared with their case")
            }
        }
        warnings += blanks(deliveries) + losses(deliveries) + duplicates(deliveries)
        return warnings
    }

    private func blanks(_ deliveries: [Delivery]) -> [String] {
        let blank = deliveries.filter(\.made.isBlank)
        guard let first = blank.first else { return [] }
        let template = first.target.template?.template
        let asked = (template?.propertyNames ?? []).map { "$(\($0))" }.joined(separator: ", ")
        let cause = asked.isEmpty ? "" : ": the template asks for \(asked)"
        return ["\(name(of: first.target.device))\(others(blank.count)) showed a blank notification\(cause)"]
    }

    private func losses(_ deliveries: [Delivery]) -> [String] {
        let lost = deliveries.filter { $0.made.reason != nil }
        guard let first = lost.first, let reason = first.made.reason else { return [] }
        return ["\(name(of: first.target.device))\(others(lost.count)) did not get it: \(reason)"]
    }

    /// Several registrations of one device that match give several notifications on it.
    private func duplicates(_ deliveries: [Delivery]) -> [String] {
        guard deliveries.count > 1 else { return [] }
        // The usual case: two or three devices, all different.
        if deliveries.count <= 4 {
            let areDifferent = deliveries.indices.allSatisfy { index in
                deliveries[..<index].allSatisfy { $0.target.device != deliveries[index].target.device }
            }
            if areDifferent { return [] }
        }
        var counts: [DeviceKey: Int] = [:]
        for delivery in deliveries { counts[delivery.target.device, default: 0] += 1 }
        guard counts.count < deliveries.count,
            let first = deliveries.first(where: { (counts[$0.target.device] ?? 0) > 1 })
        else { return [] }
        let devices = counts.values.count { $0 > 1 }
        let times = counts[first.target.device] ?? 0
        return ["\(name(of: first.target.device))\(others(devices)) got it \(times) times, once for each registration"]
    }

    private func others(_ count: Int) -> String {
        count > 1 ? " and \(count - 1) more" : ""
    }

    /// What people call a device.
    func name(of device: DeviceKey) -> String {
        devices.records[device]?.name ?? "\(device.platform.name) …\(device.handle.suffix(8))"
    }
}

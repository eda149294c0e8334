internal import Broadcasting
internal import HubLanguage
internal import News
internal import NotificationHub
internal import Settings

/// What can be done with devices at one hub.
struct DeviceDesk {
    let hub: HubAsking
    /// The tag by which each category's followers are addressed.
    let tags: [Category: Tag]

    /// A device by the id of its installation or registration. The ids of registrations are numbers with dashes between; an
    /// app may have chosen such a one for an installation, too.
    func device(_ id: String) throws(HubError) -> Device {
        let parts = id.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count > 1, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) {
            do {
                return .registration(try hub.ask { client throws(HubError) in try client.registration(id) })
            } catch {
                guard error.isNotFound else { throw error }
            }
        }
        return .installation(try hub.ask { client throws(HubError) in try client.installation(id) })
    }

    /// The device that may be changed: of a registration that an installation made, the installation.
    func changeable(_ id: String) throws(HubError) -> Device {
        let device = try device(id)
        guard case .registration(let registration) = device, let owner = registration.installationID else {
            return device
        }
        return .installation(try hub.ask { client throws(HubError) in try client.installation(owner) })
    }

    /// Writes a subscription and gives the device as it is then.
    func subscribe(_ installation: Installation) throws(HubError) -> Device {
        try hub.ask { client throws(HubError) in try client.put(installation) }
        return .installation(installation)
    }

    /// Writes a subscription and gives the device as it is then.
    func subscribe(_ registration: Registration) throws(HubError) -> Device {
        .registration(try hub.ask { client throws(HubError) in try client.put(registration) })
    }

    /// Lets a device follow these categories and no others; its other tags stay.
    func change(_ device: Device, to categories: [Category]) throws(HubError) -> Device {
        switch device {
        case .installation(var installation):
            let wanted = changed(installation.tags, to: categories)
            let changes =
                installation.tags.filter { !wanted.contains($0) }.map(InstallationChange.removing(tag:))
                + wanted.filter { !installation.tags.contains($0) }.map(InstallationChange.adding(tag:))
            try hub.ask { client throws(HubError) in try client.change(installation.id, changes) }
            installation.tags = wanted
            return .installation(installation)
        case .registration(let registration):
            do {
                return .registration(try update(registration, to: categories))
            } catch {
                // Somebody else was faster: once more, with what it is now.
                guard error.refusal?.kind == .changedMeanwhile, case .registration(let now) = try self.device(device.id)
                else { throw error }
                return .registration(try update(now, to: categories))
            }
        }
    }

    /// Ends it.
    func unsubscribe(_ device: Device) throws(HubError) {
        try hub.ask { client throws(HubError) in
            switch device {
            case .registration: try client.deleteRegistration(device.id)
            case .installation: try client.deleteInstallation(device.id)
            }
        }
    }

    /// Tags for the categories, in the order of the table.
    func tags(of categories: [Category]) -> [String] {
        Category.allCases.filter(categories.contains).compactMap { tags[$0]?.text }
    }

    /// Templates of an installation that follow categories by tags of their own, which nothing here changes.
    func templatesWithOwnCategories(_ device: Device) -> [String] {
        guard case .installation(let installation) = device else { return [] }
        let all = Set(tags.values.map(\.text))
        return installation.templates.filter { !all.isDisjoint(with: $0.tags) }.map(\.name)
    }

    private func update(_ registration: Registration, to categories: [Category]) throws(HubError) -> Registration {
        var changed = registration
        changed.tags = self.changed(registration.tags, to: categories)
        let wanted = changed
        return try hub.ask { client throws(HubError) in try client.update(wanted) }
    }

    private func changed(_ tags: [String], to categories: [Category]) -> [String] {
        let all = Set(self.tags.values.map(\.text))
        let wanted = self.tags(of: categories)
        return tags.filter { !all.contains($0) || wanted.contains($0) } + wanted.filter { !tags.contains($0) }
    }
}

internal import HubLanguage
internal import JSON
internal import NotificationHub

/// Does what signed-in users ask for. One worker's; what all workers share is handed in.
struct AppDesk {
    let hub: HubDesk
    let rules: AppRules
    let owners: Owners
    let signIn: SignIn
    /// The time in seconds since 1970.
    let now: Int64

    /// The answer's body, as JSON; empty for none.
    func answer(_ call: AppCall, _ body: [UInt8], for user: UserName) throws(AppTrouble) -> String {
        do {
            switch call {
            case .health: return ""
            case .newID(let handle): return JSONValue.string(try newID(handle, user)).text()
            case .installation:
                return JSONValue.string(try install(try InstallationForm(body), user)).text()
            case .register(let id): try register(id, try RegistrationForm(body), user)
            case .unregister(let id): try unregister(id, user)
            case .notify(let service, let name): try notify(service, name, body, user)
            }
            return ""
        } catch let denial as Denial {
            throw AppTrouble(denial)
        } catch let error as HubError {
            throw AppTrouble(Denial(error), error)
        } catch let trouble as AppTrouble {
            throw trouble
        } catch {
            throw AppTrouble(Denial(500, "this cannot be done"))
        }
    }

    private func ask<Answer>(
        _ question: (NotificationHubClient) throws(HubError) -> Answer
    ) throws(HubError) -> Answer { try hub.ask(question) }
}

// Registrations.
extension AppDesk {
    /// The first registration of that device which is the user's or nobody's; the others of those are deleted. None: a new
    /// id, bound to the user from now on.
    private func newID(_ text: String, _ user: UserName) throws -> String {
        let handle = try checkedHandle(text)
        var found = try registrations(of: handle)
        // The hub keeps tokens of APNs in upper case; what is not said yet is whether this is one.
        let upper = handle.uppercased()
        if found.isEmpty, handle != upper, handle.allSatisfy(\.isHexDigit) { found = try registrations(of: upper) }
        let decision = HandleDecision(found, for: user, isMoved: rules.movesDevices)
        var kept: String?
        for registration in decision.candidates {
            guard let id = registration.id else { continue }
            // The row of another means that this one asked first for what is nobody's yet.
            if let owner = try owners.owner(of: id, for: user, at: now), owner != user.key { continue }
            if kept != nil {
                try delete(id)
            } else if try bind(registration, id, user) {
                kept = id
            }
        }
        for registration in decision.otherRegistrations { try registration.id.map { try delete($0) } }
        for id in decision.otherInstallations {
            try ask { client throws(HubError) in try client.deleteInstallation(id) }
            owners.release(AppDesk.key(id))
        }
        if let kept { return kept }
        let new = try ask { client throws(HubError) in try client.newRegistrationID() }
        guard try owners.claim(new, for: user, at: now) else { throw Denial(502, "the hub gave an id twice") }
        return new
    }

    private func bind(_ registration: Registration, _ id: String, _ user: UserName) throws(Denial) -> Bool {
        guard Owner(tags: registration.tags) == .nobody else {
            owners.learn(id, user.key, at: now)
            return true
        }
        return try owners.claim(id, for: user, at: now)
    }

    /// Those that the hub has for a device. A hub that listed others too would have them deleted, so they are looked at once
    /// more.
    private func registrations(of handle: String) throws(HubError) -> [Registration] {
        var found: [Registration] = []
        var page: RegistrationPage?
        // More than three hundred of one device are dealt with the next time.
        for _ in 0..<3 where page == nil || page?.hasNext == true {
            let last = page
            let next = try ask { client throws(HubError) in try client.registrations(.handle(handle), after: last) }
            found += next.registrations
            page = next
        }
        return found.filter { registration in
            let address = registration.handle.address
            return address == handle || registration.platform == .apns && address.uppercased() == handle.uppercased()
        }
    }

    private func delete(_ id: String) throws(HubError) {
        do {
            try ask { client throws(HubError) in try client.deleteRegistration(id) }
        } catch {
            // Somebody else deleted it.
            guard error.isNotFound || error.refusal?.kind == .gone else { throw error }
        }
    }

    private func register(_ id: String, _ form: RegistrationForm, _ user: UserName) throws {
        let tags = try rules.tags.checked(form.tags, for: user) + [user.tag.text]
        let isKnown = try checkOwner(of: id, user)
        guard isKnown else { throw Denial(410, "this id has ended: ask for a new one") }
        let registration = Registration(
            id: id, platform: form.platform, handle: .token(form.handle), tags: tags,
            template: form.wantsTemplate
                ? Registration.Template(name: AppRules.templateName, body: try rules.template(for: form.platform)) : nil
        )
        do {
            try ask { client throws(HubError) in try client.putAsNamed(registration) }
        } catch {
            guard error.isNotFound else { throw error }
            throw Denial(410, "this id has ended at the hub: ask for a new one")
        }
        owners.settle(id, for: user, at: now)
    }

    private func unregister(_ id: String, _ user: UserName) throws {
        if isRegistrationID(id) {
            guard try checkOwner(of: id, user) else { throw Denial(404, "there is no such registration") }
            try ask { client throws(HubError) in try client.deleteRegistration(id) }
            owners.release(id)
        } else {
            guard try installationOwner(id, user) else { throw Denial(404, "there is no such installation") }
            try ask { client throws(HubError) in try client.deleteInstallation(id) }
            owners.release(AppDesk.key(id))
        }
    }

    /// Whether the id is this user's; false where nobody has it, and an error where it is another's.
    private func checkOwner(of id: String, _ user: UserName) throws -> Bool {
        if let owner = try owners.owner(of: id, for: user, at: now) {
            guard owner == user.key else { throw AppDesk.notYours }
            return true
        }
        guard isRegistrationID(id) else { return false }
        let registration: Registration
        do {
            registration = try ask { client throws(HubError) in try client.registration(id) }
        } catch {
            guard error.isNotFound || error.refusal?.kind == .gone else { throw error }
            return false
        }
        guard registration.installationID == nil else {
            throw Denial(409, "this registration belongs to an installation, which alone can change it")
        }
        guard Owner(tags: registration.tags) == .user(key: user.key) else { throw AppDesk.notYours }
        owners.learn(id, user.key, at: now)
        return true
    }

    fileprivate static let notYours = Denial(403, "this id is not yours")
}

// Installations.
extension AppDesk {
    private func install(_ form: InstallationForm, _ user: UserName) throws -> String {
        let tags = try rules.tags.checked(form.tags, for: user) + [user.tag.text]
        let isNew = try !installationOwner(form.id, user)
        // Of two users who come at once with the same new id the first has it.
        if isNew, try !owners.claim(AppDesk.key(form.id), for: user, at: now) { throw AppDesk.notYours }
        let templates =
            form.wantsTemplate
            ? [Installation.Template(name: AppRules.templateName, body: try rules.template(for: form.platform))] : []
        let installation = Installation(
            id: form.id, platform: form.platform, handle: .token(form.handle), tags: tags, templates: templates)
        do {
            try ask { client throws(HubError) in try client.put(installation) }
        } catch {
            // What the hub refused binds nobody, or ids could be taken from others for a day by asking for them in vain.
            if isNew, error.refusal != nil { owners.release(AppDesk.key(form.id)) }
            throw error
        }
        owners.settle(AppDesk.key(form.id), for: user, at: now)
        return form.id
    }

    /// Whether the installation is this user's; false where there is none, and an error where it is another's, or
    /// nobody's: its id may be easy to guess, and whoever could take it would cut off its device.
    private func installationOwner(_ id: String, _ user: UserName) throws -> Bool {
        if let owner = try owners.owner(of: AppDesk.key(id), for: user, at: now) {
            guard owner == user.key else { throw AppDesk.notYours }
            return true
        }
        let installation: Installation
        do {
            installation = try ask { client throws(HubError) in try client.installation(id) }
        } catch {
            guard error.isNotFound || error.refusal?.kind == .gone else { throw error }
            return false
        }
        let isOwn = Owner(tags: installation.tags) == .user(key: user.key)
        guard isOwn, installation.userID.map({ $0.lowercased() == user.key }) != false else { throw AppDesk.notYours }
        owners.learn(AppDesk.key(id), user.key, at: now)
        return true
    }

    /// No id of a registration has a slash.
    private static func key(_ id: String) -> String { "installation/\(id)" }
}

// Notifications.
extension AppDesk {
    private func notify(_ service: String?, _ name: String?, _ body: [UInt8], _ sender: UserName) throws {
        guard let service else { throw Denial(400, "pns is missing: apns, fcm, gcm or wns") }
        let platform = try appPlatform(service)
        guard let user = name.flatMap(signIn.user(named:)) else {
            throw Denial(400, "to_tag is missing, or no user's name")
        }
        guard rules.notifying.may(sender, notify: user) else { throw Denial(403, "\(sender) may not notify \(user)") }
        guard let senderTag = sender.senderTag else { throw Denial(400, "the name of \(sender) is too long for a tag") }
        let text = try notificationText(body)
        let notification: NativeNotification
        do {
            notification = try NativeNotification(
                target: .tags(try .any(of: [user.tag, senderTag])), platform: platform,
                message: "From \(sender): \(text)", properties: [])
        } catch let error as NotificationError {
            if case .payload = error { throw Denial(413, "the text is too long for \(platform.name)") }
            throw Denial(400, "\(error)")
        }
        switch hub.send(notification) {
        case .accepted: return
        case .notSent(let refusal): throw AppTrouble(Denial(refusal), .refused(refusal))
        case .unknown(let outcome): throw AppTrouble(Denial(outcome, isSend: true), .noAnswer(outcome, .send))
        }
    }
}

/// What the answers depend on besides the hub.
struct AppRules: Sendable {
    var tags: TagRules
    var notifying: NotifyRules
    var movesDevices: Bool
    /// The bodies of templates that show `messageParam`, by platform.
    var templates: [Platform: String]

    /// The name of the one template. It is a tag as well, so that none of a newsroom's may be called so.
    static let templateName = "bulletin-message"

    func template(for platform: Platform) throws(Denial) -> String {
        guard let body = templates[platform] ?? platform.defaultTemplate else {
            throw Denial(400, "there is no template for \(platform.name)")
        }
        return body
    }
}

/// A denial, with what the hub said where it was the hub's fault: that is for the log.
struct AppTrouble: Error {
    var denial: Denial
    var cause: HubError?

    init(_ denial: Denial, _ cause: HubError? = nil) {
        self.denial = denial
        self.cause = cause
    }
}

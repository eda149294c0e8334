internal import NotificationHub

/// Whose a device is, as its tags at the hub tell.
enum Owner: Sendable, Equatable {
    /// That user's.
    case user(key: String)
    /// Nobody's: no tag names a user.
    case nobody
    /// Tags name several users, or one in a way that could mean two: nobody may touch it.
    case unclear

    /// Reads tags. The hub may or may not mind the case of tags, so none is minded here.
    init(tags: [String]) {
        let names = Set(
            tags.map { $0.lowercased() }.filter { $0.hasPrefix(UserName.tagPrefix) }
                .map { String($0.dropFirst(UserName.tagPrefix.count)) })
        switch names.count {
        case 0: self = .nobody
        case 1: self = .user(key: names.first ?? "")
        default: self = .unclear
        }
    }
}

/// What becomes of a device's registrations when somebody asks for an id for it.
struct HandleDecision: Sendable, Equatable {
    /// A registration that the answer may name, the first one first; none asks the hub for a new id.
    var candidates: [Registration]
    /// Registrations of others that go, where devices belong to who signed in last.
    var otherRegistrations: [Registration]
    /// Installations of others that go.
    var otherInstallations: [String]

    /// - Parameters:
    ///   - registrations: those that the hub has for the device, in its order.
    ///   - user: who asks.
    ///   - isMoved: whether a device belongs to whoever signed in last. If not, what another user has registered stays,
    ///     even for the same device: a user must not be able to change or delete another's registration.
    init(_ registrations: [Registration], for user: UserName, isMoved: Bool) {
        var (candidates, others, installations): ([Registration], [Registration], [String]) = ([], [], [])
        for registration in registrations {
            let owner = Owner(tags: registration.tags)
            let isForeign = owner != .user(key: user.key) && owner != .nobody
            if let installation = registration.installationID {
                // Its own calls change it; nobody's stays as it is.
                if isForeign, isMoved, !installations.contains(installation) { installations.append(installation) }
            } else if isForeign {
                if isMoved { others.append(registration) }
            } else {
                candidates.append(registration)
            }
        }
        self.candidates = candidates
        otherRegistrations = others
        otherInstallations = installations
    }
}

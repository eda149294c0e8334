/// What a token allows (NET `AccessRights`).
public enum AccessRight: String, Sendable, CaseIterable {
    /// Registrations and installations, one at a time.
    case listen = "Listen"
    /// Notifications, now or scheduled.
    case send = "Send"
    /// The hub's settings and lists of registrations.
    case manage = "Manage"
}

/// A shared access rule of the hub: a name, two keys that are equally good, and rights.
public struct SharedAccessRule: Sendable, CustomStringConvertible, CustomReflectable {
    /// The name that a token carries as `skn`.
    public var name: String
    /// What tokens signed with one of the keys allow.
    public var rights: Set<AccessRight>
    /// The key that connection strings carry. Its text, not what it decodes to, is the key of the HMAC.
    public var primaryKey: String
    /// The key for changing the other one without a gap.
    public var secondaryKey: String

    /// A rule from its parts.
    public init(name: String, rights: Set<AccessRight>, primaryKey: String, secondaryKey: String) {
        self.name = name
        self.rights = rights
        self.primaryKey = primaryKey
        self.secondaryKey = secondaryKey
    }

    /// A rule with new random keys.
    public init(name: String, rights: Set<AccessRight>) throws(HubEmulatorError) {
        let keys = (try randomKey(), try randomKey())
        self.init(name: name, rights: rights, primaryKey: keys.0, secondaryKey: keys.1)
    }

    /// The name and the rights; keys are never shown.
    public var description: String {
        "\(name) (\(rights.map(\.rawValue).sorted().joined(separator: ", ")))"
    }

    /// No keys here either, so that a dump of a configuration shows none.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "rights": rights])
    }

    /// The two rules of every new hub, and one that can only send, which is all a newsroom needs.
    static func standard() throws(HubEmulatorError) -> [SharedAccessRule] {
        [
            try SharedAccessRule(
                name: SharedAccessRule.fullName, rights: Set(AccessRight.allCases)),
            try SharedAccessRule(name: SharedAccessRule.listenName, rights: [.listen]),
            try SharedAccessRule(name: SharedAccessRule.sendName, rights: [.send]),
        ]
    }

    /// The rule with all rights that every hub has.
    public static let fullName = "DefaultFullSharedAccessSignature"
    /// The rule for apps that every hub has.
    public static let listenName = "DefaultListenSharedAccessSignature"
    /// The emulator's rule with the right to send and no other.
    public static let sendName = "SendSharedAccessSignature"
}

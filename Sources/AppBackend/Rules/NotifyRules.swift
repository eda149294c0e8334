/// Who may notify whom.
public struct NotifyRules: Sendable {
    private let allowed: [String: Set<String>]
    private let common: Set<String>

    /// Rules from what the configuration says: by sender, the users who may be notified, `*` for all; `default` for senders
    /// that are not named.
    public init(bySender: [(name: String, values: [String])]) {
        var allowed: [String: Set<String>] = [:]
        for (name, others) in bySender { allowed[name.lowercased()] = Set(others.map { $0.lowercased() }) }
        common = allowed.removeValue(forKey: "default") ?? []
        self.allowed = allowed
    }

    /// Whether one may notify the other. Oneself always: that is how an app is tried.
    func may(_ sender: UserName, notify user: UserName) -> Bool {
        let others = allowed[sender.key] ?? common
        return sender == user || others.contains("*") || others.contains(user.key)
    }
}

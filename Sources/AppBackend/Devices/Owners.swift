internal import NotificationHub
internal import Synchronization

/// Whose an id is, as far as it is known without asking the hub.
final class Owners: Sendable {
    private struct Known {
        var user: String
        var until: Int64
        /// Whether the store says so too.
        var isStored: Bool
    }

    private let store: BindingStore
    private let known = Mutex<[String: Known]>([:])
    /// What the store may forget.
    private let settled = Mutex<[String]>([])

    /// Seconds that an answer of the hub counts: by hand somebody may give a registration to another user.
    private static let lifetime: Int64 = 900
    private static let limit = 100_000
    /// So many are forgotten in one transaction: one for each would cost more than all the rest of a registration.
    private static let settledAtOnce = 200

    init(store: BindingStore) {
        self.store = store
    }

    /// The key of the user whose it is; nil where only the hub can tell.
    ///
    /// - Parameter user: who asks. What is remembered lets nobody in who is not that user, and turns nobody away: another
    ///   process may have given the id up meanwhile.
    func owner(of id: String, for user: UserName, at now: Int64) throws(Denial) -> String? {
        if let known = known.withLock({ $0[id] }), known.until > now, known.user == user.key { return known.user }
        switch store.owner(of: id, at: now) {
        case .success(let user):
            user.map { learn(id, $0, at: now, isStored: true) }
            return user
        case .failure: throw Owners.cannotKeep
        }
    }

    /// Binds an id to a user unless it is bound to another; false then.
    func claim(_ id: String, for user: UserName, at now: Int64) throws(Denial) -> Bool {
        switch store.claim(id, for: user, at: now) {
        case .bound:
            learn(id, user.key, at: now, isStored: true)
            return true
        case .taken: return false
        case .tooMany:
            throw Denial(
                429, "\(BindingStore.perUser) ids were given to \(user) that were never used: use those, or wait a day",
                retryAfter: BindingStore.lifetime)
        case .failed: throw Owners.cannotKeep
        }
    }

    /// What the hub's tags said, or what was just written there.
    func learn(_ id: String, _ user: String, at now: Int64, isStored: Bool = false) {
        known.withLock { known in
            if known.count >= Owners.limit { known.removeAll(keepingCapacity: true) }
            known[id] = Known(user: user, until: now + Owners.lifetime, isStored: isStored)
        }
    }

    /// It is nobody's any more: its registration was deleted, or never came to be.
    func release(_ id: String) {
        known.withLock { _ = $0.removeValue(forKey: id) }
        store.forget([id])
    }

    /// The hub's tag tells from now on that it is this user's.
    func settle(_ id: String, for user: UserName, at now: Int64) {
        let isStored = known.withLock { $0[id]?.isStored } ?? true
        learn(id, user.key, at: now)
        guard isStored else { return }
        let batch = settled.withLock { settled in
            settled.append(id)
            guard settled.count >= Owners.settledAtOnce else { return [String]() }
            defer { settled = [] }
            return settled
        }
        if !batch.isEmpty { store.forget(batch) }
    }

    static let cannotKeep = Denial(500, "the server cannot keep to whom it gave ids: its disk may be full")
}

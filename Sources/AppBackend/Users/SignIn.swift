internal import CLibCrypt
internal import CLibCrypto
internal import Synchronization

/// Who may sign in.
public enum UserSource: Sendable {
    /// The people of a file.
    case file(UsersFile)
    /// Anybody whose password is the same as the name: for trying things out on one machine.
    case demo
}

/// Checks names and passwords. A password that was right is remembered as a digest under a key of this process, since bcrypt
/// is slow on purpose and apps bring their password with each call.
final class SignIn: Sendable {
    /// What is known of a request's sign-in without costly work.
    enum Step: Sendable {
        case user(UserName)
        /// No credentials, or none that can be read.
        case none
        /// They have to be checked.
        case check(BasicCredentials)
        /// There were too many failures: not before so many seconds have passed.
        case limited(seconds: Int64)
    }

    /// What a check found.
    enum Verdict: Sendable {
        case user(UserName)
        /// The answer is to be held back for so many milliseconds.
        case refused(milliseconds: Int)
        case limited(seconds: Int64)
    }

    private struct Proof {
        var name: UserName
        var digest: [UInt8]
        /// The hash that it was checked against; another one in the file makes it void.
        var hash: String
    }

    private let source: Mutex<UserSource>
    private let proofs = Mutex<[String: Proof]>([:])
    private let limits = Mutex(FailureLimits())
    private let key: [UInt8]

    /// Proofs that are kept; more and all are made anew.
    private static let kept = 100_000

    /// Fails where libcrypto has no random bytes.
    init?(_ source: UserSource) {
        var key = [UInt8](repeating: 0, count: 32)
        guard RAND_bytes(&key, Int32(key.count)) == 1 else { return nil }
        self.key = key
        self.source = Mutex(source)
    }

    /// Whether a name is its own password.
    var isDemo: Bool { if case .demo = source.withLock({ $0 }) { true } else { false } }

    /// Takes another file of users. Whoever is not in it, or has another password there, is not signed in any more.
    func replace(_ other: UserSource) { source.withLock { $0 = other } }

    /// The first look, which costs next to nothing.
    func look(at header: String?, from address: String, now: Int64) -> Step {
        guard let header, let credentials = BasicCredentials(header: header) else { return .none }
        if let user = proven(credentials) { return .user(user) }
        let wait = limits.withLock {
            $0.waitSeconds(name: SignIn.limited(credentials.name), address: address, at: now)
        }
        return wait.map { .limited(seconds: $0) } ?? .check(credentials)
    }

    /// The costly look. It takes as long for a name that is not known as for one that is.
    func check(_ credentials: BasicCredentials, from address: String, now: Int64) -> Verdict {
        // While it waited for its turn others may have failed.
        let name = SignIn.limited(credentials.name)
        if let wait = limits.withLock({ $0.waitSeconds(name: name, address: address, at: now) }) {
            return .limited(seconds: wait)
        }
        let (user, hash) = found(credentials)
        if let user, let digest = digest(of: credentials) {
            proofs.withLock { proofs in
                if proofs.count >= SignIn.kept { proofs.removeAll() }
                proofs[user.key] = Proof(name: user, digest: digest, hash: hash)
            }
            return .user(user)
        }
        return .refused(milliseconds: limits.withLock { $0.failed(name: name, address: address, at: now) })
    }

    /// The user of that name as the file spells it.
    func user(named text: String) -> UserName? {
        switch source.withLock({ $0 }) {
        case .demo: UserName(text)
        case .file(let users): users.entry(text)?.name ?? UserName(text)
        }
    }

    private func found(_ credentials: BasicCredentials) -> (UserName?, hash: String) {
        switch source.withLock({ $0 }) {
        case .demo:
            let isRight = areEqual(Array(credentials.name.utf8), Array(credentials.password.utf8))
            return (isRight ? UserName(credentials.name) : nil, "")
        case .file(let users):
            let entry = users.entry(credentials.name)
            let isRight = bulletin_password_matches(credentials.password, entry?.hash ?? users.decoy) == 1
            return (isRight ? entry?.name : nil, entry?.hash ?? "")
        }
    }

    private func proven(_ credentials: BasicCredentials) -> UserName? {
        guard let proof = proofs.withLock({ $0[credentials.name.lowercased()] }), let digest = digest(of: credentials),
            areEqual(digest, proof.digest)
        else { return nil }
        guard case .file(let users) = source.withLock({ $0 }) else { return proof.name }
        return users.entry(credentials.name).flatMap { $0.hash == proof.hash ? $0.name : nil }
    }

    private func digest(of credentials: BasicCredentials) -> [UInt8]? {
        let message = Array(credentials.name.lowercased().utf8) + [0] + Array(credentials.password.utf8)
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        var length: UInt32 = 0
        guard HMAC(EVP_sha256(), key, Int32(key.count), message, message.count, &digest, &length) != nil else {
            return nil
        }
        return digest
    }

    private static func limited(_ name: String) -> String { String(name.lowercased().prefix(120)) }
}

/// Takes as long wherever the first difference is.
private func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}

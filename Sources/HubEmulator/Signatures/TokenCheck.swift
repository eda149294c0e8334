internal import HTTPServer
internal import News
internal import Synchronization

/// The hub's rules and how strictly its clock is taken.
struct TokenCheck: Sendable {
    let rules: [SharedAccessRule]
    /// Seconds that a token may be past its end. Nothing official is known; 0 unless set.
    let clockSkewAllowance: Int64
    private let signed = SignedTokens()

    init(rules: [SharedAccessRule], clockSkewAllowance: Int64 = 0) {
        self.rules = rules
        self.clockSkewAllowance = clockSkewAllowance
    }

    /// The rights of a request, or why it has none. The signature is looked at first, so that nobody learns anything
    /// from a token that was not made with a key.
    func rights(of request: HubRequest, now: Instant) throws(Refusal) -> Set<AccessRight> {
        let (token, rights) = try signedToken(request.headers["Authorization"])
        guard now.seconds(since: Instant(secondsSince1970: token.expiry)) <= clockSkewAllowance else {
            throw Refusal(401, "ExpiredToken: ")
        }
        guard token.covers(host: request.host, path: request.target.segments) else {
            throw Refusal(401, "InvalidAudience: The authorization header contains a token with the wrong audience.")
        }
        return rights
    }

    private func signedToken(_ header: String?) throws(Refusal) -> SignedTokens.Known {
        if let header, let known = signed[header] { return known }
        let token = try SharedAccessToken(header)
        guard let rule = rules.first(where: { equalIgnoringCase($0.name, token.ruleName) }), token.isSigned(by: rule)
        else { throw Refusal(401, "InvalidSignature: The token has an invalid signature.") }
        if let header { signed[header] = (token, rule.rights) }
        return (token, rule.rights)
    }
}

/// Tokens whose signature was found right: clients send one many times. When it ends, and what it is for, is looked at
/// each time.
private final class SignedTokens: Sendable {
    typealias Known = (token: SharedAccessToken, rights: Set<AccessRight>)

    private let known = Mutex<[String: Known]>([:])
    private static let limit = 1_000

    subscript(header: String) -> Known? {
        get { known.withLock { $0[header] } }
        set {
            known.withLock { known in
                if known.count >= SignedTokens.limit { known.removeAll() }
                known[header] = newValue
            }
        }
    }
}

internal import News

/// The hub's rules and how strictly its clock is taken.
struct TokenCheck: Sendable {
    var rules: [SharedAccessRule]
    /// Seconds that a token may be past its end. Nothing official is known; 0 unless set.
    var clockSkewAllowance: Int64 = 0

    /// The rights of a request, or why it has none. The signature is looked at first, so that nobody learns anything
    /// from a token that was not made with a key.
    func rights(of request: HubRequest, now: Instant) throws(Refusal) -> Set<AccessRight> {
        let token = try SharedAccessToken(request.headers["Authorization"])
        guard let rule = rules.first(where: { equalIgnoringCase($0.name, token.ruleName) }), token.isSigned(by: rule)
        else { throw Refusal(401, "InvalidSignature: The token has an invalid signature.") }
        guard now.seconds(since: Instant(secondsSince1970: token.expiry)) <= clockSkewAllowance else {
            throw Refusal(401, "ExpiredToken: ")
        }
        guard token.covers(host: request.host, path: request.target.segments) else {
            throw Refusal(401, "InvalidAudience: The authorization header contains a token with the wrong audience.")
        }
        return rule.rights
    }
}

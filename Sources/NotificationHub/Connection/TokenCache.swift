internal import News

/// Makes tokens and keeps the last one until shortly before its end, so that none ends on its way to the hub.
struct TokenCache {
    /// Seconds that a token is valid: the official clients take 5 to 60 minutes.
    static let lifetime: Int64 = 1_800
    /// Seconds before its end at which a token is made anew.
    static let margin: Int64 = 300

    private var last: SharedAccessToken?

    /// A token that is good for at least the margin by the wall clock. Where the clock was set back the last token would
    /// be valid for longer than one lifetime; it is made anew.
    mutating func token(for connection: HubConnection, at now: Instant) throws(SigningError) -> SharedAccessToken {
        if let last, (TokenCache.margin...TokenCache.lifetime).contains(last.expires.seconds(since: now)) {
            return last
        }
        let token = try SharedAccessToken(connection, expires: now.advanced(bySeconds: TokenCache.lifetime))
        last = token
        return token
    }
}

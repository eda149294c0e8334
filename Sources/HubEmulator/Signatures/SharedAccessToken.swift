internal import HTTPServer
internal import News

/// The four fields of an `Authorization: SharedAccessSignature …` header.
struct SharedAccessToken: Sendable {
    /// The audience as received, still encoded: that is what was signed.
    var encodedAudience: String
    /// The audience, decoded.
    var audience: String
    /// The signature in base64.
    var signature: String
    /// The expiry as received.
    var expiryText: String
    /// Seconds since 1970 at which the token ends.
    var expiry: Int64
    /// The name of the rule.
    var ruleName: String
    /// The audience's host and path in lower case; nil where it is no address.
    private let address: (host: String, path: [String])?

    /// Reads the header. The fields may come in any order; anything else that is wrong makes the token malformed.
    init(_ header: String?) throws(Refusal) {
        guard let header else { throw Refusal(401, "MissingToken: The request carries no authorization header.") }
        let scheme = "SharedAccessSignature "
        guard header.hasPrefix(scheme) else { throw SharedAccessToken.malformed }
        var fields: [String: Substring] = [:]
        for field in header.utf8.dropFirst(scheme.utf8.count).text.pieces(at: "&", omittingEmpty: true) {
            let pair = field.pieces(at: "=", maximum: 2)
            guard pair.count == 2, fields.updateValue(pair[1], forKey: String(pair[0])) == nil else {
                throw SharedAccessToken.malformed
            }
        }
        guard let audience = fields["sr"], let signature = fields["sig"], let expiry = fields["se"],
            let rule = fields["skn"], expiry.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
            let seconds = Int64(expiry)
        else { throw SharedAccessToken.malformed }
        encodedAudience = String(audience)
        self.audience = percentDecoded(audience, plusIsBlank: true)
        // A bare `+` becomes a blank here and fails: clients must send %2B.
        self.signature = percentDecoded(signature, plusIsBlank: true)
        expiryText = String(expiry)
        self.expiry = seconds
        ruleName = percentDecoded(rule, plusIsBlank: true)
        address = SharedAccessToken.address(self.audience)
    }

    private static let malformed = Refusal(
        401, "MalformedToken: The credentials contained in the authorization header are not in the WRAP format")

    /// What the HMAC is made of.
    var signedText: String { encodedAudience + "\n" + expiryText }

    /// Whether one of the rule's keys made the signature.
    func isSigned(by rule: SharedAccessRule) -> Bool {
        [rule.primaryKey, rule.secondaryKey].contains { key in
            !key.isEmpty && equalInConstantTime(base64HMAC(of: signedText, key: key), signature)
        }
    }

    /// Whether the audience covers a request: the same host, and a path that is empty or a prefix of the request's by
    /// whole segments. Scheme, port, query and case do not count: every client signs another variant.
    func covers(host: String, path segments: [String]) -> Bool {
        guard let address, address.host == host, address.path.count <= segments.count else { return false }
        return zip(address.path, segments).allSatisfy { $0 == $1 || $0 == $1.lowercased() }
    }

    private static func address(_ audience: String) -> (host: String, path: [String])? {
        let schemeAndRest = audience.lowercased().pieces(at: ":", maximum: 2)
        guard schemeAndRest.count == 2, schemeAndRest[1].hasPrefix("//") else { return nil }
        let parts = schemeAndRest[1].upTo("?").utf8.dropFirst(2).text.pieces(at: "/", maximum: 2)
        let authority = parts.first ?? ""
        let host = authority.hasPrefix("[") ? authority.upTo("]") + "]" : authority.upTo(":")
        return (String(host), parts.count > 1 ? parts[1].pieces(at: "/", omittingEmpty: true).map(String.init) : [])
    }
}

extension Substring.UTF8View {
    fileprivate var text: Substring { Substring(self) }
}

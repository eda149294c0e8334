import HTTPServer
import News
import Testing

@testable import HubEmulator

/// Signatures in these tables were made with Python's hmac, not with the code that is tested.
struct TokenCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var authorization: String?
    var status: Int
    var detail = ""

    init(_ name: String, _ authorization: String?, _ status: Int, _ detail: String = "") {
        testDescription = name
        self.authorization = authorization
        self.status = status
        self.detail = detail
    }
}

private func token(_ audience: String, _ signature: String, _ expiry: Int = 2_000_000_000, _ rule: String = "Full")
    -> String
{
    "SharedAccessSignature sr=\(audience)&sig=\(signature)&se=\(expiry)&skn=\(rule)"
}

private let hub = "https%3a%2f%2fhub.example%2fbulletin"
private let signature = "VMxX%2b46CIxoLjaxIiYBN3sXzt2KKg%2fydLUiPEdPXL%2bg%3d"
private let malformed =
    "MalformedToken: The credentials contained in the authorization header are not in the WRAP format."
private let invalid = "InvalidSignature: The token has an invalid signature.."

private let cases = [
    TokenCase("the hub, lower-case escapes", token(hub, signature), 201),
    TokenCase("the secondary key", token(hub, "APvtD/YO8AfxbOlLrUDDdOgO6dnR6tAgq6nqPvIa1Q0="), 201),
    TokenCase(
        "the namespace, upper-case escapes",
        token("https%3A%2F%2Fhub.example%2F", "m47rTUedhf0XFrEHRt%2BmFkCk2KGd0FBHtZfnOfK75ak%3D"), 201),
    TokenCase(
        "another scheme, capitals, no path",
        token("sb%3a%2f%2fHub.Example", "Q7Cs1OiHyZ3xO%2fOewPfKoZNnzrnileqLAd%2bjdpDFLZY%3d"), 201),
    TokenCase(
        "a port, the full path, a slash at the end",
        token(
            "http%3a%2f%2fhub.example%3a8080%2fbulletin%2fmessages%2f",
            "RXCNL8wRlmvWxWdMtyWFVjDb%2bYzXT7Tn%2bGGBF3Nj%2buQ%3d"), 201),
    TokenCase(
        "the full address with its query",
        token(
            "https%3a%2f%2fhub.example%2fbulletin%2fmessages%3fapi-version%3d2020-06",
            "Ik1j%2f7kO%2fftFsY9Dhgl2t4YsPuwbroSfc4pLDd9JCVo%3d"), 201),
    TokenCase(
        "fields in another order", "SharedAccessSignature skn=Full&se=2000000000&sig=\(signature)&sr=\(hub)", 201),
    TokenCase(
        "ends in this very second", token(hub, "0y6Uui7Mu%2f9E6ItaeaMdQGMuA0zeTq8hUbcOg%2bt3zbE%3d", 1_800_000_000), 201
    ),
    TokenCase(
        "ended a second ago", token(hub, "bPDQZgl3Zs4R%2bayOwAn0bkR7GmJikXzkW8QQK3xhkMg%3d", 1_799_999_999), 401,
        "ExpiredToken: ."),
    TokenCase("another expiry than was signed", token(hub, signature, 2_000_000_001), 401, invalid),
    TokenCase("escapes in another case than was signed", token(hub.uppercased(), signature), 401, invalid),
    TokenCase("a bare plus", token(hub, "VMxX+46CIxoLjaxIiYBN3sXzt2KKg%2fydLUiPEdPXL%2bg%3d"), 401, invalid),
    TokenCase("another key", token(hub, "m3SxXjIYQJRFVFHhwQfqlSQbmyAA5dc%2f0bqsx2V4lxs%3d"), 401, invalid),
    TokenCase(
        "the key decoded from base64", token(hub, "conT2eprcql3eNHVEDUbC8AjnsymHG9QX8awqTJl%2f%2b0%3d"), 401, invalid),
    TokenCase("an unknown rule", token(hub, signature, 2_000_000_000, "Nobody"), 401, invalid),
    TokenCase("no signature", token(hub, ""), 401, invalid),
    TokenCase(
        "another hub", token("https%3a%2f%2fhub.example%2fother", "1iShEYF3%2brZBpnXISJrbY0SPovtD70lHPXyJ7WiYTE0%3d"),
        401,
        "InvalidAudience: "),
    TokenCase(
        "half a segment",
        token("https%3a%2f%2fhub.example%2fbull", "fINrh5y7z9WNK5%2f8xcrI4olO3DD9MEJM8euJ%2fms7zzM%3d"),
        401, "InvalidAudience: "),
    TokenCase(
        "another host",
        token("https%3a%2f%2felsewhere.example%2fbulletin", "%2bLCNinIHDvZVoOcRY2VEQwsf8NV2L5%2bwbjkorhu44zM%3d"), 401,
        "InvalidAudience: "),
    TokenCase(
        "no scheme", token("hub.example%2fbulletin", "uAEfULpzuKAjBN7rgb5UxJzivo1XMx6xWibuUwfmi9k%3d"), 401,
        "InvalidAudience: "),
    TokenCase(
        "deeper than the request",
        token(
            "https%3a%2f%2fhub.example%2fbulletin%2fmessages%2fmore", "zYqKijgPAvxHu6piSzl35rdQlzYk3j%2b29e4Iz9WKSRY%3d"
        ),
        401, "InvalidAudience: "),
    TokenCase("none", nil, 401, "MissingToken: "),
    TokenCase("another scheme", "Bearer abc", 401, malformed),
    TokenCase(
        "a connection string", "Endpoint=sb://hub.example/;SharedAccessKeyName=Full;SharedAccessKey=abc", 401, malformed
    ),
    TokenCase("a field missing", "SharedAccessSignature sr=\(hub)&sig=\(signature)&skn=Full", 401, malformed),
    TokenCase("a field twice", token(hub, signature) + "&se=2000000000", 401, malformed),
    TokenCase("an expiry that is no number", token(hub, signature).replacing("se=2", with: "se=-2"), 401, malformed),
    TokenCase("no right to send", TestHub.token("Listener"), 403),
]

@Suite struct TokenTests {
    @Test(arguments: cases) func aTokenIsTakenOrRefusedAsTheServiceDoes(_ token: TokenCase) throws {
        let hub = try TestHub()
        var fields: [(name: String, value: String)] = [
            ("Host", "hub.example"), ("ServiceBusNotification-Format", "template"),
            ("ServiceBusNotification-Tags", "World"),
        ]
        if let authorization = token.authorization { fields.append(("Authorization", authorization)) }
        let request = HubRequest(
            "POST", "/bulletin/messages?api-version=2020-06", headers: HeaderFields(fields), body: Array("{}".utf8))
        let response = hub.core.answer(request, at: ConnectionPlace()).response
        #expect(response.status == token.status)
        #expect(response.headers["TrackingId"]?.hasSuffix("_G3") == true)
        if token.status == 401 {
            #expect(detail(response).hasPrefix(token.detail))
            #expect(detail(response).hasSuffix(",TimeStamp:1/15/2027 8:00:00 AM"))
        } else {
            #expect(response.body.isEmpty)
        }
    }
}

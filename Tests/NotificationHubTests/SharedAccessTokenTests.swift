import JSON
import News
import NotificationHub
import TestSupport
import Testing

@Suite struct SharedAccessTokenTests {
    /// Connection strings with every character that a signer can get wrong, and the tokens that two independent
    /// implementations and openssl make of them. The keys are made up. The same for the published vectors, where
    /// `BULLETIN_SHARED` names their folder. S69.
    @Test func tokensAreTheKnownOnes() throws {
        let bytes = try #require(HubFixtures.bytes(of: HubFixtures.path("Fixtures/tokens.json", beside: #filePath)))
        let cases = try #require(try JSONValue(parsing: bytes).array)
        #expect(cases.count == 15)
        for entry in cases {
            let parts = try parts(of: entry, expires: entry["expires"])
            #expect(parts.last == entry["authorization"]?.string, "\(entry["name"]?.string ?? "")")
        }
        guard let published = HubFixtures.sharedCases("sas-vectors.json") else { return }
        for vector in try #require(try JSONValue(parsing: published)["vectors"]?.array) {
            let canonical = try #require(vector["canonical"])
            let known = ["audience", "sr", "skn", "token"].map { canonical[$0]?.string ?? "" }
            #expect(try parts(of: vector, expires: vector["expiry"]) == known, "\(vector["id"]?.string ?? "")")
        }
    }

    /// The audience, it and the key's name encoded, and the token, made of one case.
    private func parts(of entry: JSONValue, expires: JSONValue?) throws -> [String] {
        let text = try #require(entry["connectionString"]?.string)
        let connection = try HubConnection(connectionString: text, hub: entry["hub"]?.string)
        let token = try SharedAccessToken(
            connection, expires: Instant(secondsSince1970: try #require(expires?.integer)))
        return [connection.audience, connection.encodedAudience, connection.encodedKeyName, token.authorization]
    }

    @Test func secretsAreInNoDescription() throws {
        let connection = try HubConnection(
            connectionString: "Endpoint=sb://news.example/;\(HubConnectionTests.rule)", hub: "desk")
        let token = try SharedAccessToken(connection, expires: Instant(secondsSince1970: 1_800_000_000))
        let signature = try #require(token.authorization.split(separator: "sig=").last?.split(separator: "&").first)
        var dumped = ""
        dump(connection, to: &dumped)
        dump(token, to: &dumped)
        let shown = [
            "\(connection)", String(reflecting: connection), "\(token)", String(reflecting: token), dumped,
            "\(try notification("x").request(connection).withoutSignature)",
        ]
        for text in shown {
            #expect(!text.contains("c2VjcmV0LW5ld3M=") && !text.contains(signature.prefix(12)), "\(text)")
        }
        #expect(token.description.contains("&sig=<hidden>&se=1800000000&skn=Send"))
        #expect(connection.description == "hub desk at https://news.example (key Send)")
    }
}

import JSON
import News
import NotificationHub
import TestSupport
import Testing

@Suite struct SharedAccessTokenTests {
    /// Connection strings with every character that a signer can get wrong, and the tokens that two independent
    /// implementations and openssl make of them. The keys are made up.
    @Test func tokensAreTheKnownOnes() throws {
        let bytes = try #require(HubFixtures.bytes(of: HubFixtures.path("Fixtures/tokens.json", beside: #filePath)))
        let cases = try #require(try JSONValue(parsing: bytes).array)
        #expect(cases.count == 15)
        for entry in cases {
            let text = try #require(entry["connectionString"]?.string)
            let connection = try HubConnection(connectionString: text, hub: entry["hub"]?.string)
            let expires = Instant(secondsSince1970: try #require(entry["expires"]?.integer))
            let token = try SharedAccessToken(connection, expires: expires)
            #expect(token.authorization == entry["authorization"]?.string, "\(entry["name"]?.string ?? "")")
        }
    }

    /// The same for the published vectors, where `BULLETIN_SHARED` names their folder.
    @Test(.enabled(if: HubFixtures.sharedCases("sas-vectors.json") != nil, "BULLETIN_SHARED names no folder of cases"))
    func everyPublishedTokenIsMade() throws {
        let file = try JSONValue(parsing: #require(HubFixtures.sharedCases("sas-vectors.json")))
        for vector in try #require(file["vectors"]?.array) {
            let text = try #require(vector["connectionString"]?.string)
            let connection = try HubConnection(connectionString: text, hub: vector["hub"]?.string)
            let canonical = try #require(vector["canonical"])
            #expect(connection.audience == canonical["audience"]?.string)
            #expect(connection.encodedAudience == canonical["sr"]?.string)
            #expect(connection.encodedKeyName == canonical["skn"]?.string)
            let expires = Instant(secondsSince1970: try #require(vector["expiry"]?.integer))
            #expect(try SharedAccessToken(connection, expires: expires).authorization == canonical["token"]?.string)
        }
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

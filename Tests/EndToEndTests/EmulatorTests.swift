import Glibc
import JSON
import TestSupport
import Testing

@Suite struct EmulatorTests {
    @Test(arguments: [SIGINT, SIGTERM])
    func theHubTellsHowItIsReachedAndEndsWhenAsked(signal: Int32) async throws {
        let program = Program(environment: ["BULLETIN_HUB_NAME": "desk"])
        let outcome = try await program.run(words("emulator --format json"), signalAfterFirstLine: signal)
        #expect(outcome.code == 0)
        #expect(outcome.errors.isEmpty)
        let told = try JSONValue(parsing: outcome.output)
        let port = try #require(told["port"]?.integer)
        #expect(told["connection_string"]?.string?.hasPrefix("Endpoint=http://127.0.0.1:\(port)/;") == true)
        #expect(told["connection_string"]?.string?.hasSuffix("EntityPath=desk") == true)
    }
}

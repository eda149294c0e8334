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

    static let hasTools = (["/usr/bin/curl", "/usr/bin/openssl"] as [String]).allSatisfy { access($0, X_OK) == 0 }

    @Test(.enabled(if: hasTools, "curl and openssl are wanted for TLS"))
    func aHubWithACertificateIsReachedOverTLSAndComesBackAfterAKill() async throws {
        try await withTemporaryFolder { folder in
            let certificate = words(
                "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost "
                    + "-addext subjectAltName=IP:127.0.0.1 -keyout \(folder.path("key")) -out \(folder.path("pem"))")
            #expect(try await Program(at: "/usr/bin/openssl").run(certificate).code == 0)
            let secure = words(
                "emulator --format json --listen 0.0.0.0 --tls-certificate \(folder.path("pem")) --tls-key "
                    + "\(folder.path("key")) --state \(folder.path("state"))")
            var told: [JSONValue] = []
            for _ in 1...2 {
                let (line, page) = try await Program().start(secure) { running in
                    let line = try JSONValue(parsing: running.lines(1).joined())
                    var curl = try RunningProgram(
                        Program(at: "/usr/bin/curl"),
                        words(
                            "-s --cacert \(folder.path("pem")) https://127.0.0.1:\(line["port"]?.integer ?? 0)/?format=json"
                        ))
                    let page = try curl.finish()
                    running.signal(SIGKILL)
                    _ = try running.finish()
                    return (line, page)
                }
                #expect(try JSONValue(parsing: page.output)["devices"]?.array?.count == 3, "\(page.errorText)")
                #expect(line["connection_string"]?.string?.hasPrefix("Endpoint=sb://127.0.0.1:") == true)
                told.append(line)
            }
            // The port is another one, the keys are the same.
            let keys = told.map { $0["connection_string"]?.string?.split(separator: ";").dropFirst() }
            #expect(keys[0] == keys[1])
            let mistakes: [(words: String, code: Int32, says: String)] = [
                ("--listen 0.0.0.0", 64, "with TLS alone"), ("--listen news.example", 64, "no address in numbers"),
                ("--listen 127.0.0.1:http", 64, "the port is an option of its own"),
                ("--port http", 64, "--port: \"http\" is not a whole number from 0 to 65535"),
                ("--tls-key \(folder.path("key"))", 64, "need each other"),
                ("--tls-certificate /none --tls-key /none", 65, "/none: No such file"),
                ("--tls-certificate \(folder.path("pem")) --tls-key \(folder.path("pem"))", 65, "no private key"),
                ("--state /none/state", 65, "/none/state: No such file"),
                (
                    "--listen 192.0.2.1 --tls-certificate \(folder.path("pem")) --tls-key \(folder.path("key"))", 69,
                    "192.0.2.1"
                ),
            ]
            for (options, code, says) in mistakes {
                let outcome = try await Program().run(words("emulator \(options)"))
                #expect(outcome.code == code && outcome.errorText.contains(says), "\(options): \(outcome.errorText)")
            }
        }
    }
}

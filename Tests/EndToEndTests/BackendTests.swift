import Glibc
import HubEmulator
import HubLanguage
import JSON
import News
import TestSupport
import Testing

/// The app's back end: the built program between an app and the local hub.
@Suite struct BackendTests {
    private static let (phone, other) = (String(repeating: "AB12", count: 16), String(repeating: "CD34", count: 16))
    private static let settings = #"{"backend": {"users": "users", "port": 0, "notify": {"desk": ["*"]}}}"#

    private func open(_ body: (Desk) async throws -> Void) async throws {
        try await Desk.open(devices: []) { desk in
            var desk = desk
            try desk.folder.write("app.json", Self.settings)
            try desk.folder.write("users", BackendUnderTest.users("anna", "bob", "carl", "desk"), mode: 0o600)
            desk.program.environment["BULLETIN_BACKEND_PASSWORD"] = BackendUnderTest.password
            try await body(desk)
        }
    }

    private static let line = words("backend --config app.json --format json -v")

    /// Runs another program while one runs.
    private static func run(_ program: Program, _ line: String) throws -> Program.Outcome {
        var running = try RunningProgram(program, words(line))
        return try running.finish()
    }

    @Test func devicesRegisterAndGetTheirCategoriesAndTheirUsersMessagesAndNobodyElseDoes() async throws {
        try await open { desk in
            let hub = desk.hub
            let (wrong, outcome, kept) = try await desk.program.start(Self.line + ["--request-timeout", "10m"]) {
                running in
                let app = try BackendUnderTest(&running)
                var found = Findings()
                // More than there are places for: who has gone keeps none.
                for _ in 0..<2_200 { RawConnection(port: app.port)?.leave("GET /h") }
                found.expect(app.ask(nil, "GET", "/healthz"), 200, "ok")
                // An id that was given up is anybody's.
                let shared = #"{"platform":"ios","instId":"shared","deviceToken":"\#(Self.other)"}"#
                found.expect(app.ask("anna", "POST", "/api/register", shared), 200)
                found.expect(app.ask("bob", "POST", "/api/register", shared), 403, "not yours")
                found.expect(app.ask("anna", "DELETE", "/api/register/shared"), 200)
                found.expect(app.ask("bob", "POST", "/api/register", shared), 200)
                found.expect(app.ask("bob", "DELETE", "/api/register/shared"), 200)
                // An installation gets both kinds of notifications, a registration those of its kind.
                found.expect(
                    app.ask(
                        "anna", "POST", "/api/register",
                        #"{"platform":"ios","instId":"annas","deviceToken":"\#(Self.phone)","tags":["Sports"],"template":true}"#
                    ), 200, "\"annas\"")
                let bob = app.id("bob", "bobs-phone")
                found.expect(
                    app.ask(
                        "bob", "PUT", "/api/register/\(bob)",
                        #"{"Platform":"fcm","Handle":"bobs-phone","Tags":["World"],"Template":true}"#), 200)
                let carl = app.id("carl", "https%3A%2F%2Fwns.example%2Fcarl")
                let native = #"{"Platform":"wns","Handle":"https://wns.example/carl","Tags":["Sports"]}"#
                found.expect(app.ask("carl", "PUT", "/api/register/\(carl)", native), 200)
                let sent = try Self.run(desk.program, "send Sports Goal --ledger l.db")
                found.check(sent.code == 0, sent.errorText)
                let text = JSONValue.string("Wer \"da\"? <b> & 'c'\n🚀 \\ $(messageParam)").text()
                for (service, user) in [("apns", "anna"), ("wns", "CARL"), ("fcm", "bob"), ("gcm", "bob")] {
                    let target = "/api/notifications?pns=\(service)&to_tag=\(user)"
                    found.expect(app.ask("desk", "POST", target, text), 200)
                }
                let said = "From desk: Wer \"da\"? <b> & 'c'\n🚀 \\ $(messageParam)"
                let screens = Dictionary(
                    hub.devices().map { ($0.handle, $0.lockScreen.map(\.text)) }, uniquingKeysWith: { $0 + $1 })
                found.check(
                    screens == [
                        Self.phone: ["Breaking Sports News : Goal", said], "bobs-phone": [],
                        "https://wns.example/carl": [said],
                    ], "\(screens)")
                // Who may notify whom.
                let refused = app.ask("anna", "POST", "/api/notifications?pns=apns&to_tag=bob", "\"x\"")
                found.expect(refused, 403, "anna may not notify bob")
                found.expect(app.ask("anna", "POST", "/api/notifications?pns=apns&to_tag=anna", "\"x\""), 200)
                for (query, body, status) in [
                    ("pns=apns&to_tag=a%7C%7Cb", "\"x\"", 400), ("pns=mpns&to_tag=anna", "\"x\"", 400),
                    ("to_tag=anna", "\"x\"", 400), ("pns=apns", "\"x\"", 400), ("pns=apns&to_tag=anna", "x", 400),
                    ("pns=apns&to_tag=anna", "\"\(String(repeating: "x", count: 5_000))\"", 413),
                ] { found.expect(app.ask("desk", "POST", "/api/notifications?\(query)", body), status) }

                found.expect(app.ask("typed-secret", "PUT", "/api/register/1-2-3", "{}"), 401)

                // Another user's ids and handles.
                for (user, id) in [("anna", bob), ("bob", "annas")] {
                    found.expect(app.ask(user, "DELETE", "/api/register/\(id)"), 403, "not yours")
                }
                found.expect(app.ask("anna", "PUT", "/api/register/\(bob)", native), 403, "not yours")
                found.expect(
                    app.ask(
                        "bob", "POST", "/api/register", #"{"platform":"ios","instId":"annas","deviceToken":"AB"}"#), 403
                )
                let second = app.id("anna", "bobs-phone")
                found.check(second != bob && second.contains("-"), "\(second): another's registration was given out")
                found.expect(app.ask("bob", "PUT", "/api/register/\(second)", native), 403)
                found.check(
                    hub.devices().contains { $0.handle == "bobs-phone" && $0.tags.contains("username:bob") },
                    "bob's is gone")
                // What belongs to nobody is nobody's to take by its id, and whoever has the handle may take it over.
                let made = try Self.run(
                    desk.program,
                    "devices subscribe --platform fcmv1 --token free --categories World --registration --format json")
                let free = try JSONValue(parsing: made.output)["id"]?.string ?? ""
                let wns = #"{"Platform":"fcm","Handle":"free","Tags":["World"]}"#
                found.expect(app.ask("bob", "PUT", "/api/register/\(free)", wns), 403)
                found.check(app.id("bob", "free") == free, "not adopted")
                found.check(app.id("carl", "free") != free, "adopted twice")
                found.expect(app.ask("bob", "PUT", "/api/register/\(free)", wns), 200)
                // Duplicates: the first is named, the others go.
                for _ in 0..<3 {
                    _ = try Self.run(
                        desk.program,
                        "devices subscribe --platform apns --token \(Self.other) --categories World --user carl --registration"
                    )
                }
                let first = app.id("carl", Self.other.lowercased())
                let listed = try Self.run(desk.program, "devices list --channel \(Self.other) --format json")
                let left = try JSONValue(parsing: listed.output).array ?? []
                found.check(left.map { $0["id"]?.string } == [first], "\(left.count) are left")
                // The hub forgets an id.
                _ = try Self.run(desk.program, "devices unsubscribe \(bob)")
                found.expect(app.ask("bob", "PUT", "/api/register/\(bob)", wns), 410)
                let fresh = app.id("bob", "bobs-phone")
                found.expect(app.ask("bob", "PUT", "/api/register/\(fresh)", wns), 200)
                found.expect(app.ask("bob", "DELETE", "/api/register/\(fresh)"), 200)
                found.expect(app.ask("bob", "DELETE", "/api/register/\(fresh)"), 404)
                found.expect(app.ask("bob", "PUT", "/api/register/1-2-3", wns), 410)
                found.expect(app.ask("anna", "DELETE", "/api/register/annas"), 200)
                let kept = app.id("anna", "kept")
                running.signal(SIGKILL)
                return (found.wrong, try running.finish(), kept)
            }
            #expect(wrong == [])
            for secret in [BackendUnderTest.password, "typed-secret", "bobs-phone", Self.phone, "SharedAccess", "Wer"] {
                #expect(!outcome.errorText.contains(secret) && !outcome.outputText.contains(secret), "\(secret)")
            }
            #expect(outcome.errorText.contains(" anna POST /api/register 200 "), "\(outcome.errorText)")

            // After a kill an id that was never put is still its user's; a second program knows too.
            let later = try await desk.program.start(Self.line) { running in
                let app = try BackendUnderTest(&running)
                var beside = try RunningProgram(desk.program, Self.line)
                let second = try BackendUnderTest(&beside)
                var found = Findings()
                let body = #"{"Platform":"fcmv1","Handle":"kept"}"#
                found.expect(app.ask("bob", "PUT", "/api/register/\(kept)", body), 403)
                found.expect(second.ask("bob", "PUT", "/api/register/\(kept)", body), 403)
                found.expect(second.ask("anna", "PUT", "/api/register/\(kept)", body), 200)
                found.expect(app.ask("bob", "DELETE", "/api/register/\(kept)"), 403)
                // The program's own side of an app.
                let line =
                    "devices register --backend http://127.0.0.1:\(app.port) --user anna --platform apns --token \(Self.other) "
                    + "--categories World,Sports --format json"
                let made = try (0..<2).map { _ in try Self.run(desk.program, line) }
                let ids = try made.map { try JSONValue(parsing: $0.output)["id"]?.string ?? $0.errorText }
                found.check(made.allSatisfy { $0.code == 0 } && ids[0] == ids[1], "\(ids)")
                _ = try Self.run(desk.program, "devices unsubscribe \(ids[0])")
                let again = try Self.run(desk.program, line)
                let new = try JSONValue(parsing: again.output)["id"]?.string
                found.check(again.code == 0 && new != ids[0], again.errorText)
                let sent = try Self.run(desk.program, "send World News --ledger l.db")
                found.check(
                    sent.code == 0 && hub.devices().first { $0.handle == Self.other }?.lockScreen.count == 1,
                    "it did not arrive")
                for (more, code, says) in [
                    ("--user anna2", 77, "does not know anna2"), ("--backend http://news.example", 64, "https alone"),
                    ("--categories Wrold", 64, "did you mean World"), ("--password-file none", 78, "none"),
                ] as [(String, Int32, String)] {
                    let changed = more.split(separator: " ")[0]
                    let kept = line.firstRange(of: "\(changed) ").map { range in
                        String(line[..<range.lowerBound]) + line[range.upperBound...].drop { $0 != " " }
                    }
                    let outcome = try Self.run(desk.program, "\(kept ?? line) \(more)")
                    found.check(
                        outcome.code == code && outcome.errorText.contains(says), "\(more): \(outcome.errorText)")
                }
                beside.signal(SIGTERM)
                let ended = try beside.finish()
                found.check(ended.code == 0, "ended with \(ended.code)")
                running.signal(SIGTERM)
                found.check(try running.finish().code == 0, "no clean end")
                return found.wrong
            }
            #expect(later == [])
        }
    }

    @Test func whatIsHostileIsAnsweredAndCostsLittle() async throws {
        try await open { desk in
            let hub = desk.hub
            let (wrong, outcome) = try await desk.program.start(Self.line.dropLast() + ["--request-timeout", "2s"]) {
                running in
                let app = try BackendUnderTest(&running)
                var found = Findings()
                let id = app.id("anna", "phone")
                let target = "/api/register/\(id)"
                func put(_ body: String) -> RawConnection.Response { app.ask("anna", "PUT", target, body) }
                for (body, status, says) in [
                    ("{", 400, "not JSON"), (#"{"Platform":"fcm","Handle":"phone","Tags":["a,b"]}"#, 400, "tag"),
                    (#"{"Platform":"fcm","Handle":"phone","Tags":["a b"]}"#, 400, "a blank at position 2"),
                    (#"{"Platform":"fcm","Handle":"phone","Tags":["Username:bob"]}"#, 403, "not for apps"),
                    (#"{"Platform":"palm","Handle":"phone"}"#, 400, "not known"),
                    (String(repeating: "[", count: 60_000), 400, "not JSON"),
                    ("\"\(String(repeating: "x", count: 65_535))\"", 413, "65536 bytes"),
                    (#"{"Platform":"fcm","Handle":"phone","Tags":["Sports"]}"#, 200, ""),
                ] { found.expect(put(body), status, says) }
                let missing = app.ask(nil, "PUT", target, "{}")
                found.expect(missing, 401)
                found.check(
                    missing.header("www-authenticate") == #"Basic realm="bulletin", charset="UTF-8""#, "no challenge")
                found.expect(app.ask("anna", "PUT", target, "{}", password: "wrong"), 401)
                found.expect(app.ask("nobody", "PUT", target, "{}"), 401)
                found.expect(app.ask(nil, "GET", "/healthz"), 200, "ok")
                found.expect(app.ask(nil, "GET", "/"), 404)
                found.expect(app.ask("anna", "PATCH", target, "{}"), 405)
                let page = RawConnection(port: app.port)
                page?.send(
                    "PUT \(target) HTTP/1.1\r\nHost: app.example\r\nOrigin: https://else.example\r\n"
                        + "Authorization: \(BackendUnderTest.authorization("anna"))\r\nContent-Length: 2\r\n\r\n{}")
                found.check((try? page?.response().get())?.status == 403, "a page of another site")

                // A body of 1 GB, announced and not, and one that never comes.
                let head = "Host: x\r\nAuthorization: \(BackendUnderTest.authorization("anna"))\r\n"
                let announced = RawConnection(port: app.port)
                announced?.send("PUT \(target) HTTP/1.1\r\n\(head)Content-Length: 1073741824\r\n\r\n{\"Platform\":")
                found.check((try? announced?.response().get())?.status == 413, "1 GB announced")
                let endless = RawConnection(port: app.port)
                endless?.send("PUT \(target) HTTP/1.1\r\n\(head)Transfer-Encoding: chunked\r\n\r\n")
                let piece = "100000\r\n\(String(repeating: "x", count: 1 << 20))\r\n"
                for _ in 0..<64 { endless?.send(piece) }
                endless?.send("0\r\n\r\n")
                found.check((try? endless?.response().get())?.status == 413, "64 MB in pieces")
                let slow = RawConnection(port: app.port)
                slow?.send("PUT \(target) HTTP/1.1\r\n\(head)Content-Length: 100\r\n\r\n{")
                found.check((try? slow?.response().get())?.status == 408, "a slow body")
                let silent = RawConnection(port: app.port)
                silent?.send("PUT \(target) HTT")
                found.check(silent?.end() == .closed, "a slow head")

                // A thousand at once: each gets its answer.
                raiseLimit()
                let crowd = (0..<1_000).compactMap { _ in RawConnection(port: app.port) }
                for (place, connection) in crowd.enumerated() {
                    let body = #"{"Platform":"fcm","Handle":"phone","Tags":["Sports"]}"#
                    let user = [("Authorization", BackendUnderTest.authorization(place % 2 == 0 ? "anna" : "bob"))]
                    connection.send("PUT", target, host: "x", headers: user, body: body)
                }
                let answers = crowd.map { (try? $0.response().get())?.status ?? 0 }
                let expected = (0..<1_000).map { $0 % 2 == 0 ? 200 : 403 }
                found.check(answers == expected, "\(Set(answers)) of \(crowd.count)")
                let peak = peakMemory(of: running.process)
                found.check(peak > 0 && peak < 200_000, "\(peak) kB")

                // What the hub says, and does not say.
                let body = #"{"Platform":"fcm","Handle":"phone"}"#
                hub.inject(Fault(.answer(status: 429, retryAfter: .seconds(7))))
                let busy = put(body)
                found.check(busy.status == 503 && busy.header("retry-after") == "7", "\(busy)")
                hub.inject(Fault(.answer(status: 401)))
                found.expect(put(body), 502, "the hub does not do it now")
                hub.inject(Fault(.drop(.reset), takesRequest: true, path: "messages"))
                let lost = app.ask("anna", "POST", "/api/notifications?pns=apns&to_tag=anna", "\"x\"")
                found.expect(lost, 502, "may have been sent")
                // Guesses are not looked at any more; who is signed in goes on.
                var guesses: [RawConnection?] = []
                for _ in 0..<10 {
                    // Their answers are held back, so that nobody waits for them here.
                    let guess = RawConnection(port: app.port)
                    guess?.send(
                        "PUT \(target) HTTP/1.1\r\nHost: x\r\nAuthorization: "
                            + "\(BackendUnderTest.authorization("carl", "guess"))\r\nContent-Length: 0\r\n\r\n")
                    guesses.append(guess)
                }
                while app.ask("carl", "PUT", target, "{}", password: "guess").status == 401 {}
                let limited = app.ask("carl", "PUT", target, "{}")
                found.check(limited.status == 429 && limited.header("retry-after") != nil, "\(limited)")
                found.expect(put(body), 200)

                // What is being answered is answered first.
                hub.inject(Fault(.late(milliseconds: 700), method: "PUT"))
                let last = RawConnection(port: app.port)
                let user = [("Authorization", BackendUnderTest.authorization("anna"))]
                last?.send("PUT", target, host: "x", headers: user, body: body)
                while hub.emulator.requests().last?.body.contains("phone") != true { usleep(1_000) }
                running.signal(SIGTERM)
                found.check((try? last?.response().get())?.status == 200, "cut off at the end")
                return (found.wrong, try running.finish())
            }
            #expect(wrong == [])
            #expect(outcome.code == 0)
            // Without -v standard error tells what needs somebody, and nothing of what anybody asked.
            #expect(outcome.errorLines.count == 3 && !outcome.errorText.contains("/api"), "\(outcome.errorText)")
            #expect(outcome.errorText.contains("the hub does not accept the token"), "\(outcome.errorText)")

            let mistakes: [(more: String, code: Int32, says: String)] = [
                ("--listen 0.0.0.0", 64, "with TLS alone"), ("--listen 0.0.0.0 --demo-users", 64, "this machine alone"),
                ("--listen news.example", 64, "no address in numbers"), ("--tls-key users", 64, "need each other"),
                ("--tls-certificate users --tls-key users", 65, "no certificate"), ("--users none", 78, "none"),
                ("--users app.json", 78, "others may read"), ("--state app.json", 65, "app.json"),
                ("--user-tags {\"a/b\":[]}", 78, "no user's name"), ("--may-notify {\"anna\":1}", 64, "array"),
                ("--demo-users --users users", 64, "exclude each other"),
            ]
            for (more, code, says) in mistakes {
                let outcome = try await desk.program.run(Self.line + words(more))
                #expect(
                    outcome.code == code && outcome.errorText.contains(says),
                    "\(more): \(outcome.code) \(outcome.errorText)")
            }
        }
    }

    private static let hasTools = (["/usr/bin/curl", "/usr/bin/openssl", "/bin/bash"] as [String]).allSatisfy {
        access($0, X_OK) == 0
    }

    @Test(.enabled(if: hasTools, "curl and openssl are wanted"))
    func theCommandsOfTheReadmeDoWhatTheySayAndCertificatesAreRenewed() async throws {
        let readme = String(
            decoding: try #require(readFile(HubFixtures.path("../../README.md", beside: #filePath))), as: UTF8.self)
        let block = try #require(readme.split(separator: "<!-- commands: backend -->").last)
        let commands = block.drop { $0.isNewline }.split(separator: "\n", omittingEmptySubsequences: false)
            .prefix { $0.isEmpty || $0.hasPrefix("    ") }.map { $0.dropFirst(4) }
        #expect(commands.count(where: { $0.contains("curl") }) == 6)
        try await open { desk in
            let line = words("backend --port 0 --demo-users --format json")
            let (shell, screens) = try await desk.program.start(line) { running in
                let app = try BackendUnderTest(&running)
                let script = commands.joined(separator: "\n").replacing(":7072", with: ":\(app.port)")
                var environment = desk.program.environment
                environment["PATH"] = "/usr/bin:/bin"
                var curl = try RunningProgram(
                    Program(at: "/bin/bash", environment: environment, workingFolder: desk.folder.path),
                    ["-euo", "pipefail", "-c", script])
                let shell = try curl.finish()
                let screens = desk.hub.devices().flatMap(\.lockScreen).map(\.text)
                running.signal(SIGTERM)
                _ = try running.finish()
                return (shell, screens)
            }
            #expect(shell.code == 0 && shell.outputText.hasSuffix("ok\n"), "\(shell.outputText) \(shell.errorText)")
            #expect(screens == ["From anna: Call the desk"])

            func certificate(_ name: String) async throws {
                let made = try await Program(at: "/usr/bin/openssl").run(
                    words(
                        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=\(name) "
                            + "-addext subjectAltName=IP:127.0.0.1 -keyout \(desk.folder.path(name + ".key")) -out "
                            + desk.folder.path(name + ".pem")))
                #expect(made.code == 0)
            }
            try await certificate("first")
            try await certificate("second")
            let secure = Self.line + words("--listen 0.0.0.0 --tls-certificate first.pem --tls-key first.key")
            let wrong = try await desk.program.start(secure) { running in
                let app = try BackendUnderTest(&running)
                var found = Findings()
                func health(_ trusting: String, _ more: String = "") throws -> Int32 {
                    try Self.run(
                        Program(at: "/usr/bin/curl", workingFolder: desk.folder.path),
                        "-fsS --cacert \(trusting).pem \(more) https://127.0.0.1:\(app.port)/healthz"
                    ).code
                }
                found.check(try health("first") == 0 && health("second") == 60, "the first certificate")
                found.check(app.ask(nil, "GET", "/healthz").status == 0, "it speaks without TLS")
                let register = { (user: String) in
                    try Self.run(
                        desk.program(trusting: "second"),
                        "devices register --backend https://127.0.0.1:\(app.port) --user \(user) --platform fcmv1 --token t "
                            + "--categories World")
                }
                for (from, to) in [("second.pem", "first.pem"), ("second.key", "first.key")] {
                    try desk.folder.write(to, desk.folder.read(from) ?? [])
                }
                try desk.folder.write("users", BackendUnderTest.users("dora"), mode: 0o600)
                running.signal(SIGHUP)
                while try health("second") != 0 { usleep(20_000) }
                let (dora, anna) = (try register("dora"), try register("anna"))
                found.check(dora.code == 0 && anna.code == 77, "\(dora.errorText) \(anna.errorText)")
                // What cannot be read changes nothing.
                try desk.folder.write("users", "nonsense", mode: 0o600)
                running.signal(SIGHUP)
                found.check(try register("dora").code == 0, "dora was forgotten")
                running.signal(SIGTERM)
                let outcome = try running.finish()
                found.check(outcome.code == 0 && outcome.errorText.contains("still holds"), outcome.errorText)
                return found.wrong
            }
            #expect(wrong == [])

            let unit = try await desk.program.run(words("schedule systemd backend --config app.json --user desk"))
            for part in [
                " backend -v --config \(desk.folder.path)/app.json\n", "User=desk\n",
                "ExecReload=/bin/kill -HUP $MAINPID\n",
                "NoNewPrivileges=yes\n", "StateDirectory=bulletin\n", "WantedBy=multi-user.target\n",
            ] { #expect(unit.code == 0 && unit.outputText.contains(part), "\(part): \(unit.outputText)") }
        }
    }
}

extension BackendUnderTest {
    /// The one that runs, which has told its port in a line.
    fileprivate init(_ running: inout RunningProgram) throws {
        let told = try JSONValue(parsing: running.lines(1).joined())
        self.init(port: UInt16(clamping: told["port"]?.integer ?? 0))
    }
}

extension Desk {
    fileprivate func program(trusting certificate: String) -> Program {
        var program = program
        program.environment["SSL_CERT_FILE"] = folder.path(certificate + ".pem")
        return program
    }
}

/// A thousand connections take more descriptors than shells allow at first.
private func raiseLimit() {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = min(max(limit.rlim_cur, 4_096), limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}

/// The most memory that a process had, in kB.
private func peakMemory(of process: Int32) -> Int {
    let status = String(decoding: readFile("/proc/\(process)/status") ?? [], as: UTF8.self)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
}

import HTTPServer
import HubLanguage
import JSON
import TestSupport
import Testing

@testable import HubEmulator

private let authorization = ("Authorization", TestHub.token(audience: "http%3a%2f%2f127.0.0.1%2fbulletin"))
private let path = "/bulletin/messages?api-version=2020-06"
private let json = ("Content-Type", "application/json")

private func start() throws -> HubEmulator {
    try HubEmulator(configuration: TestHub.configuration(devices: DeviceSetup.samples))
}

extension HubEmulator {
    fileprivate func connect() throws -> RawConnection { try #require(RawConnection(port: port)) }

    fileprivate var host: String { "127.0.0.1:\(port)" }

    fileprivate func send(
        _ connection: RawConnection, _ tag: String = "World", body: String = #"{"messageParam":"Hi"}"#
    ) {
        connection.send(
            "POST", path, host: host,
            headers: [
                authorization, ("ServiceBusNotification-Format", "template"), ("ServiceBusNotification-Tags", tag),
            ], body: body)
    }

    fileprivate func control(_ method: String, _ name: String, body: String = "") throws -> RawConnection.Response {
        let connection = try connect()
        connection.send(method, "/$emulator/\(name)", host: host, headers: [json], body: body)
        return try connection.response().get()
    }
}

@Suite struct ServerTests {
    @Test func aSendArrivesOverHTTPAndConnectionsAreKept() throws {
        let hub = try start()
        defer { hub.stop() }
        #expect(
            hub.connectionString
                == "Endpoint=http://127.0.0.1:\(hub.port)/;SharedAccessKeyName=Full;SharedAccessKey=\(TestHub.key);EntityPath=bulletin"
        )
        let connection = try hub.connect()
        // Sizes of the body and how they are answered: the limit itself is taken.
        let frame = #"{"messageParam":""}"#.utf8.count
        for (size, status) in [(20, 201), (65_536, 201), (65_537, 413), (700_000, 413), (20, 201)] {
            hub.send(connection, body: #"{"messageParam":"\#(String(repeating: "x", count: size - frame))"}"#)
            let response = try connection.response().get()
            #expect(response.status == status, "\(size)")
            #expect(response.header("Date") == "Fri, 15 Jan 2027 08:00:00 GMT")
            if status == 201 {
                #expect(response.header("Location")?.hasPrefix("http://\(hub.host)/bulletin/messages/") == true)
            }
        }
        hub.send(try hub.connect(), "Nobody")
        #expect(hub.devices().first?.lockScreen.map(\.text) == ["x", "x"])
        let log = hub.requests().prefix(5)
        #expect(Set(log.map(\.connection)).count == 1 && log.map(\.requestOfConnection) == [1, 2, 3, 4, 5])
        #expect(log.map(\.bodyBytes) == [20, 65_536, 65_537, 65_537, 20])
        #expect(log.first?.header("authorization")?.contains("&sig=<hidden>&se=2000000000&skn=Full") == true)
    }

    /// A fault, the requests it meets on one connection, how each is answered (nil: reset, 0: closed), and how many
    /// notifications are taken in.
    static let faults: [(json: String, outcomes: [Int?], accepted: Int)] = [
        (#"{"action":"answer","status":429,"retry_after":7}"#, [429, 201], 1),
        (#"{"action":"answer","status":503,"body":"empty","times":2,"retry_after_date":7}"#, [503, 503, 201], 1),
        (#"{"action":"answer","status":502,"takes_request":true,"body":"text","text":"<html>"}"#, [502, 201], 2),
        (#"{"action":"drop"}"#, [0], 0), (#"{"action":"drop","ending":"reset"}"#, [nil], 0),
        (#"{"action":"drop","takes_request":true}"#, [0], 1),
        (#"{"action":"drop","ending":"reset","takes_request":true,"request_of_connection":2}"#, [201, nil], 2),
        (#"{"action":"drop","request_of_connection":2}"#, [201, 0], 1),
        (#"{"action":"drop","skipping":2}"#, [201, 201, 0], 2),
        (#"{"action":"drop","path":"schedulednotifications"}"#, [201, 201], 2),
        (#"{"action":"drop","method":"GET"}"#, [201], 1), (#"{"action":"late","milliseconds":30}"#, [201, 201], 2),
        (#"[{"action":"answer","status":500},{"action":"drop"}]"#, [500, 0], 0),
    ]

    @Test func faultsAreMetOverHTTP() throws {
        try connectionsAreRefusedAndAnswersAreHeld()
        for (fault, outcomes, accepted) in ServerTests.faults {
            let hub = try start()
            defer { hub.stop() }
            #expect(try hub.control("POST", "faults", body: fault).status == 200)
            let connection = try hub.connect()
            for outcome in outcomes {
                hub.send(connection)
                switch connection.response() {
                case .success(let response):
                    #expect(response.status == outcome, "\(fault)")
                    if [429, 503].contains(response.status) {
                        let forms = [429: "7", 503: "Fri, 15 Jan 2027 08:00:07 GMT"]
                        #expect(response.header("Retry-After") == forms[response.status], "\(fault)")
                    }
                    #expect(response.body.isEmpty == [201, 503].contains(response.status), "\(fault)")
                case .failure(let ended): #expect(ended.end == (outcome == nil ? .reset : .closed), "\(fault)")
                }
            }
            #expect(hub.notifications().count == accepted, "\(fault)")
            #expect(hub.requests().count == outcomes.count, "\(fault)")
            let last = (outcomes.last ?? nil).flatMap { $0 == 0 ? nil : $0 }
            #expect(hub.requests().last?.status == last, "\(fault)")
        }
    }

    private func connectionsAreRefusedAndAnswersAreHeld() throws {
        let hub = try start()
        defer { hub.stop() }
        for ending in [Fault.Ending.closed, .reset] {
            hub.inject(Fault(.refuse(ending)))
            #expect(try hub.connect().end() == (ending == .closed ? .closed : .reset))
        }
        hub.inject(Fault(.hold, times: 3))
        let held = try (1...3).map { _ in try hub.connect() }
        for connection in held { hub.send(connection) }
        // Others are answered meanwhile, more than there are threads.
        for _ in 1...5 { #expect(try hub.control("GET", "requests").status == 200) }
        while hub.notifications().count < 3 {}
        hub.send(held[0])
        #expect(try hub.control("POST", "release").status == 200)
        // Held until now, and the next request of the same connection was not.
        for connection in held { #expect(try connection.response().get().status == 201) }
        #expect(try held[0].response().get().status == 201)
        // A client that gives up leaves nothing behind.
        hub.inject(Fault(.hold))
        do { hub.send(try hub.connect()) }
        hub.inject(Fault(.late(milliseconds: 3_600_000)))
        let late = try hub.connect()
        while hub.notifications().count < 5 {}
        hub.send(late)
        while hub.notifications().count < 6 {}
        hub.stop()
        hub.stop()
        #expect(RawConnection(port: hub.port) == nil)
        #expect(hub.notifications().count == 6)
    }

    @Test func theControlPathsAreForThisMachineAlone() throws {
        let hub = try start()
        defer { hub.stop() }
        hub.send(try hub.connect(), "Science")
        while hub.notifications().isEmpty {}
        let cases: [(host: String, origin: String?, status: Int)] = [
            (hub.host, nil, 200), ("localhost:\(hub.port)", nil, 200), ("[::1]:80", nil, 200),
            ("203.0.113.7", nil, 200),
            ("[news.example]", nil, 403),
            (hub.host, "http://\(hub.host)", 200), (hub.host, "null", 403), (hub.host, "http://news.example", 403),
            ("news.example", nil, 403), ("127.0.0.1.news.example", nil, 403),
        ]
        for (host, origin, status) in cases {
            let connection = try hub.connect()
            connection.send("GET", "/$emulator/devices", host: host, headers: origin.map { [("Origin", $0)] } ?? [])
            #expect(try connection.response().get().status == status, "\(host) \(origin ?? "")")
        }
        let devices = try JSONValue(parsing: hub.control("GET", "devices").body)["devices"]
        #expect(devices?[0]?["name"] == "iPhone" && devices?[0]?["shown"]?[0]?["text"] == "Hi")
        #expect(devices?[2]?["shown"] == [] && devices?[2]?["tags"] == ["Sports", "Technology", "Business"])
        let notifications = try JSONValue(parsing: hub.control("GET", "notifications").body)
        #expect(notifications["accepted"] == 1 && notifications["notifications"]?[0]?["state"] == "Completed")
        let log = try hub.control("GET", "requests").body
        #expect(log.contains("sig=<hidden>") && !log.contains("sig=%") && !log.contains(TestHub.key))
        let wrong = [
            "", "3", #"{"action":"explode"}"#, #"{"action":"answer"}"#, #"{"action":"answer","status":99}"#,
            #"{"action":"drop","tims":2}"#, #"[{"action":"drop"},{"action":"late"}]"#,
        ]
        for fault in wrong { #expect(try hub.control("POST", "faults", body: fault).status == 400, "\(fault)") }
        #expect(try JSONValue(parsing: hub.control("GET", "faults").body)["faults"] == [])
        // What is shown of an armed fault arms the same fault.
        for (fault, _, _) in ServerTests.faults where fault.hasPrefix("{") {
            let read = try Fault(JSONValue(parsing: fault))
            #expect(try Fault(read.json) == read, "\(fault)")
        }
        #expect(try hub.control("GET", "nothing").status == 404)
    }

    @Test func thePageShowsLockScreensAndNothingOnItCanAct() throws {
        let hub = try start()
        defer { hub.stop() }
        let hurtful = #"</style></bdi><script>alert(1)</script><img src=x onerror=\"a\"> & \u0000\u202e 🚀"#
        let connection = try hub.connect()
        hub.send(connection, "Science", body: #"{"messageParam":"\#(hurtful)"}"#)
        #expect(try connection.response().get().status == 201)
        connection.send("GET", "/", host: hub.host)
        let page = try connection.response().get()
        let policy = page.header("Content-Security-Policy") ?? ""
        #expect(page.status == 200 && page.header("Content-Type") == "text/html; charset=utf-8")
        #expect(policy.hasPrefix("default-src 'none'; style-src 'sha256-") && !policy.contains("unsafe"))
        let text = page.body
        #expect(text.contains("<bdi>iPhone</bdi>") && text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
        #expect(!text.contains("<script") && !text.contains("<img") && !text.contains("\0"))
        #expect(!text.contains("http://") && !text.contains("https://"))
        connection.send("GET", "/?x", host: hub.host, headers: [("Accept", "application/json")])
        let screens = try JSONValue(parsing: connection.response().get().body)["devices"]
        #expect(screens?[0]?["lock_screen"]?[0]?["text"]?.string?.hasPrefix("</style></bdi><script>") == true)
        #expect(screens?[1]?["lock_screen"] == [])
        connection.send("POST", "/", host: hub.host)
        #expect(try connection.response().get().status == 405)
        connection.send("GET", "/", host: "news.example")
        #expect(try connection.response().get().status == 403)
    }

    @Test func aHubStartsWithKeysOfItsOwnOrSaysWhyNot() throws {
        let rules = try SharedAccessRule.standard()
        #expect(Set(rules.flatMap { [$0.primaryKey, $0.secondaryKey] }).count == 6)
        var shown = ""
        dump(rules, to: &shown)
        print(rules, to: &shown)
        for rule in rules {
            #expect(rule.primaryKey.utf8.count == 44)
            #expect(!shown.contains(rule.primaryKey) && !shown.contains(rule.secondaryKey))
        }

        let hub = try start()
        defer { hub.stop() }
        var taken = TestHub.configuration()
        taken.port = hub.port
        #expect(throws: HubEmulatorError.port(hub.port)) { _ = try HubEmulator(configuration: taken) }
        let name = TestHub.configuration(name: "bul/letin")
        #expect(throws: HubEmulatorError.hubName("bul/letin")) { _ = try HubEmulator(configuration: name) }
        let device = DeviceSetup(name: "Pager", platform: .apns, handle: "abc", tags: ["World"])
        let devices = TestHub.configuration(devices: [device])
        #expect(throws: HubEmulatorError.self) { _ = try HubEmulator(configuration: devices) }
        // Others reach a hub over TLS alone, and a certificate that is none is found out before anything listens.
        var listening = TestHub.configuration()
        listening.address = "0.0.0.0"
        #expect(throws: HubEmulatorError.noCertificate(address: "0.0.0.0")) {
            _ = try HubEmulator(configuration: listening)
        }
        listening.identity = TLSIdentity(certificate: "-----BEGIN", key: "secret words")
        #expect(throws: HubEmulatorError.certificate(.noCertificate)) { _ = try HubEmulator(configuration: listening) }
        #expect(!"\(listening)".contains("secret words"))
        listening.address = "news.example"
        #expect(throws: HubEmulatorError.self) { _ = try HubEmulator(configuration: listening) }
        let plain = try HubEmulator()
        #expect(
            plain.connectionString(forRule: SharedAccessRule.sendName)?.contains("SendSharedAccessSignature") == true)
        #expect(plain.connectionString(forRule: "Nobody") == nil)
        plain.stop()
    }
}

import Glibc
import HubEmulator
import HubLanguage
import JSON
import News
import Synchronization
import TestSupport
import Testing

/// What a hub answers to the question for telemetry, and what comes of it.
struct TelemetryCase: Sendable, CustomTestStringConvertible {
    var name: String
    /// The phones follow no Sports.
    var reachesNobody = false
    var fault: Fault?
    /// What the run that asks says; nothing unless it is told.
    var says: String?
    var delivery: JSONValue
    /// Questions in the run that asks, and in the one after it.
    var questions: (first: Int, next: Int)

    var testDescription: String { name }
}

@Suite struct BroadcastHealthTests {
    static let answers = [
        TelemetryCase(name: "completed", delivery: "Completed", questions: (1, 0)),
        TelemetryCase(
            name: "S72: nobody", reachesNobody: true,
            says: "Sports: the notification of 2026-11-30T10:05:00Z reached nobody",
            delivery: "NoTargetFound", questions: (1, 0)),
        TelemetryCase(
            name: "no right", fault: Fault(.answer(status: 403, body: .empty), method: "GET", times: nil),
            delivery: .null, questions: (1, 0)),
        TelemetryCase(
            name: "not in this tier",
            fault: Fault(.answer(status: 401), method: "GET", times: nil), delivery: .null, questions: (1, 0)),
        TelemetryCase(
            name: "not kept", fault: Fault(.answer(status: 404), method: "GET"), delivery: "not kept",
            questions: (1, 0)),
        TelemetryCase(
            name: "busy", fault: Fault(.answer(status: 503), method: "GET"), delivery: .null, questions: (1, 1)),
        TelemetryCase(
            name: "no answer", fault: Fault(.drop(.reset), method: "GET"), delivery: .null, questions: (1, 1)),
        TelemetryCase(
            name: "a proxy's page", fault: Fault(.answer(status: 200, body: .text("<html/>")), method: "GET"),
            delivery: .null, questions: (1, 1)),
    ]

    @Test(arguments: answers)
    func whatBecameOfEarlierNotificationsIsLookedUpAndReachingNobodyIsToldOnce(_ row: TelemetryCase) async throws {
        let phones = Desk.phones.filter { !row.reachesNobody || $0.name != "Sports" }
        try await Desk.open(devices: phones) { desk in
            let list = try await desk.openNewsroom()
            try desk.write("s.xml", "Cup final", "An older match")
            #expect(try await desk.run("broadcast --feeds \(list)", at: "10:05").code == 0)
            #expect(desk.hub.questions().isEmpty)
            if let fault = row.fault { desk.hub.inject(fault) }
            let run = try await desk.run("broadcast --feeds \(list)", at: "10:10")
            #expect(run.code == 0 && run.output.isEmpty)
            #expect(row.says == nil ? run.errors.isEmpty : run.errorLines.count == 1)
            if let says = row.says { #expect(run.errorText.contains(says)) }
            #expect(desk.hub.questions().count == row.questions.first)
            let sent = try await desk.history(at: "10:11")["notifications"]?.array?.first
            #expect(sent?["delivery"] == row.delivery)
            #expect(
                try await desk.run("history", at: "10:11").outputText.contains("warning: it reached nobody")
                    == row.reachesNobody)
            desk.hub.clearFaults()
            let next = try await desk.run("broadcast --feeds \(list)", at: "10:15")
            #expect(next.code == 0 && next.errors.isEmpty)
            #expect(desk.hub.questions().count == row.questions.first + row.questions.next)
            guard row.reachesNobody else { return }
            // The same trouble again is no news.
            try desk.write("s.xml", "Coach leaves", "Cup final", "An older match")
            _ = try await desk.run("broadcast --feeds \(list)", at: "11:20")
            let third = try await desk.run("broadcast -v --feeds \(list)", at: "11:25")
            #expect(third.errorText.contains("reached nobody either"))
            // With a key of its own for asking, which another hub does not take.
            var program = desk.program
            program.environment["BULLETIN_HUB_MANAGE_CONNECTION_STRING"] =
                "Endpoint=sb://desk.invalid/;SharedAccessKeyName=n;SharedAccessKey=sEcReT=;EntityPath=bulletin"
            let other = try await program.run(words("broadcast --feeds \(list) --now 2026-11-30T11:30:00Z"))
            #expect(other.code == 78 && other.errorText.contains("MANAGE_CONNECTION_STRING is for another hub"))
            #expect(!other.errorText.contains("sEcReT"))
            program.environment["BULLETIN_HUB_MANAGE_CONNECTION_STRING"] = desk.hub.connectionString
            program.environment["BULLETIN_HUB_CONNECTION_STRING"] = desk.hub.emulator.connectionString(
                forRule: SharedAccessRule.sendName)
            try desk.write("s.xml", "Arena sold", "Coach leaves", "Cup final", "An older match")
            for time in ["12:30", "12:35"] {
                let line = words("broadcast --feeds \(list) --now 2026-11-30T\(time):00Z")
                #expect(try await program.run(line).code == 0)
            }
            #expect(desk.hub.questions().last?.header("Authorization")?.contains("DefaultFull") == true)
        }
    }

    /// Nothing is silenced or lost for as long as the clock was ahead.
    @Test func aClockThatWasAYearAheadForOneRunHoldsNothingBack() async throws {
        try await Desk.open { desk in
            let list = try await desk.openNewsroom()
            try desk.write("s.xml", "Cup final", "An older match")
            try desk.folder.write(
                "w.xml", "<rss><channel><item><title>Bridge opens</title><guid>b</guid></item></channel></rss>")
            desk.hub.inject(Fault(.answer(status: 503, retryAfter: .seconds(1_200)), method: "POST"))
            let ahead = try await desk.program.run(words("broadcast --feeds \(list) --now 2027-11-30T10:05:00Z"))
            // A story of yesteryear is none; one without a date is tried, and told of.
            #expect(ahead.code == 69 && ahead.errorLines.count == 1, "\(ahead.errorText)")
            // The hub is asked, and people hear of its trouble as if it had begun now.
            desk.hub.inject(Fault(.answer(status: 500), method: "POST", times: 4))
            #expect(try await desk.run("history", at: "10:09").outputText.contains("Bridge opens"))
            for (time, told) in [("10:10", 0), ("11:15", 1)] {
                let outcome = try await desk.run("broadcast --feeds \(list)", at: time)
                #expect(outcome.code == 69 && outcome.errorLines.count == told, "\(time): \(outcome.errorText)")
            }
            let check = try await desk.run("check --feeds \(list)", at: "11:16")
            #expect(check.outputText.contains("2 stories waiting"), "\(check.outputText)")
            let healed = try await desk.run("broadcast --feeds \(list)", at: "11:20")
            #expect(healed.code == 0 && healed.errorText.contains("the hub takes notifications again"))
            #expect(desk.screen("World") == ["Breaking World News : Bridge opens"])
            #expect(desk.screen("Sports") == ["Breaking Sports News : Cup final"])
        }
    }

    @Test func aSignalLetsTheAnswerComeAndSaysWhatWasLeft() async throws {
        let process = Mutex<String?>(nil)
        let signal = Mutex(SIGTERM)
        @Sendable func strike() {
            let bytes = process.withLock { $0 }.flatMap { readFile($0) }
            let number = bytes.flatMap { pid_t(String(decoding: $0, as: UTF8.self).filter(\.isNumber)) }
            if let number { kill(number, signal.withLock { $0 }) }
        }
        let hub = try #require(
            CannedServer { request -> [CannedServer.Step] in
                if request.header("ServiceBusNotification-Tags") == "World" { strike() }
                return .answer(201)
            })
        defer { hub.stop() }
        let never = CannedGate()
        let feeds = try #require(
            CannedServer { _ -> [CannedServer.Step] in
                strike()
                return [.wait(never)]
            })
        defer { feeds.stop() }
        try await Desk.open { desk in
            process.withLock { $0 = desk.folder.path("process") }
            try desk.write("w.xml", "Bridge opens")
            try desk.write("s.xml", "Cup final")
            let list = try desk.writeList((.world, "w.xml"), (.sports, "s.xml"))
            var environment = desk.program.environment
            environment["BULLETIN_HUB_CONNECTION_STRING"] =
                "Endpoint=\(hub.address)/;SharedAccessKeyName=n;SharedAccessKey=k;EntityPath=bulletin"
            environment["B"] = desk.program.path
            let shell = Program(at: "/bin/sh", environment: environment, workingFolder: desk.folder.path)
            func run(_ line: String, at time: String) async throws -> Program.Outcome {
                try await shell.run(["-c", "echo $$ >process; exec \"$B\" \(line) --now 2026-11-30T\(time):00Z"])
            }
            let stopped = try await run("broadcast --announce-first 9 --feeds \(list)", at: "10:00")
            #expect(stopped.code == 128 + SIGTERM)
            #expect(
                stopped.errorText.contains(
                    "stopped by SIGTERM: not sent: Sports, which waits for the next broadcast"))
            let history = try await desk.history(at: "10:01")
            #expect(history["notifications"]?.array?.map { $0["state"]?.string } == ["accepted"])
            #expect(history["waiting"]?.array?.map { $0["headline"]?.string } == ["Cup final"])
            #expect(history["last_run"]?["exit_code"] == .integer(143))
            // The rest goes out with the next run.
            let next = try await run("broadcast --feeds \(list)", at: "10:05")
            #expect(next.code == 0 && next.errors.isEmpty)
            #expect(hub.requests.map { $0.header("ServiceBusNotification-Tags") } == ["World", "Sports"])

            signal.withLock { $0 = SIGINT }
            try desk.writeList((.world, "w.xml"), (.sports, "\(feeds.address)/s"))
            let reading = try await run("broadcast --feeds \(list)", at: "10:10")
            #expect(reading.code == 128 + SIGINT)
            #expect(reading.errorText.contains("stopped by SIGINT: 1 of 2 feeds not read"))
        }
    }
}

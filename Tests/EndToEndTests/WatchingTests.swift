import Glibc
import HubEmulator
import JSON
import News
import TestSupport
import Testing

@Suite struct WatchingTests {
    /// S86.
    @Test func metricsAndPingsTellOfRunsThatSucceedAndOfThoseThatFail() async throws {
        let pings = try #require(CannedServer { _ in .answer(200) })
        defer { pings.stop() }
        try await outagesAreToldToMachinesAndSilenceToPeople()
        try await Desk.open { desk in
            let list = try await desk.openNewsroom()
            let watched =
                "broadcast -vv --feeds \(list) --metrics m.prom --ping \(pings.address)/hc/gEhEiM/?rid=gEhEiM2"
            func run(_ more: String = "", at time: String) async throws -> Program.Outcome {
                let outcome = try await desk.run("\(watched) \(more)", at: time)
                #expect(!outcome.errorText.contains("gEhEiM"))
                return outcome
            }
            func metrics() throws -> [Substring] {
                let text = String(decoding: desk.folder.read("m.prom") ?? [], as: UTF8.self)
                #expect(metricsFaults(text) == [])
                return text.split(separator: "\n")
            }

            try desk.write("s.xml", "Cup final", "An older match")
            #expect(try await run(at: "10:05").code == 0)
            var lines = try metrics()
            for line in [
                "bulletin_last_run_exit_code 0", "bulletin_last_success_timestamp_seconds 1796033100",
                "bulletin_feeds{state=\"ok\"} 2", "bulletin_runs_total{code=\"0\"} 2", "bulletin_new_items_total 3",
                "bulletin_notifications_total{category=\"Sports\",outcome=\"accepted\"} 1",
                "bulletin_hub_request_seconds_count 1", "bulletin_unknown_notifications 0",
                "bulletin_waiting_stories{category=\"Sports\"} 0",
            ] {
                #expect(lines.contains(Substring(line)), "\(line)")
            }
            let paths = ["/hc/gEhEiM/start?rid=gEhEiM2", "/hc/gEhEiM/?rid=gEhEiM2"]
            #expect(pings.requests.map(\.target) == paths)

            // Counters go on from run to run, whatever those come to.
            desk.hub.inject(Fault(.answer(status: 502), times: nil))
            try desk.write("s.xml", "Coach leaves", "Cup final", "An older match")
            #expect(try await run(at: "10:10").code == 3)
            lines = try metrics()
            #expect(lines.contains("bulletin_last_success_timestamp_seconds 1796033100"))
            #expect(lines.contains("bulletin_notifications_total{category=\"Sports\",outcome=\"unknown\"} 1"))
            #expect(lines.contains("bulletin_notifications_total{category=\"Sports\",outcome=\"accepted\"} 1"))
            #expect(lines.contains("bulletin_hub_request_seconds_bucket{le=\"+Inf\"} 2"))
            #expect(pings.requests.last?.target == "/hc/gEhEiM/fail?rid=gEhEiM2")

            // A run that cannot even begin leaves what it cannot know as it was, and a preview calls nobody.
            unlink(desk.folder.path("s.xml"))
            unlink(desk.folder.path(list))
            #expect(try await run(at: "10:15").code == 65)
            lines = try metrics()
            #expect(lines.contains("bulletin_last_run_exit_code 65"))
            #expect(lines.contains("bulletin_unknown_notifications 1"))
            #expect(pings.requests.last?.target == "/hc/gEhEiM/fail?rid=gEhEiM2")
            #expect(pings.requests.count == 5)
            _ = try await run("--dry-run", at: "10:20")
            #expect(pings.requests.count == 5)

            // Who watches in vain is told: of a file at once, of an address at the third time, and once. Nothing fails.
            desk.hub.clearFaults()
            try desk.writeList((.world, "w.xml"))
            let closed = try #require(ClosedPort())
            var told: [[String]] = []
            for time in ["10:25", "10:30", "10:35", "10:40"] {
                let address = "http://127.0.0.1:\(closed.number)/gEhEiM"
                let line = "broadcast --feeds list.opml --metrics none/m.prom --ping \(address)"
                let outcome = try await desk.run(line, at: time)
                #expect(outcome.code == 0 && !outcome.errorText.contains("gEhEiM"))
                let lines = outcome.errorLines.filter { $0.contains("metrics") || $0.contains("--ping") }
                told.append(lines.map { String($0.dropFirst("bulletin: the ".count).prefix(9)) })
            }
            #expect(told == [["metrics c"], [], ["address o"], []])
        }
    }

    private func outagesAreToldToMachinesAndSilenceToPeople() async throws {
        let pings = try #require(CannedServer { _ in .answer(200) })
        defer { pings.stop() }
        try await Desk.open { desk in
            let list = try await desk.openNewsroom()
            let line = "broadcast --feeds \(list) --ping \(pings.address)/hc --now"
            func run(_ time: String) async throws -> Program.Outcome {
                try await desk.program.run(words("\(line) \(time):00Z"))
            }
            for name in ["w.xml", "s.xml"] { unlink(desk.folder.path(name)) }
            for time in ["10:05", "10:10", "10:15"] { #expect(try await run("2026-11-30T\(time)").code == 2) }
            try desk.write("w.xml", "An older story")
            try desk.write("s.xml", "An older match")
            #expect(try await run("2026-11-30T10:20").code == 0)
            #expect(
                pings.requests.map(\.target) == [
                    "/hc/start", "/hc/fail", "/hc/start", "/hc/fail", "/hc/start", "/hc/fail", "/hc/start", "/hc",
                ])
            // After days without a run nobody knows what came meanwhile.
            #expect(try await run("2026-12-08T09:55").errors.isEmpty)
            // Known for a week, and nothing new in that time: told once, and its end.
            let silent = try await run("2026-12-08T10:00")
            #expect(silent.code == 0 && silent.errorLines.count == 2, "\(silent.errorText)")
            #expect(
                silent.errorText.contains("(s.xml): it is read, but nothing new has been in it since 2026-11-30T10:00"))
            #expect(try await run("2026-12-08T10:05").errors.isEmpty)
            try desk.write("s.xml", "Cup final", "An older match")
            let again = try await run("2026-12-08T10:10")
            #expect(again.errorText.contains("(s.xml): there is something new in it again"), "\(again.errorText)")
        }
    }
}

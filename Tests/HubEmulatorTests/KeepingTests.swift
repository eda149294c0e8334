import HubLanguage
import JSON
import News
import TestSupport
import Testing

@testable import HubEmulator

@Suite struct KeepingTests {
    /// Everything that can be asked of the hub about what it was told.
    private func account(of hub: TestHub, _ notifications: [String]) -> [String] {
        let paths =
            ["registrations", "installations/phone", "installations/gone", "tags/Sports/registrations"]
            + notifications.map { "messages/\($0)" }
        return ["\(hub.devices)"]
            + paths.map { path in
                let answer = hub.call("GET", "/bulletin/\(path)")
                // Errors have a tracking id of their own.
                return "\(path): \(answer.status) \(answer.status == 200 ? answer.body : "")"
            }
    }

    @Test func aHubGoesOnWhereTheOneBeforeEnded() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.path("hub.state")
            var ids: [String] = []
            var deleted = ""
            var before: [String] = []
            do {
                let hub = try TestHub(devices: DeviceSetup.samples, file: StateFile(path))
                deleted = hub.register("tablet-1", tags: "Sports")
                hub.register(
                    "tablet-2", tags: "Sports,World", template: #"{"message":{"data":{"m":"$(messageParam)"}}}"#)
                hub.call("DELETE", "/bulletin/registrations/\(deleted)", [("If-Match", "*")])
                let phone = """
                    {"platform":"apns","pushChannel":"00ff","userId":"ed","tags":["World"],\
                    "expirationTime":"2027-01-16T08:00:00Z","templates":{"news":\
                    {"body":"{\\"aps\\":{\\"alert\\":\\"$(messageParam)\\"}}","headers":{"apns-collapse-id":"$(id)"}}}}
                    """
                for id in ["phone", "gone"] { hub.call("PUT", "/bulletin/installations/\(id)", body: phone) }
                hub.call("DELETE", "/bulletin/installations/gone")
                for number in 1...3 {
                    let response = hub.send("World", #"{"messageParam":"Ferry \#(number) „quoted“","id":"ferry"}"#)
                    ids.append(lastSegment(response.headers["Location"] ?? ""))
                }
                for (time, more) in [("08:10", []), ("08:20", [("apns-collapse-id", "x")])] {
                    let headers = [("ServiceBusNotification-ScheduleTime", "2027-01-15T\(time):00Z")] + more
                    let response = hub.send(
                        "World && !Science", path: "/bulletin/schedulednotifications", headers)
                    ids.append(lastSegment(response.headers["Location"] ?? ""))
                }
                // What reached nobody is kept with the device that it did not reach.
                hub.register("odd", tags: "Odd", template: #"{"notification":{"body":"$(messageParam)"}}"#)
                ids.append(lastSegment(hub.send("Odd").headers["Location"] ?? ""))
                before = account(of: hub, ids)
                #expect(
                    before.joined().contains("<PnsErrorDetailsUri>http://hub.example/$emulator/feedback/\(ids[5]).xml"))
                #expect(before.joined().contains("Ferry 3") && before.joined().contains("<State>Scheduled</State>"))
                // One hub at a time.
                #expect(throws: HubEmulatorError.state(file: path, reason: "another local hub uses it")) {
                    _ = try StateFile(path)
                }
            }
            let hub = try TestHub(devices: DeviceSetup.samples, file: StateFile(path))
            #expect(account(of: hub, ids) == before)
            #expect(hub.call("PUT", "/bulletin/registrations/\(deleted)", body: entry("Gcm", "")).status == 400)
            let again = entry("Gcm", "<GcmRegistrationId>g</GcmRegistrationId>")
            #expect(hub.call("PUT", "/bulletin/registrations/\(deleted)", body: again).status == 410)
            hub.advance(bySeconds: 900)
            #expect(hub.call("DELETE", "/bulletin/schedulednotifications/\(ids[4])").status == 200)
            #expect(hub.texts("tablet-2").count == 4 && hub.device("00FF")?.deliveries == 4)
        }
    }

    @Test func aFileThatIsNoStateFileIsRefused() async throws {
        try await withTemporaryFolder { folder in
            let whole = folder.path("whole")
            do {
                let file = try StateFile(whole)
                try file.keep(TestHub.rules)
                #expect(try file.rules()?.map(\.name) == TestHub.rules.map(\.name))
                #expect(try file.rules()?.map(\.primaryKey) == TestHub.rules.map(\.primaryKey))
                #expect(file.write([.put(.device, id: "pager:1", .null)]))
            }
            _ = try folder.write("words", "no database at all", mode: 0o600)
            _ = try folder.write("open", "", mode: 0o644)
            let refusals: [(name: String, words: String)] = [
                ("words", "is not a database"), ("open", "chmod 600"), ("none/file", "No such file"),
                ("", "Is a directory"),
                ("whole", "what it holds as device"),
            ]
            for (name, words) in refusals {
                let error = #expect(throws: HubEmulatorError.self, "\(name)") {
                    _ = try TestHub(file: StateFile(folder.path(name)))
                }
                #expect(error?.description.contains(words) == true, "\(name): \(error?.description ?? "")")
            }
        }
    }
}

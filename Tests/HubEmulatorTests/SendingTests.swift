import HubLanguage
import News
import Testing
import XMLTree

@testable import HubEmulator

/// A request for the hub and how it is answered.
struct AnswerCase: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var method = "POST"
    var path = "/bulletin/messages"
    var headers: [(String, String)] = [("ServiceBusNotification-Format", "template")]
    var body = "{}"
    var status: Int
    var detail = ""
}

private let template = ("ServiceBusNotification-Format", "template")
private func tags(_ text: String) -> [(String, String)] { [template, ("ServiceBusNotification-Tags", text)] }
private let huge = "{\"messageParam\":\"" + String(repeating: "x", count: 65_536) + "\"}"
private let tooMany = (1...21).map { "t\($0)" }.joined(separator: "||")

private let refusals = [
    AnswerCase(
        testDescription: "another hub, with a token for the namespace", path: "/other/messages",
        headers: [("Authorization", TestHub.token(audience: "http%3a%2f%2fhub.example%2f")), template], status: 404,
        detail: "No service is hosted at the specified address..TrackingId:"),
    AnswerCase(testDescription: "an unknown path", path: "/bulletin/nothing", status: 404),
    AnswerCase(testDescription: "an unknown method", method: "PUT", status: 405),
    AnswerCase(
        testDescription: "the right comes before the size", headers: [("Authorization", TestHub.token("Listener"))],
        body: huge, status: 403),
    AnswerCase(testDescription: "a body over 64 KB", headers: [], body: huge, status: 413),
    AnswerCase(
        testDescription: "no format", headers: [], status: 400, detail: "The ServiceBusNotification-Format header"),
    AnswerCase(
        testDescription: "an unknown format", headers: [("ServiceBusNotification-Format", "wns")], status: 400,
        detail: "The ServiceBusNotification-Format 'wns'"),
    AnswerCase(
        testDescription: "an empty tag", headers: tags(" "), status: 400, detail: "The ServiceBusNotification-Tags"),
    AnswerCase(
        testDescription: "a bad expression", headers: tags("World &&"), status: 400, detail: "The tag expression"),
    AnswerCase(testDescription: "21 tags", headers: tags(tooMany), status: 400, detail: "The tag expression"),
    AnswerCase(
        testDescription: "tags come before the body", headers: tags("a b"), body: "", status: 400,
        detail: "The tag expression"),
    AnswerCase(
        testDescription: "no JSON", body: #"{"messageParam":"a "quote""}"#, status: 400, detail: "The notification body"
    ),
    AnswerCase(testDescription: "no object", body: "[]", status: 400, detail: "The body of a template"),
    AnswerCase(
        testDescription: "a number", body: #"{"messageParam":"a","count":3}"#, status: 400,
        detail: "The template property 'count'"),
    AnswerCase(
        testDescription: "a nested object", body: #"{"messageParam":{"text":"a"}}"#, status: 400,
        detail: "The template property 'messageParam'"),
    AnswerCase(
        testDescription: "a toast without its type", headers: [("ServiceBusNotification-Format", "windows")],
        body: "<toast/>", status: 400, detail: "The X-WNS-Type"),
    AnswerCase(
        testDescription: "a direct template", path: "/bulletin/messages?direct", status: 400,
        detail: "A direct notification"),
    AnswerCase(
        testDescription: "a direct send to nobody", path: "/bulletin/messages?direct",
        headers: [("ServiceBusNotification-Format", "apple")], status: 400,
        detail: "The ServiceBusNotification-DeviceHandle"),
    AnswerCase(
        testDescription: "a time with quotes", path: "/bulletin/schedulednotifications",
        headers: [template, ("ServiceBusNotification-ScheduleTime", "2027-01-15'T'09:00:00")], status: 400,
        detail: "The ServiceBusNotification-ScheduleTime"),
    AnswerCase(
        testDescription: "a time in 8 days", path: "/bulletin/schedulednotifications",
        headers: [template, ("ServiceBusNotification-ScheduleTime", "2027-01-23T08:00:01Z")], status: 400,
        detail: "A notification cannot be scheduled"),
    AnswerCase(
        testDescription: "lists need Manage", method: "GET", path: "/bulletin/registrations",
        headers: [("Authorization", TestHub.token("Listener"))], status: 401,
        detail: "Manage claim is required for this operation..TrackingId:"),
    AnswerCase(
        testDescription: "feedback needs Manage", method: "GET", path: "/bulletin/feedbackcontainer",
        headers: [("Authorization", TestHub.token("Sender"))], status: 401, detail: "Manage claim"),
    AnswerCase(
        testDescription: "jobs", path: "/bulletin/jobs", status: 501, detail: "The local hub has no jobs: list"),
    AnswerCase(testDescription: "unknown telemetry", method: "GET", path: "/bulletin/messages/none", status: 404),
]

@Suite struct SendingTests {
    @Test(arguments: refusals + registrationRefusals + installationRefusals)
    func aWrongRequestIsRefusedInTheOrderOfTheService(_ request: AnswerCase) throws {
        let hub = try TestHub(devices: DeviceSetup.samples)
        let response = hub.call(request.method, request.path, request.headers, body: request.body)
        #expect(response.status == request.status)
        #expect(detail(response).hasPrefix(request.detail))
        #expect(
            request.status == 403 ? response.body.isEmpty : response.body.contains("<Code>\(request.status)</Code>"))
        #expect(hub.devices.count == 3 && hub.devices.allSatisfy { $0.shown.isEmpty })
        let values = hub.log.flatMap(\.headers).map(\.value)
        #expect(!values.contains { $0.contains("sig=") && !$0.contains("sig=<hidden>") })
    }

    /// Tags and who shows the notification: iPhone (World, Politics, Science), Android (World, Business, Technology,
    /// Sports), Windows (Sports, Technology, Business).
    static let audiences: [(tags: String?, shown: [Bool])] = [
        ("World", [true, true, false]), ("Politics", [true, false, false]), ("Business", [false, true, true]),
        ("Technology", [false, true, true]), ("Science", [true, false, false]), ("Sports", [false, true, true]),
        ("Politics || Business", [true, true, true]), ("World && !Politics", [false, true, false]),
        ("!World", [false, false, true]), ("(World&&Sports)||Science", [true, true, false]), (nil, [true, true, true]),
        ("world", [false, false, false]), ("Weather", [false, false, false]),
    ]

    @Test func tagsDecideWhoShowsIt() throws {
        let headline = "„Quai“ \\ \"quoted\" & <em> \u{1F680}\n\u{7} خبر"
        for (tags, shown) in SendingTests.audiences {
            let hub = try TestHub(devices: DeviceSetup.samples)
            let body =
                #"{"messageParam":"„Quai“ \\ \"quoted\" & <em> \ud83d\ude80\n\u0007 خبر","url":"https://news.example/1"}"#
            let response = hub.send(tags, body)
            #expect(response.status == 201 && response.body.isEmpty, "\(tags ?? "everybody")")
            let texts = ["iPhone", "Android phone", "Windows PC"].map { hub.texts($0) }
            #expect(texts.map { !$0.isEmpty } == shown, "\(tags ?? "everybody")")
            // XML cannot hold the bell, JSON can.
            let seen = texts.joined().map { $0.replacing("\u{fffd}", with: "\u{7}") }
            #expect(seen.allSatisfy { $0 == headline }, "\(seen)")
            #expect(hub.lastNotification?.state == (shown.contains(true) ? .completed : .noTargetFound))
        }
    }

    @Test func acceptedAndTestSendsAreAnsweredLikeTheService() throws {
        try aTestSendReachesTenAndReports()
        for tier in HubTier.allCases {
            let hub = try TestHub(tier: tier, devices: DeviceSetup.samples)
            let response = hub.send("World")
            #expect(response.status == 201)
            #expect(response.headers["Content-Type"] == "application/xml; charset=utf-8")
            #expect(response.headers["Date"] == "Fri, 15 Jan 2027 08:00:00 GMT")
            let location = response.headers["Location"]
            let shape =
                /http:\/\/hub\.example\/bulletin\/messages\/[0-9a-f]{32}-20270115080000-\d+-\d+\?api-version=2020-06/
            let versions = [
                "/Bulletin/Messages/?API-Version=2015-01", "/bulletin/messages?x&api-version=2023-10-01-preview",
            ]
            for other in versions {
                #expect(hub.send("World", format: "Template", path: other).status == 201, "\(other)")
            }
            #expect((location?.wholeMatch(of: shape) != nil) == (tier == .standard))
            let id = hub.lastNotification?.id ?? ""
            #expect(hub.call("GET", "/bulletin/messages/\(id)").status == (tier == .standard ? 200 : 403))
            let time = ("ServiceBusNotification-ScheduleTime", "2027-01-15T09:00:00")
            #expect(
                hub.send("World", path: "/bulletin/schedulednotifications", [time]).status
                    == (tier == .standard ? 201 : 403))
        }
    }

    @Test func whatWouldSurpriseIsWarnedOf() throws {
        let hub = try TestHub()
        hub.register("twice", tags: "World,Sports")
        hub.register("twice", tags: "World")
        hub.register("titled", tags: "Politics", template: #"{"message":{"notification":{"body":"$(headline)"}}}"#)
        hub.register("shapeless", tags: "Science", template: #"{"notification":{"body":"$(messageParam)"}}"#)
        let long = String(repeating: "é", count: 2_048)
        let cases: [(tags: String, body: String, warning: String?)] = [
            ("Sports", #"{"MESSAGEPARAM":"a"}"#, nil),
            ("World", #"{"messageParam":"a"}"#, "FCM v1 …twice got it 2 times, once for each registration"),
            ("world||Sports", #"{"messageParam":"a"}"#, "nobody has the tag world, but there is World"),
            (
                "Politics", #"{"messageParam":"a"}"#,
                "FCM v1 …titled showed a blank notification: the template asks for $(headline)"
            ),
            ("Science", #"{"messageParam":"a"}"#, "FCM v1 …hapeless did not get it: FCM v1 takes payloads"),
            ("Sports", #"{"messageParam":"\#(long)"}"#, "FCM v1 …twice did not get it: the payload has 4136 bytes"),
        ]
        for (tags, body, warning) in cases {
            #expect(hub.send(tags, body).status == 201)
            let warnings = hub.lastNotification?.warnings ?? []
            #expect(warnings.count == (warning == nil ? 0 : 1), "\(warnings)")
            #expect(warnings.first?.hasPrefix(warning ?? "-") ?? true, "\(warnings)")
        }
        #expect(hub.lastNotification?.outcomes == [.fcmV1: [.invalidNotificationSize: 1]])
        #expect(hub.device("twice")?.deliveries == 4 && hub.texts("shapeless").isEmpty)
    }

    /// Platform, payload, headers, and what the device makes of it: kind, title, text, collapse id.
    @Test func payloadsAreReadAsThePlatformsReadThemAndReplaceEachOther() throws {
        func reads(
            _ platform: Platform, _ payload: String, _ kind: AlertKind, _ title: String?, _ text: String,
            _ collapseID: String? = nil, headers: HeaderFields = [:]
        ) {
            let read = try? AlertText.reading(payload, for: platform, headers: headers).get()
            #expect(read == AlertText(kind: kind, title: title, text: text, collapseID: collapseID), "\(payload)")
        }
        reads(.apns, #"{"aps":{"alert":"a"}}"#, .alert, nil, "a", "c", headers: ["APNS-Collapse-ID": "c"])
        reads(.apns, #"{"aps":{"alert":{"title":"t","subtitle":"s","body":"b"}}}"#, .alert, "t", "s\nb")
        reads(.apns, #"{"aps":{"content-available":1}}"#, .data, nil, "")
        reads(.fcmV1, #"{"message":{"notification":{"title":"t","body":"b"}}}"#, .alert, "t", "b")
        reads(.fcmV1, #"{"message":{"data":{"x":"y"}}}"#, .data, nil, "y")
        reads(
            .fcmV1, #"{"message":{"notification":{"body":"b"},"android":{"notification":{"body":"c","tag":"g"}}}}"#,
            .alert,
            nil, "c", "g")
        reads(.gcm, #"{"data":{"message":"m"}}"#, .data, nil, "m")
        reads(
            .wns,
            "<toast><visual><binding><text>t</text><text>a</text><text/><text>b</text></binding></visual></toast>",
            .alert, "t", "a\nb", "x/", headers: ["X-WNS-Tag": "x"])
        reads(.wns, "<badge value='3'/>", .badge, nil, "3")
        reads(.wns, "<not xml", .data, nil, "<not xml", headers: ["X-WNS-Type": "wns/raw"])
        reads(.browser, #"{"title":"t","body":"b"}"#, .alert, "t", "b")
        reads(.browser, "plain", .alert, nil, "plain")
        for (platform, payload) in [
            (Platform.apns, "{}"), (.fcmV1, #"{"notification":{}}"#), (.wns, "<not xml"), (.gcm, "1"),
        ] {
            let isRefused =
                if case .failure = AlertText.reading(payload, for: platform, headers: [:]) { true } else { false }
            #expect(isRefused, "\(payload)")
        }
        let hub = try TestHub(devices: DeviceSetup.samples)
        for (headline, collapseID) in [("first", "a"), ("second", "b"), ("third", "a")] {
            hub.send("World", #"{"messageParam":"\#(headline)"}"#, [("apns-collapse-id", collapseID)])
        }
        #expect(hub.texts("iPhone") == ["second", "third"])
        #expect(hub.device("iPhone")?.shown.map(\.text) == ["first", "second", "third"])
        #expect(hub.texts("Android phone") == ["first", "second", "third"])
    }

    @Test func nativeDirectAndBatchSendsReachHandles() throws {
        let hub = try TestHub(devices: DeviceSetup.samples)
        let apple = entry("Apple", "<Tags>World</Tags><DeviceToken>abcd</DeviceToken>")
        #expect(hub.call("POST", "/bulletin/registrations", body: apple).status == 200)
        let alert = #"{"aps":{"alert":"Native"}}"#
        hub.send("World", alert, format: "Apple")
        // Native notifications go to native registrations alone.
        #expect(hub.texts("ABCD") == ["Native"] && hub.texts("iPhone").isEmpty)
        let handle = ("ServiceBusNotification-DeviceHandle", "abcd")
        #expect(hub.send(nil, alert, format: "apple", path: "/bulletin/messages/?direct=true", [handle]).status == 201)
        #expect(hub.texts("ABCD") == ["Native", "Native"])
        let part = "Content-Type: application/json\r\nContent-Disposition: inline; name="
        let batch =
            "--b\r\n\(part)notification\r\n\r\n\(alert)\r\n--b\r\n\(part)devices\r\n\r\n[\"abcd\",\"EF01\"]\r\n--b--\r\n"
        let type = ("Content-Type", "multipart/mixed; boundary=\"b\"")
        let response = hub.send(nil, batch, format: "apple", path: "/bulletin/messages/$batch?direct", [type])
        #expect(response.status == 201, "\(response.body)")
        #expect(response.headers["Location"]?.contains("/messages/$batch/") == true)
        #expect(hub.texts("ABCD").count == 3 && hub.texts("EF01") == ["Native"])
        let empty = batch.replacing("[\"abcd\",\"EF01\"]", with: "[]")
        #expect(hub.send(nil, empty, format: "apple", path: "/bulletin/messages/$batch?direct", [type]).status == 400)
        #expect(
            try TestHub(tier: .free).send(nil, batch, format: "apple", path: "/bulletin/messages/$batch?direct", [type])
                .status == 403)
    }

    private func aTestSendReachesTenAndReports() throws {
        let hub = try TestHub()
        for number in 1...12 { hub.register("phone\(number)", tags: "World") }
        let response = hub.send("World", path: "/bulletin/messages?test")
        let outcome = try XMLElement(parsing: response.body)
        #expect(outcome.name == "NotificationOutcome" && outcome.namespace == XMLNamespace.serviceBus)
        #expect(outcome["Success"]?.text == "10" && outcome["Failure"]?.text == "0")
        let result = outcome["Results"]?.elements.first
        #expect(result?["PnsHandle"]?.text == "phone1" && result?["ApplicationPlatform"]?.text == "fcmv1")
        for _ in 2...10 { #expect(hub.send("World", path: "/bulletin/messages?test").status == 201) }
        hub.advance(bySeconds: 20)
        let refused = hub.send("World", path: "/bulletin/messages?test")
        #expect(refused.status == 429 && refused.headers["Retry-After"] == "40")
        hub.advance(bySeconds: 40)
        #expect(hub.send("World", path: "/bulletin/messages?test").status == 201)
    }

    @Test func aScheduledSendWaitsForItsTimeAndTelemetryTells() throws {
        let hub = try TestHub(devices: DeviceSetup.samples)
        func schedule(_ time: String) -> String {
            let header = ("ServiceBusNotification-ScheduleTime", time)
            let response = hub.send("World", path: "/bulletin/schedulednotifications/", [header])
            #expect(response.status == 201)
            return lastSegment(response.headers["Location"] ?? "")
        }
        func state(_ id: String) -> XMLElement? {
            try? XMLElement(parsing: hub.call("GET", "/bulletin/messages/\(id)").body)
        }
        let later = schedule("2027-01-15T10:00:00+01:00")
        let cancelled = schedule("2027-01-15T08:30:00.000Z")
        let sooner = schedule("2027-01-15T08:59:59")
        #expect(hub.call("DELETE", "/bulletin/schedulednotifications/\(cancelled)").status == 200)
        #expect(hub.call("DELETE", "/bulletin/schedulednotifications/\(cancelled)").status == 404)
        #expect(hub.texts("iPhone").isEmpty && state(later)?["State"]?.text == "Scheduled")
        hub.advance(bySeconds: 3_599)
        #expect(state(sooner)?["State"]?.text == "Completed" && state(later)?["State"]?.text == "Scheduled")
        hub.advance(bySeconds: 1)
        let details = state(later)
        #expect(details?["State"]?.text == "Completed" && state(cancelled)?["State"]?.text == "Cancelled")
        #expect(details?["TargetPlatforms"]?.text == "appletemplate,fcmv1template,template")
        #expect(details?["NotificationBody"]?.text == #"{"messageParam":"Ferry adrift"}"#)
        #expect(details?["ApnsOutcomeCounts"]?["Outcome"]?["Name"]?.text == "Success")
        #expect(details?["Tags"]?.text == "World" && details?["StartTime"]?.text == "2027-01-15T09:00:00Z")
        #expect(hub.texts("iPhone").count == 2)
        let nobody = lastSegment(hub.send("Weather").headers["Location"] ?? "")
        #expect(state(nobody)?["State"]?.text == "NoTargetFound")
        #expect(details?["PnsErrorDetailsUri"] == nil)

        // Whom it did not reach stands in the container, whose address is a permission by itself.
        hub.register("odd", tags: "Odd", template: #"{"notification":{"body":"$(messageParam)"}}"#)
        let odd = lastSegment(hub.send("Odd").headers["Location"] ?? "")
        let container = hub.call("GET", "/bulletin/feedbackcontainer").body
        #expect(container == "http://hub.example/$emulator/feedback")
        #expect(state(odd)?["PnsErrorDetailsUri"]?.text == "\(container)/\(odd).xml")
        func blob(_ path: String, host: String = "127.0.0.1") -> HubResponse {
            let request = HubRequest("GET", "/$emulator/feedback\(path)", headers: ["Host": host])
            return hub.core.answer(request, at: ConnectionPlace()).response
        }
        let list = try XMLElement(parsing: blob("?restype=container&comp=list").body)
        #expect(list["Blobs"]?.elements.map { $0["Name"]?.text } == ["\(odd).xml"])
        let feedback = try XMLElement(parsing: blob("/\(odd).xml").body)
        #expect(feedback["NotificationSystemError"]?.text == "Dropped" && feedback["PnsHandle"]?.text == "odd")
        #expect(feedback["RegistrationId"]?.text == hub.device("odd")?.registrations.first)
        #expect(blob("/\(later).xml").status == 404 && blob("/\(odd).xml", host: "hub.example").status == 403)
        #expect(try TestHub(tier: .basic).call("GET", "/bulletin/feedbackcontainer").status == 403)
    }
}

import HTTP
import HubLanguage
import News
import NotificationHub
import Testing

/// The client against what the service was seen to answer, which no emulator had a hand in.
@Suite struct CannedReplyTests {
    private static let telemetry: [HubCall] = [
        HubCall(
            "what became of it",
            [
                .answer(
                    200, [],
                    "<NotificationDetails xmlns=\"http://schemas.microsoft.com/netservices/2010/10/servicebus/connect\">"
                        + "<NotificationId>n 1</NotificationId><Location>sb://desk-news.example/1</Location><State>Completed"
                        + "</State><EnqueueTime>2027-01-15T08:00:00.123Z</EnqueueTime><EndTime>2027-01-15T08:00:04</EndTime>"
                        + "<NotificationBody>&lt;x/&gt;</NotificationBody><TargetPlatforms>appletemplate, windows</TargetPlatforms>"
                        + "<ApnsOutcomeCounts><Outcome><Name>Success</Name><Count>12</Count></Outcome><Outcome><Name>WrongToken"
                        + "</Name><Count>1</Count></Outcome></ApnsOutcomeCounts><FcmV1OutcomeCounts><Outcome><Name>Success</Name>"
                        + "<Count>0</Count></Outcome></FcmV1OutcomeCounts><PnsErrorDetailsUri>https://blobs.example/e?sig=S3cret"
                        + "</PnsErrorDetailsUri></NotificationDetails>")
            ], requests: ["GET /messages/n%201?api-version=2020-06"],
            says:
                "Completed true 2027-01-15T08:00:00Z 2027-01-15T08:00:04Z [\"appletemplate\", \"windows\"] APNs Success 12, APNs "
                + "WrongToken 1 https://blobs.example/e true"
        ) { client throws(HubError) in
            guard case .found(let found) = client.telemetry(of: "n 1") else { return "none" }
            let counts = found.outcomes.flatMap { outcomes in
                outcomes.counts.map { "\(outcomes.platform) \($0.name) \($0.count)" }
            }
            return [
                found.state, "\(found.isFinal)", "\(found.enqueued?.description ?? "")",
                "\(found.ended?.description ?? "")",
                "\(found.targetPlatforms)", counts.joined(separator: ", "), "\(found.errorDetails?.description ?? "")",
                "\(found.errorDetails?.revealed.hasSuffix("S3cret") == true)",
            ].joined(separator: " ")
        },
        HubCall(
            "whom it did not reach",
            [
                .answer(
                    200, [],
                    "<NotificationDetails><State>Completed</State><PnsErrorDetailsUri>https://blobs.example/e?sig=S3cret"
                        + "</PnsErrorDetailsUri></NotificationDetails>"),
                .answer(
                    200, [],
                    "\u{feff}<?xml version=\"1.0\"?><PnsFeedback xmlns=\"urn:x\"><FeedbackTime>2027-01-15T08:00:00Z"
                        + "</FeedbackTime><NotificationSystemError>ExpiredChannel</NotificationSystemError><Platform>apple"
                        + "</Platform><PnsHandle>S3cret</PnsHandle><RegistrationId>7-8-1</RegistrationId></PnsFeedback>\n"
                        + "<?xml version=\"1.0\"?><PnsFeedback><NotificationSystemError>Odd</NotificationSystemError>"
                        + "<InstallationId>desk</InstallationId></PnsFeedback>"),
            ], requests: ["GET /messages/n?api-version=2020-06", "GET https://blobs.example/e?sig=S3cret"],
            says: "APNs 7-8-1 - ExpiredChannel 2027-01-15T08:00:00Z,  - desk Odd -"
        ) { client throws(HubError) in errors(client) },
        HubCall(
            "whom it did not reach, which cannot be read",
            [
                .answer(
                    200, [],
                    "<NotificationDetails><State>Completed</State><PnsErrorDetailsUri>http://127.0.0.1:1/$e/x"
                        + "</PnsErrorDetailsUri></NotificationDetails>"), .answer(403, [], "<Error/>"),
            ], requests: ["GET /messages/n?api-version=2020-06", "GET http://127.0.0.1:1/$e/x"],
            says: "the server answers 403"
        ) { client throws(HubError) in errors(client) },
        HubCall(
            "not kept", [.error(404, "Not found")], requests: ["GET /messages/1?api-version=2020-06"], says: "unknown"
        ) {
            client throws(HubError) in "\(client.telemetry(of: "1"))"
        },
        HubCall(
            "not in this tier", [.error(403, "This operation is not available for your tier")],
            requests: ["GET /messages/1?api-version=2020-06"], says: "telemetry needs the Standard tier"
        ) { client throws(HubError) in
            guard case .refused(let refusal) = client.telemetry(of: "1") else { return "" }
            return "\(refusal)"
        },
        HubCall(
            "the feedback container", [.answer(200, [], "https://blobs.example/c?sig=S3cret\n")],
            requests: ["GET /feedbackcontainer?api-version=2020-06"], says: "https://blobs.example/c "
        ) { client throws(HubError) in "\(try client.feedbackContainer()) " },
    ]

    private static func errors(_ client: NotificationHubClient) -> String {
        guard case .found(let found) = client.telemetry(of: "n"), let place = found.errorDetails else { return "none" }
        let (errors, trouble) = client.errors(at: place)
        return trouble
            ?? errors.map { error in
                [
                    error.platform, error.registrationID ?? "-", error.installationID ?? "-", error.error,
                    error.time?.description ?? "-",
                ].joined(separator: " ")
            }.joined(separator: ", ")
    }

    private static func native(_ platform: Platform, _ properties: [(name: String, value: String)] = [])
        -> NativeNotification?
    {
        try? NativeNotification(
            target: .tags(TagExpression(parsing: "World")), platform: platform, message: "a <b> \"c\"",
            properties: properties, expires: HubAnswerTests.now, collapseID: "x")
    }
    private static let accepted = HTTPResult.answer(
        201,
        [
            (
                "Location",
                "https://desk-news.servicebus.windows.net/desk/schedulednotifications/af_33_QN-S6?api-version=2020-06"
            )
        ])
    private static let schedule = "POST /schedulednotifications?api-version=2020-06"

    private static let sends: [HubCall] = [
        HubCall(
            "kept for later", [accepted], requests: [schedule], says: "af_33_QN-S6",
            sends: [
                "ServiceBusNotification-ScheduleTime: 2027-01-16T08:00:00Z", "Format: apple", "Tags: World",
                "apns-collapse-id: x",
                #"{"aps":{"alert":"a <b> \"c\""},"url":"u"}"#,
            ]
        ) { client throws(HubError) in
            guard let native = native(.apns, [("url", "u")]) else { return "" }
            return "\(client.send(.native(native), .at(HubAnswerTests.now.advanced(bySeconds: 86_400))))"
        },
        HubCall(
            "neither the right nor the tier, perhaps", [.answer(403)], requests: [schedule],
            says: "may not schedule", "has Send", "if it has: a scheduled send needs the Standard tier"
        ) { client throws(HubError) in
            guard let native = native(.fcmV1),
                case .notSent(let refusal) = client.send(.native(native), .at(HubAnswerTests.now))
            else { return "" }
            return "\(refusal)"
        },
        HubCall(
            "taken back", [.answer(200)], requests: ["DELETE /schedulednotifications/af_33_QN-S6?api-version=2020-06"],
            says: "done"
        ) { client throws(HubError) in
            try client.cancel("af_33_QN-S6")
            return "done"
        },
        HubCall(
            "taken back too late", [.error(404, "The notification does not exist")],
            requests: ["DELETE /schedulednotifications/1?api-version=2020-06"], says: "no such scheduled notification"
        ) { client throws(HubError) in
            try client.cancel("1")
            return "done"
        },
        HubCall(
            "a toast, which has a type and none of Apple's headers", [.answer(201)],
            requests: ["POST /messages?api-version=2020-06&test"], says: "accepted",
            sends: [
                "Content-Type: application/xml;charset=utf-8", "Format: windows", "X-WNS-Type: wns/toast",
                "<toast launch=\"{&quot;url&quot;:&quot;u&quot;}\">", ">a &lt;b&gt; &quot;c&quot;</text>",
            ]
        ) { client throws(HubError) in
            guard let native = native(.wns, [("url", "u")]) else { return "" }
            return "\(client.send(.native(native), .test))"
        },
        HubCall(
            "straight to one device", [.answer(201)], requests: ["POST /messages?api-version=2020-06&direct"],
            says: "accepted",
            sends: [
                "ServiceBusNotification-DeviceHandle: fcm-1", "Format: fcmv1",
                #"{"message":{"notification":{"body":"a <b> \"c\""},"data":{"k":"v"}}}"#,
            ]
        ) { client throws(HubError) in
            guard let native = native(.fcmV1, [("k", "v")]) else { return "" }
            return "\(try client.send(native, directlyTo: .token("fcm-1")))"
        },
        HubCall(
            "straight to many, whose id is behind $batch",
            [
                .answer(
                    201, [("Location", "https://desk-news.example/desk/messages/$batch/b-1?api-version=2020-06&direct")]
                )
            ],
            requests: ["POST /messages/$batch?api-version=2020-06&direct"], says: "b-1",
            sends: [
                "multipart/mixed; boundary=\"nh-batch-multipart-boundary\"",
                "\r\nContent-Disposition: inline; name=devices\r\n\r\n[\"phone-a\",\"phone-b\"]\r\n--nh-batch-multipart-boundary--\r\n",
            ]
        ) { client throws(HubError) in
            guard let native = native(.apns) else { return "" }
            return "\(try client.send(native, directlyTo: ["phone-a", "phone-b"]))"
        },
        HubCall("a handle that would begin a header", [], requests: [], says: "no token has") {
            client throws(HubError) in
            guard let native = native(.apns) else { return "" }
            return "\(try client.send(native, directlyTo: .token("a\r\nX: y")))"
        },
    ]

    @Test func theClientReadsWhatTheServiceAnswersAndAsksAsItWants() throws {
        for call in Self.registrations + Self.lists + Self.installations + Self.telemetry + Self.sends {
            let (words, requests) = try call.made()
            let address = "https://desk-news.servicebus.windows.net/desk"
            let asked = requests.map { "\($0.method.rawValue) \($0.address.replacing(address, with: ""))" }
            #expect(asked == call.requests, "\(call.name)")
            for part in call.says { #expect(words.contains(part), "\(call.name): \(words)") }
            let sent =
                (requests.last?.headers.map { "\($0.name): \($0.value)\n" }.joined() ?? "")
                + String(decoding: requests.last?.body ?? [], as: UTF8.self)
            // The key is the hub's alone.
            let elsewhere = requests.filter { !$0.address.hasPrefix(address) }
            #expect(!elsewhere.contains { $0.headers.contains { $0.isNamed("Authorization") } }, "\(call.name)")
            for part in call.sends { #expect(sent.contains(part), "\(call.name): \(sent)") }
            #expect(!words.contains("S3cret") && !words.contains("TrackingId") && !sent.contains("$InstallationId"))
        }
    }

    /// What would be taken in with 201 and never be shown is not sent at all.
    @Test func payloadsThatNoPhoneWouldShowAreRefusedBefore() {
        let long = String(repeating: "é", count: 2_100)
        let rows: [(Platform, String, String)] = [
            (.apns, "[]", "APNs takes a JSON object"), (.fcmV1, #"{"notification":{}}"#, "an object \"message\""),
            (.wns, "plain", "an XML document"), (.apns, "{\"aps\":\"\(long)\"}", "4210 bytes, APNs takes at most 4096"),
            (.fcmV1, "{\"message\":{\"a\":\"\(long)\"}}", "FCM v1 takes at most 4096"),
            (.wns, "<toast>\(long)\(long)</toast>", "WNS takes at most 5120"),
        ]
        for (platform, payload, words) in rows {
            let error = #expect(throws: NotificationError.self) {
                try NativeNotification(target: .everyone, platform: platform, payload: payload)
            }
            #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        }
        // A property must not take the place of what is shown.
        #expect(throws: NotificationError.self) {
            try NativeNotification(target: .everyone, platform: .apns, message: "m", properties: [("aps", "x")])
        }
        for handle in ["fcm-token-of-a-phone-0123456789", "https://wns.example/?token=0123456789abcdefghijk", "short"] {
            #expect(!"\(DeviceHandle.token(handle)) \(String(reflecting: DeviceHandle.token(handle)))".contains(handle))
        }
    }
}

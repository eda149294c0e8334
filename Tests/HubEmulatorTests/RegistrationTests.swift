import HubLanguage
import JSON
import News
import Synchronization
import Testing
import XMLTree

@testable import HubEmulator

private let fcm =
    "<Tags>World, Sports</Tags><FcmV1RegistrationId>token-1</FcmV1RegistrationId>"
    + #"<BodyTemplate><![CDATA[{"message":{"notification":{"body":"$(messageParam)"}}}]]></BodyTemplate>"#
private let toast =
    "<BodyTemplate>&lt;toast&gt;&lt;text id=\"1\"&gt;$(messageParam)&lt;/text&gt;&lt;/toast&gt;</BodyTemplate>"
private let wnsHeaders =
    "<WnsHeaders><WnsHeader><Header>X-WNS-Type</Header><Value>wns/toast</Value></WnsHeader></WnsHeaders>"

/// Bodies of registrations and the beginning of what is said about them; nil where they are taken.
private let bodies: [(name: String, body: String, refusal: String?)] = [
    ("FCM v1 template", entry("FcmV1Template", fcm), nil),
    (
        "Windows template",
        entry("WindowsTemplate", "<ChannelUri>https://wns.example/1</ChannelUri>" + toast + wnsHeaders), nil
    ),
    ("browser", entry("Browser", "<Endpoint>https://push.example/1</Endpoint><P256DH>a</P256DH><Auth>b</Auth>"), nil),
    (
        "the base class with a type, as .NET writes it",
        entry("FcmV1Template", fcm).replacing(
            "<FcmV1TemplateRegistrationDescription",
            with: "<RegistrationDescription i:type=\"FcmV1TemplateRegistrationDescription\""
        )
        .replacing("</FcmV1TemplateRegistrationDescription", with: "</RegistrationDescription"), nil
    ),
    ("no XML", "{}", "The request body is not XML"),
    ("a DTD", "<!DOCTYPE entry [<!ENTITY a \"b\">]>" + entry("FcmV1Template", fcm), "The request body is not XML"),
    ("no entry", "<feed/>", "The request body is not an Atom entry"),
    (
        "the namespace with https",
        entry("FcmV1Template", fcm).replacing("http://schemas.microsoft", with: "https://schemas.microsoft"),
        "The registration is not in the namespace"
    ),
    ("an unknown kind", entry("Pigeon", fcm), "The kind of registration"),
    (
        "no handle", entry("FcmV1Template", fcm.replacing("token-1", with: " ")),
        "The registration has no FcmV1RegistrationId"
    ),
    ("a token that is not hexadecimal", entry("Apple", "<DeviceToken>abcg</DeviceToken>"), "The DeviceToken is not"),
    ("a token of odd length", entry("Apple", "<DeviceToken>abc</DeviceToken>"), "The DeviceToken is not"),
    (
        "a blank in a tag", entry("FcmV1Template", fcm.replacing("World", with: "Wor ld")),
        "An invalid tag(s) 'Wor ld' was supplied. Valid tag characters are"
    ),
    ("a system tag", entry("FcmV1Template", fcm.replacing("World", with: "$UserId:{a}")), "Tags can not start with $."),
    (
        "61 tags",
        entry("FcmV1Template", fcm.replacing("World", with: (1...60).map { "t\($0)" }.joined(separator: ","))),
        "A registration cannot have more than 60 tags"
    ),
    (
        "a bad expression", entry("FcmV1Template", fcm.replacing("$(messageParam)", with: "$(message Param)")),
        "The body template is invalid"
    ),
    (
        "a template too late", entry("FcmV1Template", "<TemplateName>a</TemplateName>" + fcm),
        "The registration has no FcmV1RegistrationId"
    ),
    (
        "Windows without its type", entry("WindowsTemplate", "<ChannelUri>https://wns.example/1</ChannelUri>" + toast),
        "A template for Windows needs"
    ),
    (
        "the type before the template",
        entry("WindowsTemplate", "<ChannelUri>https://wns.example/1</ChannelUri>" + wnsHeaders + toast),
        "The registration has no body template"
    ),
]

let registrationRefusals = bodies.filter { $0.refusal != nil }.map { body in
    AnswerCase(
        testDescription: body.name, path: "/bulletin/registrations", headers: [], body: body.body, status: 400,
        detail: body.refusal ?? "")
}

let installationRefusals =
    ([
        "[]", #"{"platform":"pigeon","pushChannel":"a"}"#, #"{"platform":"fcmv1"}"#,
        #"{"platform":"baidu","pushChannel":"a"}"#,
        #"{"platform":"fcmv1","pushChannel":"a","installationId":"j"}"#,
        #"{"platform":"fcmv1","pushChannel":"a","userId":"a b"}"#,
        #"{"platform":"fcmv1","pushChannel":"a","templates":{"t":{"body":"{\"a\":\"$(\"}"}}}"#,
    ] as [String]).map { body in
        AnswerCase(
            testDescription: body, method: "PUT", path: "/bulletin/installations/i", headers: [], body: body,
            status: 400)
    }

@Suite struct RegistrationTests {
    @Test func aRegistrationLivesAndDiesAndIsAnsweredAsRecorded() throws {
        try anEntryIsAnsweredAsRecorded()
        try whatHasAnEndIsForgottenThen()
        let hub = try TestHub()
        for (name, body, refusal) in bodies where refusal == nil {
            #expect(try TestHub().call("POST", "/bulletin/registrations", body: body).status == 200, "\(name)")
        }
        let new = hub.call("POST", "/bulletin/registrationids/")
        #expect(new.status == 201 && new.body.isEmpty)
        let id = lastSegment(new.headers["Location"] ?? "")
        let path = "/bulletin/registrations/\(id)"
        #expect(isRegistrationID(id) && hub.call("GET", path).status == 404)
        // Each step: method, If-Match, status, ETag.
        let steps: [(String, String?, Int, String?)] = [
            ("PUT", "*", 404, nil), ("PUT", nil, 200, "W/\"1\""), ("PUT", nil, 200, "W/\"2\""),
            ("PUT", "\"1\"", 412, nil), ("PUT", "\"2\"", 200, "W/\"3\""), ("PUT", "W/\"3\"", 200, "W/\"4\""),
            ("GET", nil, 200, "W/\"4\""), ("DELETE", nil, 412, nil), ("DELETE", "\"3\"", 412, nil),
            ("DELETE", "*", 200, nil), ("DELETE", "*", 404, nil), ("GET", nil, 404, nil), ("PUT", nil, 410, nil),
        ]
        for (method, condition, status, eTag) in steps {
            let headers = condition.map { [("If-Match", $0)] } ?? []
            let response = hub.call(method, path, headers, body: method == "PUT" ? entry("FcmV1Template", fcm) : "")
            #expect(response.status == status && response.headers["ETag"] == eTag, "\(method) \(condition ?? "-")")
        }
        #expect(hub.call("PUT", "/bulletin/registrations/123-234-1", body: entry("FcmV1Template", fcm)).status == 200)
        #expect(hub.call("PUT", "/bulletin/registrations/abc", body: entry("FcmV1Template", fcm)).status == 400)
        #expect(hub.devices.count == 1)
    }

    private func whatHasAnEndIsForgottenThen() throws {
        let hub = try TestHub()
        func register(_ end: String) -> HubResponse {
            let fields = "<ExpirationTime>\(end)</ExpirationTime><GcmRegistrationId>tablet</GcmRegistrationId>"
            return hub.call("PUT", "/bulletin/registrations/1-2-3", body: entry("Gcm", fields))
        }
        #expect(register("soon").status == 400)
        #expect(register("2027-01-15T10:00:00+01:00").body.contains("<ExpirationTime>2027-01-15T09:00:00Z</"))
        let phone = """
            {"platform":"fcmv1","pushChannel":"phone","tags":["World"],"expirationTime":"2027-01-15T09:30:00",\
            "templates":{"news":{"body":"{\\"message\\":{\\"notification\\":{\\"body\\":\\"$(messageParam)\\"}}}"}}}
            """
        #expect(hub.call("PUT", "/bulletin/installations/phone", body: phone).status == 200)
        #expect(hub.call("PUT", "/bulletin/installations/odd", body: phone.replacing("2027-", with: "x")).status == 400)
        let rows: [(wait: Int64, registration: Int, installation: Int, shown: Int)] = [
            (3_599, 200, 200, 1), (1, 404, 200, 2), (1_799, 404, 200, 3), (1, 404, 404, 3),
        ]
        for (wait, registration, installation, shown) in rows {
            hub.advance(bySeconds: wait)
            #expect(hub.call("GET", "/bulletin/registrations/1-2-3").status == registration, "\(wait)")
            #expect(hub.call("GET", "/bulletin/installations/phone").status == installation, "\(wait)")
            hub.send("World")
            #expect(hub.texts("phone").count == shown, "\(wait)")
        }
        #expect(hub.lastNotification?.state == .noTargetFound && register("").status == 410)
    }

    private func anEntryIsAnsweredAsRecorded() throws {
        let hub = try TestHub()
        let apple = entry(
            "AppleTemplate",
            "<Tags>World</Tags><DeviceToken>abcd</DeviceToken>"
                + "<BodyTemplate><![CDATA[{\"aps\":{\"alert\":\"{$(messageParam) + ' <&'}\"}}]]></BodyTemplate>"
                + "<Expiry i:nil=\"true\"/><TemplateName>news</TemplateName>")
        let response = hub.call("PUT", "/bulletin/registrations/1-2-3", body: apple)
        #expect(response.headers["Content-Type"] == "application/atom+xml; type=entry; charset=utf-8")
        let address = "http://hub.example/bulletin/registrations/1-2-3?api-version=2020-06"
        #expect(response.headers["Content-Location"] == address)
        let element = try XMLElement(parsing: response.body)
        let description = try #require(element["content"]?.elements.first)
        let facts: [(name: String, read: String?, expected: String)] = [
            ("etag", element.attribute("etag"), "W/\"1\""), ("title", element["title"]?.text, "1-2-3"),
            ("updated", element["updated"]?.text, "2027-01-15T08:00:00Z"), ("id", element["id"]?.text, address),
            ("kind", description.name, "AppleTemplateRegistrationDescription"),
            ("namespace", description.namespace, XMLNamespace.serviceBus),
            (
                "order", description.elements.map(\.name).joined(separator: " "),
                "ETag ExpirationTime RegistrationId Tags DeviceToken BodyTemplate Expiry TemplateName ApnsHeaders"
            ),
            ("token", description["DeviceToken"]?.text, "ABCD"),
            ("end", description["ExpirationTime"]?.text, "9999-12-31T23:59:59.999"),
            ("template", description["BodyTemplate"]?.text, #"{"aps":{"alert":"{$(messageParam) + ' <&'}"}}"#),
        ]
        for (name, read, expected) in facts {
            #expect(read == expected, "\(name)")
        }
        #expect(description["Expiry"]?.isNil == true)
        // What is read can be written back as it is.
        let again = hub.call("PUT", "/bulletin/registrations/1-2-3", [("If-Match", "\"1\"")], body: response.body)
        #expect(again.status == 200)
        hub.send("World")
        #expect(hub.texts("ABCD") == ["Ferry adrift <&"])
    }

    @Test func listsComeInPagesAndByTagAndByChannel() throws {
        let hub = try TestHub()
        let ids = (1...7).map { hub.register("t\($0)", tags: $0 % 2 == 0 ? "World" : "Sports,World") }
        func list(_ path: String) throws -> (ids: [String], next: String?, feed: XMLElement) {
            let response = hub.call("GET", path)
            #expect(response.headers["Content-Type"] == "application/atom+xml; type=feed; charset=utf-8")
            let feed = try XMLElement(parsing: response.body)
            let titles = feed.elements.filter { $0.name == "entry" }.compactMap { $0["title"]?.text }
            return (titles, response.headers["x-ms-continuationtoken"], feed)
        }
        let first = try list("/bulletin/registrations?$top=3")
        let token = try #require(first.next)
        #expect(first.ids == Array(ids[0..<3]) && token.contains("%3D"))
        let link = first.feed.elements.first { $0.attribute("rel") == "next" }?.attribute("href")
        #expect(link?.contains("continuationtoken=" + token.replacing("%", with: "%25")) == true)
        // What was deleted between two pages is neither missed nor does it move the others.
        hub.call("DELETE", "/bulletin/registrations/\(ids[0])", [("If-Match", "*")])
        let second = try list("/bulletin/registrations?$top=3&ContinuationToken=\(token)")
        #expect(second.ids == Array(ids[3..<6]))
        let third = try list("/bulletin/registrations?$top=3&continuationtoken=\(second.next ?? "")")
        #expect(third.ids == [ids[6]] && third.next == nil)
        #expect(try list("/bulletin/registrations?$top=6").next == nil)
        #expect(try list("/bulletin/tags/Sports/registrations").ids == [ids[2], ids[4], ids[6]])
        #expect(try list("/bulletin/tags/Weather/registrations").ids.isEmpty)
        #expect(try list("/bulletin/registrations?$filter=ChannelUri+eq+%27t2%27").ids == [ids[1]])
        for wrong in ["$top=0", "$top=x", "continuationtoken=abc", "$filter=Name%20eq%20'a'"] {
            #expect(hub.call("GET", "/bulletin/registrations?\(wrong)").status == 400, "\(wrong)")
        }
    }

    @Test func anInstallationBecomesRegistrationsAndIsPatched() throws {
        try patchesChangeAnInstallation()
        let hub = try TestHub()
        let path = "/bulletin/installations/phone-1"
        let body =
            #"{"installationId":"phone-1","platform":"APNS","userID":"ann@news","pushChannel":"abcd","tags":["World"],"#
            + #""templates":{"news flash":{"body":"{\"aps\":{\"alert\":\"$(messageParam)\"}}","tags":["Sports"]}}}"#
        #expect(hub.call("GET", path).status == 404)
        let put = hub.call("PUT", path, body: body)
        #expect(put.status == 200 && put.body.isEmpty && put.headers["Content-Location"]?.contains(path) == true)
        #expect(hub.call("PUT", path, body: body).status == 200)
        let read = hub.call("GET", path)
        #expect(read.headers["Content-Type"] == "application/xml; charset=utf-8")
        let installation = try JSONValue(parsing: read.body)
        #expect(installation["templates"]?["news flash"]?["tags"]?.array == ["Sports", "news flash"])
        #expect(hub.device("ABCD")?.registrations.count == 2)
        // Tags and whether the template is reached by them.
        for (tag, isReached) in [
            ("World", true), ("Sports", true), ("$InstallationId:{phone-1}", true), ("$UserId:{ann@news}", true),
            ("Science", false),
        ] {
            hub.send(tag)
            #expect((hub.lastNotification?.state == .completed) == isReached, "\(tag)")
        }
        let owned = hub.device("ABCD")?.registrations.first ?? ""
        #expect(hub.call("DELETE", "/bulletin/registrations/\(owned)", [("If-Match", "*")]).status == 400)
        #expect(hub.call("DELETE", path).status == 204 && hub.call("DELETE", path).status == 204)
        #expect(hub.device("ABCD")?.registrations.isEmpty == true)
    }

    private func patchesChangeAnInstallation() throws {
        // Each patch with the status, and what is then read at a place.
        let patches: [(patch: String, status: Int, read: @Sendable (JSONValue) -> JSONValue?, expected: JSONValue?)] = [
            (#"[{"op":"add","path":"/tags","value":"Sports"}]"#, 200, { $0["tags"] }, ["World", "Sports"]),
            (#"[{"op":"remove","path":"/tags/World"}]"#, 200, { $0["tags"] }, []),
            (#"[{"op":"replace","path":"/tags","value":["A","B"]}]"#, 200, { $0["tags"] }, ["A", "B"]),
            (#"[{"op":"replace","path":"/pushChannel","value":"ef01"}]"#, 200, { $0["pushChannel"] }, "ef01"),
            (
                #"[{"op":"add","path":"/templates/t","value":"{\"body\":\"{}\"}"}]"#, 200,
                { $0["templates"]?["t"]?["tags"] }, ["t"]
            ),
            (
                #"[{"op":"add","path":"/templates/t","value":{"body":"{}"}},{"op":"add","path":"/templates/t/tags","value":"x"}]"#,
                200, { $0["templates"]?["t"]?["tags"] }, ["x", "t"]
            ),
            (#"[{"op":"replace","path":"/installationId","value":"other"}]"#, 200, { $0["installationId"] }, "i"),
            (#"[{"op":"add","path":"/tags","value":"$a"}]"#, 400, { $0["tags"] }, ["World"]),
            (#"[{"op":"add","path":"/tags","value":"a b"}]"#, 400, { $0["tags"] }, ["World"]),
            (#"[{"op":"replace","path":"/pushChannel","value":"xyz"}]"#, 400, { $0["pushChannel"] }, "abcd"),
            (#"[{"op":"move","path":"/tags"}]"#, 400, { $0["tags"] }, ["World"]),
            (#"[{"op":"add","path":"/a/b/c/d/e/f/g/h/i","value":"x"}]"#, 400, { $0["tags"] }, ["World"]),
            (#"{"op":"add"}"#, 400, { $0["tags"] }, ["World"]),
        ]
        for (patch, status, read, expected) in patches {
            let hub = try TestHub()
            hub.call(
                "PUT", "/bulletin/installations/i", body: #"{"platform":"apns","pushChannel":"abcd","tags":["World"]}"#)
            #expect(hub.call("PATCH", "/bulletin/installations/i", body: patch).status == status, "\(patch)")
            let now = try JSONValue(parsing: hub.call("GET", "/bulletin/installations/i").body)
            #expect(read(now) == expected, "\(patch): \(now.text())")
        }
    }

    @Test func whatIsRememberedIsBounded() throws {
        var history = BoundedHistory<Int>(capacity: 3, byteCapacity: 10)
        #expect(history.append(1, bytes: 4) == [] && history.append(2, bytes: 4) == [])
        #expect(history.append(3, bytes: 4) == [1])
        #expect(history.append(4, bytes: 11) == [2, 3] && history.all == [4])
        #expect(
            history.append(5) == [4] && history.append(6) == [] && history.append(7) == [] && history.append(8) == [5])
        #expect(history.all == [6, 7, 8])
        let hub = try TestHub(devices: DeviceSetup.samples, history: 50)
        for number in 1...120 { hub.send("Politics", #"{"messageParam":"\#(number)"}"#) }
        #expect(hub.texts("iPhone") == (71...120).map(String.init))
        #expect(hub.device("iPhone")?.deliveries == 120 && hub.log.count == 50)
        for number in 1...200 {
            let id = hub.register("passing-\(number)", tags: "Weather\(number)")
            hub.call("DELETE", "/bulletin/registrations/\(id)", [("If-Match", "*")])
        }
        #expect(hub.devices.count == 3 && hub.core.state.withLock { $0.hub.devices.order.count } < 10)
    }
}

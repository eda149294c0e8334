import HTTP
import HubLanguage
import News
import NotificationHub

// What the service answers for registrations and installations.
extension CannedReplyTests {
    private static let token = String(repeating: "AB12", count: 16)
    private static let fcm = #"{"message":{"notification":{"body":"$(messageParam)"}}}"#
    private static let phone = Registration(
        id: "77-88-1", eTag: "1", platform: .fcmV1, handle: .token("fcm-phone-1"),
        tags: ["World", "$InstallationId:{x}"], template: Registration.Template(name: "desk", body: fcm))
    private static let described =
        "FcmV1TemplateRegistrationDescription><ETag>1</ETag><ExpirationTime>9999-12-31T23:59:59.999</ExpirationTime>"
        + "<RegistrationId>77-88-1</RegistrationId><Tags>World, Sports</Tags><FcmV1RegistrationId>fcm-phone-1"
        + "</FcmV1RegistrationId><BodyTemplate><![CDATA[\(fcm)]]></BodyTemplate><TemplateName>desk</TemplateName>"
        + "</FcmV1TemplateRegistrationDescription>"
    private static let put = "PUT /registrations/77-88-1?api-version=2020-06"
    private static let newID = HTTPResult.answer(
        201, [("Location", "https://desk-news.servicebus.windows.net/desk/registrationids/9-9-2?api-version=2020-06")])
    private static let askID = "POST /registrationids/?api-version=2020-06"

    static let registrations: [HubCall] = [
        HubCall("a new id", [newID], requests: [askID], says: "9-9-2") { client throws(HubError) in
            try client.newRegistrationID()
        },
        HubCall(
            "made: 200, where the reference says 201", [.registration(described)],
            requests: ["POST /registrations?api-version=2020-06"],
            says: "77-88-1 rev 1 fcmV1 fcm-phone-1 [\"World\", \"Sports\"] desk \(fcm) [] never",
            sends: [
                "application/atom+xml;type=entry;charset=utf-8",
                "<FcmV1TemplateRegistrationDescription xmlns=\"http://schemas",
                // What the service put there is not written, nor is an id that the hub is to choose; and the order counts.
                "connect\"><Tags>World</Tags><FcmV1RegistrationId>fcm-phone-1</FcmV1RegistrationId><BodyTemplate>",
                "</BodyTemplate><TemplateName>desk</TemplateName>",
            ]
        ) { client throws(HubError) in try client.create(phone).words },
        HubCall(
            "an iPhone's, with nothing set",
            [
                .registration(
                    "AppleTemplateRegistrationDescription><ETag>4</ETag><ExpirationTime>2027-02-01T10:00:00.1234567Z"
                        + "</ExpirationTime><RegistrationId>1-2-3</RegistrationId><DeviceToken>\(token)</DeviceToken>"
                        + "<BodyTemplate>{\"aps\":{}}</BodyTemplate><Expiry i:nil=\"true\"/><TemplateName>t</TemplateName>"
                        + "<ApnsHeaders><ApnsHeader><Header>apns-priority</Header><Value>5</Value></ApnsHeader></ApnsHeaders>"
                        + "</AppleTemplateRegistrationDescription>", eTag: "4")
            ], requests: ["GET /registrations/1-2-3?api-version=2020-06"],
            says: "1-2-3 rev 4 apns \(token) [] t {\"aps\":{}} [\"apns-priority=5\"] 2027-02-01T10:00:00Z"
        ) { client throws(HubError) in try client.registration("1-2-3").words },
        HubCall(
            "a browser's in the form of .NET, made by an installation",
            [
                .registration(
                    "RegistrationDescription i:type=\"BrowserRegistrationDescription\"><RegistrationId>5-6-7"
                        + "</RegistrationId><Tags>$InstallationId:{tab-1}</Tags><Endpoint>https://push.example/1</Endpoint>"
                        + "<P256DH>k</P256DH><Auth>a</Auth></RegistrationDescription>")
            ], requests: ["GET /registrations/a%2Fb?api-version=2020-06"],
            says: "5-6-7 rev 1 browser https://push.example/1 [\"$InstallationId:{tab-1}\"] never of tab-1"
        ) { client throws(HubError) in try client.registration("a/b").words },
        HubCall(
            "an id that has ended is replaced once",
            [.error(410, "The registration has expired"), newID, .registration(described)],
            requests: [put, askID, "PUT /registrations/9-9-2?api-version=2020-06"], says: "77-88-1",
            sends: ["<RegistrationId>9-9-2</RegistrationId>"]
        ) { client throws(HubError) in try client.put(phone).words },
        HubCall(
            "and not twice", [.answer(410), newID, .answer(410)],
            requests: [put, askID, "PUT /registrations/9-9-2?api-version=2020-06"], says: "has ended", "anew"
        ) { client throws(HubError) in try client.put(phone).words },
        HubCall(
            "an update is bound to its revision", [.error(412, "The eTag is stale")], requests: [put],
            says: "somebody changed the registration meanwhile (412)", "repeat the change", sends: ["If-Match: \"1\""]
        ) { client throws(HubError) in try client.update(phone).words },
        HubCall(
            "a deletion needs a revision or none in particular", [.answer(200)],
            requests: ["DELETE /registrations/77-88-1?api-version=2020-06"], says: "done", sends: ["If-Match: *"]
        ) { client throws(HubError) in
            try client.deleteRegistration("77-88-1")
            return "done"
        },
        HubCall(
            "one that is not there", [.error(404, "The registration does not exist")],
            requests: ["GET /registrations/1-1-1?api-version=2020-06"], says: "the hub has no such registration (404)"
        ) { client throws(HubError) in try client.registration("1-1-1").words },
        HubCall(
            "a hub that is not there", [.error(404, "No service is hosted at the specified address")],
            requests: ["GET /registrations/1-1-1?api-version=2020-06"], says: "no such hub", "check the hub's name"
        ) { client throws(HubError) in try client.registration("1-1-1").words },
        HubCall(
            "too many writes, as the reference has it", [.answer(409)], requests: [put], says: "too many requests (409)"
        ) { client throws(HubError) in try client.put(phone).words },
        HubCall(
            "throttled by an old version", [.answer(403, [("Retry-After", "7")])], requests: [put], says: "in 7 s"
        ) { client throws(HubError) in try client.put(phone).words },
        HubCall("without the right", [.answer(403)], requests: [put], says: "may not register devices", "has Listen") {
            client throws(HubError) in try client.put(phone).words
        },
        HubCall(
            "a token is not repeated", [.error(400, "The token fcm-phone-1 is wrong")], requests: [put],
            says: "The token <hidden> is wrong", "check the device's token"
        ) { client throws(HubError) in try client.put(phone).words },
        HubCall("a lost answer to a write", [.answer(504)], requests: [put], says: "may have been done", "no harm") {
            client throws(HubError) in try client.put(phone).words
        },
        HubCall("an answer of something else", [.answer(200, [], "<html/>")], requests: [put], says: "cannot be read") {
            client throws(HubError) in try client.put(phone).words
        },
    ]

    private static func feed(_ entries: String) -> String {
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title type=\"text\">Registrations</title>\(entries)</feed>"
    }
    private static let list = "GET /registrations?api-version=2020-06&$top=100"
    private static let page = "MzEobik7Mg%3D%3D"

    static let lists: [HubCall] = [
        HubCall(
            "the second page is asked for with the token as it came",
            [
                .answer(200, [("x-ms-continuationtoken", page)], feed(entry(described))),
                .answer(200, [], feed(entry("NokiaXRegistrationDescription><A/></NokiaXRegistrationDescription>"))),
            ], requests: [list, "\(list)&continuationtoken=\(page)"], says: "1 true, 0 1 false"
        ) { client throws(HubError) in
            let first = try client.registrations()
            let second = try client.registrations(after: first)
            return
                "\(first.registrations.count) \(first.hasNext), \(second.registrations.count) \(second.unknownKinds) "
                + "\(second.hasNext)"
        },
        HubCall(
            "a list without an end",
            [HTTPResult](repeating: .answer(200, [("x-ms-continuationtoken", page)], feed("")), count: 2),
            requests: [list, "\(list)&continuationtoken=\(page)"], says: "cannot be read"
        ) { client throws(HubError) in
            "\(try client.registrations(after: try client.registrations()))"
        },
        HubCall(
            "a token that would change the request", [.answer(200, [("x-ms-continuationtoken", "a b&test")], feed(""))],
            requests: [list], says: "cannot be read"
        ) { client throws(HubError) in "\(try client.registrations())" },
        HubCall(
            "by tag", [.answer(200, [], feed(""))],
            requests: ["GET /tags/topic%3Aworld/registrations?api-version=2020-06&$top=100"],
            says: "[]"
        ) { client throws(HubError) in
            guard let tag = try? Tag("topic:world") else { return "" }
            return "\(try client.registrations(.tag(tag)).registrations)"
        },
        HubCall(
            "by device", [.answer(200, [], feed(""))],
            requests: ["GET /registrations?api-version=2020-06&$filter=ChannelUri%20eq%20%27o%27%27brien%27&$top=100"],
            says: "[]"
        ) { client throws(HubError) in "\(try client.registrations(.handle("o'brien")).registrations)" },
        HubCall(
            "by an iPhone's token, which is kept in upper case", [.answer(200, [], feed(""))],
            requests: ["GET /registrations?api-version=2020-06&$filter=ChannelUri%20eq%20%27\(token)%27&$top=100"],
            says: "[]"
        ) { client throws(HubError) in "\(try client.registrations(.handle(token.lowercased())).registrations)" },
        HubCall(
            "without the right", [.error(401, "Manage claim is required for this operation")], requests: [list],
            says: "may not list devices", "has Manage"
        ) { client throws(HubError) in "\(try client.registrations())" },
        HubCall(
            "an answer that leads elsewhere", [.failure(TransferError(kind: .badRedirect, requestBytesSent: 300))],
            requests: [list], says: "leads to the hub, proxies included"
        ) { client throws(HubError) in "\(try client.registrations())" },
        HubCall("a lost answer costs nothing", [.answer(502)], requests: [list], says: "answered 502; ask again") {
            client throws(HubError) in "\(try client.registrations())"
        },
    ]

    private static let installation = "/installations/desk-phone?api-version=2020-06"

    static let installations: [HubCall] = [
        HubCall(
            "written, with the type that WNS insists on", [.answer(200)], requests: ["PUT \(installation)"],
            says: "done",
            sends: [
                #""platform":"wns","pushChannel":"https://wns.example/1","tags":["World"],"templates":{"t":{"body":"<toast/>","#
                    + #""headers":{"X-WNS-Type":"wns/toast"}}}"#
            ]
        ) { client throws(HubError) in
            try client.put(
                Installation(
                    id: "desk-phone", platform: .wns, handle: .token("https://wns.example/1"), tags: ["World"],
                    templates: [Installation.Template(name: "t", body: "<toast/>")]))
            return "done"
        },
        HubCall(
            "JSON that calls itself XML, in the spelling of the reference",
            [
                .answer(
                    200, [("Content-Type", "application/xml; charset=utf-8")],
                    #"{"installationId":"desk-phone","userID":"anna","pushChannel":"\#(token)","expiredPushChannel":true,"#
                        + #""platform":"APNS","expirationTime":"9999-12-31T23:59:59.9999999Z","tags":["World"],"templates":"#
                        + #"{"t":{"body":"{}","tags":["t","Sports"]}}}"#)
            ], requests: ["GET \(installation)"], says: "desk-phone anna apns true nil [\"World\"] t [\"Sports\"]"
        ) { client throws(HubError) in
            let found = try client.installation("desk-phone")
            return
                "\(found.id) \(found.userID ?? "") \(found.platform) \(found.isExpired) \(String(describing: found.expires)) "
                + "\(found.tags) \(found.templates[0].name) \(found.templates[0].tags)"
        },
        HubCall(
            "none", [.error(404, "Installation not found.")], requests: ["GET \(installation)"],
            says: "no such installation (404): Installation not found;"
        ) { client throws(HubError) in "\(try client.installation("desk-phone"))" },
        HubCall(
            "changed in part", [.answer(200)], requests: ["PATCH \(installation)"], says: "done",
            sends: [
                "application/json-patch+json",
                #"[{"op":"add","path":"/tags","value":"World"},{"op":"remove","path":"/tags/a~1b"}]"#,
            ]
        ) { client throws(HubError) in
            try client.change("desk-phone", [.adding(tag: "World"), .removing(tag: "a/b")])
            return "done"
        },
        HubCall("deleted", [.answer(204)], requests: ["DELETE \(installation)"], says: "done") {
            client throws(HubError) in
            try client.deleteInstallation("desk-phone")
            return "done"
        },
    ]
}

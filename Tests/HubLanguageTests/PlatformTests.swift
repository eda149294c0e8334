import HubLanguage
import JSON
import Testing

@Suite struct PlatformTests {
    @Test func namesOnTheWireAreReadWithoutCase() {
        for platform in Platform.allCases {
            #expect(Platform(formatName: platform.formatName.uppercased()) == platform)
            #expect(Platform(installationName: platform.installationName.lowercased()) == platform)
            #expect(NotificationFormat(name: platform.formatName)?.name == platform.formatName)
        }
        #expect(Platform.fcmV1.formatName == "fcmv1" && Platform.wns.formatName == "windows")
        #expect(Platform(formatName: "apns") == nil && Platform(installationName: "apple") == nil)
        #expect(NotificationFormat(name: "Template") == .template)
        #expect(NotificationFormat(name: "webpush") == nil)
        #expect(Platform.windowsType(ofPayload: "<tile/>") == "wns/tile")
        #expect(Platform.windowsType(ofPayload: "<toast/>") == "wns/toast")
        #expect(Platform.windowsType(ofPayload: "{}") == "wns/raw")
    }

    @Test func defaultTemplatesShowTheMessageWithinTheLimits() throws {
        let limits: [Platform: Int] = [.apns: 4_096, .fcmV1: 4_096, .wns: 5_120]
        for (platform, limit) in limits {
            let body = try #require(platform.defaultTemplate)
            let template = try NotificationTemplate(body: body, for: platform)
            #expect(template.filled(with: ["messageParam": "Bridge reopens"]).contains("Bridge reopens"))
            let room = limit - template.filled(with: [String: String]()).utf8.count
            let fitting = template.filled(with: ["messageParam": String(repeating: "x", count: room)])
            #expect(platform.excess(ofPayload: fitting) == nil)
            let excess = try #require(platform.excess(ofPayload: fitting + " "))
            #expect(excess.bytes == limit + 1 && excess.description.contains("InvalidNotificationSize"))
        }
    }

    @Test func bodiesOfTheWrongShapeAreRefused() {
        let verdicts: [(Platform, String, Bool)] = [
            (.apns, #"{"aps":{}}"#, true), (.apns, "<a/>", false), (.apns, "[]", false),
            (.fcmV1, #"{"message":{"data":{}}}"#, true), (.fcmV1, #"{"notification":{}}"#, false),
            (.fcmV1, #"{"message":"x"}"#, false), (.wns, "<badge value=\"1\"/>", true), (.wns, "{}", true),
            (.wns, "text", false), (.browser, "{}", true),
        ]
        for (platform, payload, isFit) in verdicts {
            if isFit {
                #expect(throws: Never.self, "\(payload)") { try platform.checkShape(ofPayload: payload) }
            } else {
                #expect(throws: PayloadShapeError.self, "\(payload)") { try platform.checkShape(ofPayload: payload) }
                #expect(throws: TemplateError.self) { try NotificationTemplate(body: payload, for: platform) }
            }
        }
        let refused: [(String, String)] = [
            ("", "neither JSON nor XML"), ("plain", "neither JSON nor XML"), ("[\"$(a)\"]", "not an object"),
            ("{\"a\":1,\"a\":2}", "neither JSON nor XML"), ("<a>", "not well-formed XML"), ("<a $(b)/>", "XML"),
            ("<!DOCTYPE a><a/>", "document type"), ("<a b=\"#1\"/>", "begins like an expression"),
            ("<a>{'x'</a>", "begins like an expression"),
        ]
        for (body, words) in refused {
            let error = #expect(throws: TemplateError.self, "\(body)") { try NotificationTemplate(body: body) }
            #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        }
    }
}

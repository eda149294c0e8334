import HTTP
import HubLanguage
import JSON
import News
import NotificationHub
import Testing

func notification(_ message: String, tags: String = "World") throws -> TemplateNotification {
    try TemplateNotification(
        target: .tags(TagExpression(parsing: tags)), properties: [("messageParam", message)],
        expires: Instant(secondsSince1970: 1_800_021_600), collapseID: "World-4f1c")
}

extension TemplateNotification {
    func request(_ connection: HubConnection) -> HubRequest { connection.request(for: self) }
}

@Suite struct HubRequestTests {
    let connection: HubConnection

    init() throws {
        connection = try HubConnection(
            connectionString: "Endpoint=sb://desk-news.servicebus.windows.net/;\(HubConnectionTests.rule)", hub: "desk")
    }

    /// Field by field against what the clients of other languages send for the same call.
    @Test func theRequestIsWhatOtherClientsSend() throws {
        let request = try notification("Ferry found", tags: "topic:world").request(connection)
        // .NET and Java write no slash before the query, JavaScript and Python do; the service takes both.
        #expect(request.address == "https://desk-news.servicebus.windows.net/desk/messages?api-version=2020-06")
        #expect(request.method == .post)
        #expect(
            request.headers == [
                // The documentation's and JavaScript's spelling; .NET and Python leave the charset out. Without it some
                // gateways took bodies for Latin-1.
                HTTPHeader("Content-Type", "application/json;charset=utf-8"),
                HTTPHeader("ServiceBusNotification-Format", "template"),
                // As it is: encoding it once more is why tags with a colon failed elsewhere.
                HTTPHeader("ServiceBusNotification-Tags", "topic:world"),
                // Nobody else sends these for templates: iOS 13 wants the type, and the other two keep old news off
                // phones that were away and let a correction replace what it corrects.
                HTTPHeader("apns-push-type", "alert"),
                HTTPHeader("apns-expiration", "1800021600"),
                HTTPHeader("apns-collapse-id", "World-4f1c"),
                // Left out: `TrackingId` of .NET and Java, which must be random and proves nothing; `x-ms-version`, which
                // repeats the query; telemetry of clients; `Accept`, as there is nothing to accept; the unofficial Python
                // client's `…-TestSend`, `…-TimeToLive` and `…-Urgency`, which do not exist.
            ])
        // Compact, in order, characters as they are; Python writes blanks and \u escapes, the meaning is the same.
        #expect(request.body == Array(#"{"messageParam":"Ferry found"}"#.utf8))

        let token = try SharedAccessToken(connection, expires: Instant(secondsSince1970: 1_800_001_800))
        let signed = request.signed(with: token)
        #expect(signed.headers.first == HTTPHeader("Authorization", token.authorization))
        #expect(Array(signed.headers.dropFirst()) == request.headers && signed.body == request.body)
        // One audience for all calls, as Python's; .NET and Java sign each address anew.
        #expect(
            request.withoutSignature.headers.first?.value
                == "SharedAccessSignature sr=https%3a%2f%2fdesk-news.servicebus.windows.net%2fdesk&sig=<hidden>"
                + "&se=<when sent>&skn=Send")
        #expect(
            connection.request(for: try notification("x"), asTest: true).address.hasSuffix("?api-version=2020-06&test"))
    }

    @Test func everybodyIsAddressedOnPurposeAlone() throws {
        let properties = [(name: "messageParam", value: "x")]
        let everyone = try TemplateNotification(target: .everyone, properties: properties)
        let names = everyone.request(connection).headers.map(\.name)
        #expect(names == ["Content-Type", "ServiceBusNotification-Format", "apns-push-type"])

        // Ten tags with && hold in the newest documentation alone, seven in none of the older.
        let wide = try TagExpression(parsing: "a && b && c && d && e && f && g")
        let long = String(repeating: "x", count: 65_536)
        let faults: [(NotificationTarget, [(name: String, value: String)], String?, String)] = [
            (.everyone, [], nil, "no property"), (.everyone, [("a b", "x")], nil, "no property name"),
            (.everyone, [("", "x")], nil, "no property name"), (.everyone, [("naïve", "x")], nil, "no property name"),
            (.everyone, [("Title", "x"), ("title", "y")], nil, "stands twice"),
            (.tags(wide), properties, nil, "at most 6"), (.everyone, [("m", long)], nil, "at most 65536"),
            (.everyone, properties, "", "collapse id"), (.everyone, properties, "a\r\nX: y", "collapse id"),
            (.everyone, properties, String(repeating: "c", count: 65), "collapse id"),
        ]
        for (target, properties, collapseID, words) in faults {
            let error = #expect(throws: NotificationError.self) {
                try TemplateNotification(target: target, properties: properties, collapseID: collapseID)
            }
            #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        }
    }

    /// S59, S64.
    @Test(arguments: [
        "say \"hi\" \\ bye", "one\ntwo\r\nthree\ttab", "🗞️ 👩‍👩‍👧 🇬🇧", "عاجل: خبر", "\u{1b}[31mred\u{7}", "null\0byte",
        "</toast>&amp;",
        "\u{2028}\u{2029}\u{feff}", "$(other) {'x'}", "",
    ])
    func textArrivesAsItIs(text: String) throws {
        let request = try TemplateNotification(
            target: .everyone, properties: [("messageParam", text), ("url", "https://news.example/?a=1&b=2")]
        ).request(connection)
        let body = try JSONValue(parsing: try #require(request.body))
        #expect(body.object?.names == ["messageParam", "url"])
        #expect(body["messageParam"]?.string.map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
        #expect(request.headers.allSatisfy { $0.value.utf8.allSatisfy { (0x20...0x7e).contains($0) } })
    }
}

import Bulletins
import HubLanguage
import JSON
import News
import NotificationHub
import Preview
import Testing

@Suite struct PreviewTests {
    private static let hostile = "\u{1b}[31mred\u{7}\u{202e} <script> \" onmouseover= it's \\ 港"

    private func preview(headlines: [String], leftOut: [LeftOutItem] = []) throws -> Preview {
        let connection = try HubConnection(
            connectionString:
                "Endpoint=sb://harbour.servicebus.windows.net/;SharedAccessKeyName=Send;SharedAccessKey=SECRETKEY=",
            hub: "news")
        let stories = headlines.map { BulletinStory(headline: $0, link: "https://news.example/1") }
        let bulletin = BulletinComposer(style: BulletinStyle()).bulletin(category: .world, stories: stories)
        let notification = try TemplateNotification(
            target: .tags(TagExpression(parsing: "World")),
            properties: bulletin.properties.map { ($0.name, $0.value) }, collapseID: "abc")
        return Preview(
            now: Instant(secondsSince1970: 1_796_029_200),
            notifications: [
                PreviewedNotification(
                    bulletin: bulletin, categories: [.world],
                    stories: headlines.map {
                        PreviewedStory(
                            headline: $0, link: "https://news.example/1", feeds: ["Harbour Post", "Coast"],
                            since: Instant(secondsSince1970: 1_796_028_480))
                    },
                    target: "World", request: connection.request(for: notification),
                    encodedAudience: connection.encodedAudience)
            ], leftOut: leftOut)
    }

    /// S62, S89.
    @Test func theTextShowsMessageStoriesSizesAndRequest() throws {
        func left(_ title: String, _ group: String, _ particulars: String, _ category: Category?) -> LeftOutItem {
            LeftOutItem(
                title: title, link: nil, feed: "Coast", category: category, verdict: "", reason: "", group: group,
                particulars: particulars)
        }
        let text = try preview(
            headlines: ["Harbour reopens", "Ferry back"],
            leftOut: [
                left("Draft", "no category", "", nil), left("Old", "too old", "since 08:00", .world),
                left("Older", "too old", "since 07:00", nil), left("Seen", "known", "since 06:00", nil),
                left("Seen too", "known", "since 06:00", nil), left("And this", "known", "since 06:00", nil),
            ]
        ).text(columns: 80)
        #expect(
            text == """
                World → World
                  Breaking World News : Harbour reopens (+1 more)
                  messageParam has 47 bytes; filled in: APNs 67 of 4096 bytes, FCM v1 87 of 4096 bytes, WNS 141 of 5120 bytes
                  1. Harbour reopens (Harbour Post, 2 feeds, 12 min old)
                     https://news.example/1
                  2. Ferry back (Harbour Post, 2 feeds, 12 min old)
                     https://news.example/1
                  POST https://harbour.servicebus.windows.net/news/messages?api-version=2020-06
                    Authorization: SharedAccessSignature sr=https%3a%2f%2fharbour.servicebus.windows.net%2fnews&sig=<hidden>&se=<when sent>&skn=Send
                    Content-Type: application/json;charset=utf-8
                    ServiceBusNotification-Format: template
                    ServiceBusNotification-Tags: World
                    apns-push-type: alert
                    apns-collapse-id: abc
                    {"messageParam":"Breaking World News : Harbour reopens (+1 more)"}

                Left out: 6
                  known (since 06:00): 3
                    Seen (Coast)
                    Seen too (Coast)
                    And this (Coast)
                  too old: 2
                    Old (Coast, World)
                      since 08:00
                    Older (Coast)
                      since 07:00
                  no category: 1
                    Draft (Coast)

                """)
    }

    /// Whatever a feed puts into a title, the terminal, the JSON and the shell read it as text.
    @Test func hostileTitlesStayText() throws {
        let item = LeftOutItem(
            title: Self.hostile, link: nil, feed: Self.hostile, category: nil, verdict: "unmapped",
            reason: "no category")
        let preview = try preview(headlines: [Self.hostile], leftOut: [item])
        let text = preview.text(columns: 60)
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        #expect(!text.unicodeScalars.contains("\u{202e}"))
        let json = try JSONValue(parsing: preview.json.text(.indented))
        #expect(json["notifications"]?[0]?["stories"]?[0]?["headline"]?.string == Self.hostile)
        #expect(json["left_out"]?[0]?["verdict"] == "unmapped")
        #expect(preview.curl.contains(#"it'\''s"#))
    }

    @Test func noFormShowsTheKey() throws {
        let preview = try preview(headlines: ["Harbour reopens"])
        for text in [preview.text(columns: 80), preview.json.text(), preview.curl] {
            #expect(!text.contains("SECRETKEY"))
        }
        #expect(preview.curl.contains("bulletin_token 'https%3a%2f%2fharbour.servicebus.windows.net%2fnews' |"))
    }

    @Test func nothingToSendIsSaid() {
        let empty = Preview(now: Instant(secondsSince1970: 0), notifications: [], feedTroubles: ["Coast: 404"])
        #expect(empty.text(columns: 80) == "Nothing would be sent.\n\nCoast: 404\n")
        #expect(empty.curl == "# Nothing would be sent.\n")
        #expect(empty.json["notifications"] == [])
    }
}

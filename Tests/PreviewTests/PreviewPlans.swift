import Bulletins
import HubLanguage
import News
import NotificationHub
import Preview

/// Previews of invented plans.
struct PreviewPlans {
    static let hostile = "\u{1b}[31mred\u{7}\u{202e} <script> \" onmouseover= it's \\ 港"

    let connection: HubConnection
    let now = Instant(secondsSince1970: 1_796_032_800)

    init() throws {
        connection = try HubConnection(
            connectionString:
                "Endpoint=sb://harbour.servicebus.windows.net/;SharedAccessKeyName=Send;SharedAccessKey=SECRETKEY=",
            hub: "news")
    }

    /// One notification about these headlines.
    func notification(
        _ headlines: [String], style: BulletinStyle = BulletinStyle(), carriers: [String] = ["Harbour Post", "Coast"],
        because: [String] = []
    ) throws -> PreviewedNotification {
        let stories = headlines.map { BulletinStory(headline: $0, link: "https://news.example/1") }
        return try notification(
            BulletinComposer(style: style).bulletin(category: .world, stories: stories),
            headlines.map {
                PreviewedStory(
                    headline: $0, link: "https://news.example/1", feeds: carriers, since: now.advanced(bySeconds: -720),
                    because: because)
            }, style)
    }

    func notification(
        _ bulletin: Bulletin, _ stories: [PreviewedStory], _ style: BulletinStyle
    ) throws -> PreviewedNotification {
        let notification = try TemplateNotification(
            target: .tags(TagExpression(parsing: "World")),
            properties: bulletin.properties.map { ($0.name, $0.value) }, collapseID: "abc")
        return PreviewedNotification(
            bulletin: bulletin, categories: [.world], stories: stories, target: "World",
            request: connection.request(for: notification), encodedAudience: connection.encodedAudience,
            templates: style.payloads, messageLimit: style.maximumMessageBytes)
    }

    func preview(_ headlines: [String], leftOut: [LeftOutItem] = []) throws -> Preview {
        Preview(now: now, notifications: [try notification(headlines)], leftOut: leftOut)
    }

    /// An item that is left out.
    func left(
        _ title: String, _ group: String, _ particulars: String = "", _ category: News.Category? = nil,
        until: Instant? = nil, scores: [CategoryScore] = []
    ) -> LeftOutItem {
        LeftOutItem(
            title: title, link: "https://news.example/left", feed: "Coast", category: category, verdict: "word",
            reason: group, group: group, particulars: particulars, until: until, scores: scores)
    }

    /// One of each kind, by name.
    func all() throws -> [(name: String, preview: Preview)] {
        var plans = try [
            ("one", ["Harbour reopens"]), ("many", (1...12).map { "Storm report number \($0)" }),
            ("long", ["Rate cut " + String(repeating: "to the last figure ", count: 215)]),
            ("families", [String(repeating: "👨‍👩‍👧‍👦🏳️‍🌈👩🏽‍🚀", count: 12)]),
            ("arabic", ["مرفأ أفيل يعيد فتح أبوابه بعد العاصفة الكبيرة التي ضربت الساحل الشمالي", "Ferry back"]),
            ("chinese", ["塔恩发布可三折手机明年三月上市并将在全国范围内同时开售首批数量有限预计很快售罄请尽早预约"]),
            ("combining", [String(repeating: "Z̷̢̛͎̯a̸̡͉̿l̶̰̔ ", count: 20)]), ("hostile", [Self.hostile, "</style></pre>"]),
        ].map { ($0.0, try preview($0.1)) }
        plans.append(
            ("none", Preview(now: now, notifications: [], feedTroubles: ["Coast <desk>: not found (404)"])))
        plans.append(("capped", capped))
        plans.append(("languages", try languages()))
        plans.append(("template", try ownTemplate()))
        return plans
    }

    private var capped: Preview {
        let until = now.advanced(bySeconds: 1_500)
        return Preview(
            now: now, notifications: [],
            leftOut: [
                left("Cup final over", "cap of 3 per hour reached", "waits until 10:25", .sports, until: until),
                left("Coach leaves", "cap of 3 per hour reached", "waits until 10:25", .sports, until: until),
                left("<b>Seen</b>", "known", "by link since 08:12, announced", .world),
                left("Seen too", "known", "by id since 07:40, announced"),
                left("Old", "older than 6 h", "since 03:10", .world),
                left(
                    "Both", "no category", "0.41 Politics, 0.38 World; too close to World", nil,
                    scores: [
                        CategoryScore(category: .politics, probability: 0.41),
                        CategoryScore(category: .world, probability: 0.38),
                    ]),
            ])
    }

    private func languages() throws -> Preview {
        var style = BulletinStyle()
        let tags = ["en", "fr", "ar"].compactMap { LanguageTag($0) }
        style.together = LanguageProperties(tags)
        let headlines = ["Harbour reopens", "Le port rouvre", "المرفأ يعيد فتح أبوابه"]
        let bulletin = BulletinComposer(style: style).bulletin(
            category: .world, stories: zip(tags, headlines).map { ($0, BulletinStory(headline: $1)) })
        let stories = zip(tags, headlines).map { PreviewedStory(headline: $1, feeds: ["Coast"], language: $0.text) }
        return Preview(now: now, notifications: [try notification(bulletin, stories, style)])
    }

    /// The newsroom's own templates, which show a title; one of them shows nothing.
    private func ownTemplate() throws -> Preview {
        var style = BulletinStyle(
            properties: [("title", try MessageTemplate("{category}")), ("url", try MessageTemplate("{link}"))])
        let bodies: [(Platform, String)] = [
            (.apns, #"{"aps":{"alert":{"title":"$(title)","subtitle":"$(subtitle)","body":"$(messageParam)"}}}"#),
            (.fcmV1, #"{"message":{"data":{"message":"$(messageParam)"}}}"#),
            (
                .wns,
                "<toast><visual><binding template=\"ToastGeneric\"><text>$(title)</text><text>$(messageParam)</text>"
                    + "</binding></visual></toast>"
            ),
        ]
        style.payloads = try bodies.compactMap { platform, body in
            PayloadBudget(
                platform: platform, template: try NotificationTemplate(body: body, for: platform),
                source: "\(platform.rawValue).template")
        }
        let notification = try notification(
            ["Harbour reopens"], style: style, because: ["category “Foreign <affairs>” → World"])
        return Preview(now: now, notifications: [notification])
    }
}

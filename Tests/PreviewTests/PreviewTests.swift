import JSON
import News
import PlainText
import Preview
import TestSupport
import Testing

@Suite struct PreviewTests {
    /// Every form of every plan, as it was recorded. The style of the page is left out.
    /// S62, S89.
    @Test func everyFormOfEveryPlanIsAsRecorded() throws {
        for (name, preview) in try PreviewPlans().all() {
            let page = preview.html.replacing(/sha256-[^']*/, with: "sha256-…")
            let parts = page.split(separator: /<style>|<\/style>/)
            try #require(parts.count == 3)
            let forms = [
                ("text", preview.text(columns: 80)), ("narrow", preview.text(columns: 34)),
                ("json", preview.json.text(.indented)), ("curl", preview.curl),
                ("html", parts[0] + "<style>…</style>" + parts[2]),
            ]
            let text = forms.map { "=== \($0.0)\n\($0.1)" }.joined(separator: "\n")
            #expect(Snapshots().difference("\(name).txt", text) == nil)
            #expect(!text.contains("SECRETKEY"), "\(name)")
        }
        let curl = try PreviewPlans().preview(["Harbour reopens"]).curl
        #expect(curl.contains("bulletin_token 'https%3a%2f%2fharbour.servicebus.windows.net%2fnews' |"))
    }

    /// Nothing is wider than the terminal, and the edges of a screen stand below each other, whatever is written in it:
    /// wide and combining characters, joined emoji, text from right to left. A line that is text alone may be longer: it
    /// is an address or a body, to be copied.
    @Test func screensFitTheTerminalAndTheirEdgesStandStraight() throws {
        for (name, preview) in try PreviewPlans().all() {
            for columns in [20, 24, 34, 47, 60, 80, 97, 120, 160] {
                let lines = preview.text(columns: columns).split(separator: "\n")
                let drawn = lines.filter { line in ["╭", "│", "╰"].contains(line.first { $0 != " " } ?? " ") }
                #expect(drawn.isEmpty == preview.notifications.isEmpty)
                for line in drawn {
                    let width = displayWidth(of: String(line))
                    #expect(width <= columns, "\(name) at \(columns): \(line)")
                    // An edge at the end is where one began that ends there.
                    #expect(["╮", "│", "╯"].contains(line.last ?? " "), "\(name) at \(columns): \(line)")
                }
                for (upper, lower) in zip(drawn, drawn.dropFirst())
                where "│╰".contains(lower.first { $0 != " " } ?? " ") {
                    #expect(edges(of: lower).isSubset(of: edges(of: upper)), "\(name) at \(columns): \(lower)")
                }
            }
        }
    }

    /// Whatever a feed puts into a title, the terminal, the JSON, the shell and the page read it as text.
    @Test func hostileTitlesStayText() throws {
        let hostile = PreviewPlans.hostile
        let item = LeftOutItem(
            title: hostile, link: "javascript:alert(1)", feed: hostile, category: nil, verdict: "unmapped",
            reason: "no category")
        let preview = try PreviewPlans().preview([hostile], leftOut: [item])
        let text = preview.text(columns: 60)
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        #expect(!text.unicodeScalars.contains("\u{202e}"))
        let json = try JSONValue(parsing: preview.json.text(.indented))
        #expect(json["notifications"]?[0]?["stories"]?[0]?["headline"]?.string == hostile)
        #expect(json["left_out"]?[0]?["verdict"] == "unmapped")
        #expect(preview.curl.contains(#"it'\''s"#))
        let page = preview.html
        #expect(!page.contains("<script") && !page.contains("\" onmouseover") && !page.contains("href=\"javascript"))
        #expect(page.contains("&lt;script&gt; &quot; onmouseover= it&#39;s"))
        #expect(!page.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
    }

    @Test func nothingToSendAndTemplatesThatShowNothingAreTold() throws {
        let empty = Preview(now: Instant(secondsSince1970: 0), notifications: [], feedTroubles: ["Coast: 404"])
        #expect(empty.text(columns: 80) == "Nothing would be sent.\n\nCoast: 404\n")
        #expect(empty.curl == "# Nothing would be sent.\n")
        #expect(empty.json["notifications"] == [])
        #expect(empty.html.contains("<h1>Nothing would be sent</h1>"))
        let preview = try #require(PreviewPlans().all().first { $0.name == "template" }?.preview)
        #expect(
            preview.notifications[0].templateOddities == [
                "apns.template asks for $(subtitle), which is not sent and stays empty",
                "fcmV1.template: no alert is shown (the app alone gets it) on FCM v1",
            ])
    }
}

/// The columns at which something stands that an edge can join.
private func edges(of line: Substring) -> Set<Int> {
    var columns: Set<Int> = []
    var column = 0
    for character in line {
        if "╭╮╰╯│".contains(character) { columns.insert(column) }
        column += displayWidth(of: String(character))
    }
    return columns
}

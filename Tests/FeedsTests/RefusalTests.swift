import News
import Testing

@testable import Feeds

@Suite struct RefusalTests {
    static let bodies: [(text: String, error: FeedError)] = [
        ("", .empty),
        (" \n\t ", .empty),
        ("<!DOCTYPE html><html><head><title>Our &amp; news</title></head></html>", .webPage(title: "Our & news")),
        ("<html xmlns=\"http://www.w3.org/1999/xhtml\"><body/></html>", .webPage(title: nil)),
        ("<div><p>Just a moment</p></div>", .webPage(title: nil)),
        ("<html><title>Sign in</title><input type=\"password\"></html>", .loginPage(title: "Sign in")),
        ("{\"error\": \"<rss> is gone\"}", .json(isJSONFeed: false)),
        ("[1, 2]", .json(isJSONFeed: false)),
        ("{\"version\": \"https://jsonfeed.org/version/1.1\"}", .json(isJSONFeed: true)),
        ("<?xml version=\"1.0\"?><opml><body/></opml>", .feedList),
        ("<sitemap><url>x</url></sitemap>", .otherXML(root: "sitemap")),
        ("<sitemap><url>x</sitemap>", .otherXML(root: "sitemap")),
        ("Not found\nat all", .text(start: "Not found at all")),
        ("%PDF-1.7", .binary(kind: "a PDF document")),
        ("PK\u{3}\u{4}", .binary(kind: "a zip archive")),
    ]

    @Test func whatCameInsteadOfAFeedIsSaid() {
        for (text, error) in RefusalTests.bodies {
            #expect(failure(Array(text.utf8)) == error, "\(text)")
            #expect(!error.description.isEmpty)
        }
        #expect(failure([0x1f, 0x8b, 8, 0]) == .binary(kind: "compressed data (gzip)"))
        #expect(failure([0x3c]) == .text(start: "<"))
        let small = FeedLimits(feedSize: 1 << 20)
        let tooLarge = failure(Array(rss("").utf8) + [UInt8](repeating: 0x20, count: 1 << 20), limits: small)
        #expect(tooLarge == .tooLarge(limit: 1 << 20))
        #expect(tooLarge?.description == "the feed is larger than 1 MiB; raise the limit with --max-feed-size")
    }

    @Test func entitiesNeitherGrowNorReachOutside() throws {
        func feed(_ declarations: String, _ title: String = "&z;") -> [UInt8] {
            Array(
                ("<!DOCTYPE rss SYSTEM \"file:///etc/hosts\" [\(declarations)]>"
                    + rss("<item><title>\(title)</title></item>")).utf8)
        }
        let levels = (1...9).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }.joined()
        #expect(failure(feed("<!ENTITY a0 \"lol\">\(levels)<!ENTITY z \"&a9;\">")) == .entityBomb)
        #expect(failure(feed("<!ENTITY z \"&y;\"><!ENTITY y \"&z;\">")) == .entityBomb)
        let long = String(repeating: "x", count: 60_000)
        #expect(failure(feed("<!ENTITY z \"\(long)\">", String(repeating: "&z;", count: 2_000))) == .entityBomb)
        #expect(failure(feed("<!ENTITY z SYSTEM \"file:///etc/passwd\">")) == .externalEntity(name: "z"))
        let harmless = try read(feed("<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p; <!ENTITY z 'Sea'>"))
        #expect(harmless.items.map(\.title) == ["Sea"])
        let references = String(repeating: "&amp;lt;", count: 120_000)
        #expect(try rssItem("<title>Sea</title><description>\(references)</description>")?.title == "Sea")
    }

    /// Each of these would take minutes, or all memory, in a reader that is quadratic in it.
    @Test func hugeThingsAreReadInLinearTime() throws {
        func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
        let filler = repeated("x", 2 << 20)
        let hard: [(name: String, text: String)] = [
            ("a long section", "<description><![CDATA[\(filler)]]></description>"),
            ("a long comment", "<!--\(filler)-->"),
            ("long text", "<description>\(filler)</description>"),
            ("many attributes", "<x \((0..<8_000).map { "a\($0)=\"\"" }.joined(separator: " "))/>"),
            ("many namespaces", (0..<3_000).map { "<x xmlns:n\($0)=\"u\($0)\" n\($0):a=\"\"/>" }.joined()),
            ("many names", (0..<12_000).map { "<n\($0) m\($0)=\"\"/>" }.joined()),
            ("deep nesting", repeated("<div>", 20_000) + repeated("</div>", 20_000)),
            ("deep nesting without end", repeated("<div>", 20_000)),
            ("a deep summary without end", "<description>" + repeated("<div>", 20_000)),
            ("sections without end", repeated("<![CDATA[", 20_000)),
            ("comments without end", repeated("<!--", 20_000)),
            ("end tags without end", repeated("</x", 50_000)),
            ("tags without end", repeated("<x ", 50_000)),
            ("quotes without end", repeated("<x a=\"", 20_000)),
            ("ampersands", repeated("&", 200_000)),
            ("numbers", repeated("&#55357;", 20_000)),
        ]
        for (name, text) in hard {
            let document = try read(rss("<item><title>One</title></item><item><title>Two</title>\(text)</item>"))
            // What is cut off inside a tag or section hides what comes behind, and says so.
            let titles = document.items.map(\.title)
            #expect(titles == ["One", "Two"] || (titles == ["One"] && document.isTruncated), "\(name)")
        }
        let many = try read(rss(repeated("<item><title>x</title></item>", 50_000)))
        #expect(many.items.count == 50_000)
    }

    @Test func deepElementsKeepWhatStandsAroundThem() throws {
        let deep = String(repeating: "<div>", count: 300) + "deep" + String(repeating: "</div>", count: 300)
        let document = try read(
            "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'>\(deep)</content><title>One</title></entry>"
                + "<entry><title>Two</title></entry></feed>")
        #expect(document.items.map(\.title) == ["One", "Two"])
        #expect(document.items.first?.summary.map(summaryLine) == "deep")
    }

    @Test func fieldsAreCutAtTheirLimits() throws {
        let text = rss(
            "<item><title>\(String(repeating: "ö", count: 90))</title><description>\(String(repeating: "é", count: 900))</description></item>"
        )
        let item = try read(text, limits: FeedLimits(fieldSize: 101, titleSize: 11)).items.first
        #expect(item?.title == String(repeating: "ö", count: 5))
        #expect(item?.summary?.source.utf8.count ?? 0 <= 104)
    }
}

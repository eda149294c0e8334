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
        let bytes: [([UInt8], FeedError)] = [
            ([0x1f, 0x8b, 8, 0], .binary(kind: "compressed data (gzip)")), ([0x3c], .text(start: "<")),
            (Array(rss("").utf8) + [UInt8](repeating: 0x20, count: 1 << 20), .tooLarge(limit: 1 << 20)),
        ]
        for (body, error) in RefusalTests.bodies.map({ (Array($0.text.utf8), $0.error) }) + bytes {
            let read = failure(body, limits: FeedLimits(feedSize: 1 << 20))
            #expect(read == error, "\(String(decoding: body.prefix(80), as: UTF8.self))")
            #expect(!error.description.isEmpty, "\(error)")
        }
        let words = "the feed is larger than 1 MiB; raise the limit with --max-feed-size"
        #expect(FeedError.tooLarge(limit: 1 << 20).description == words)
    }

    /// S54.
    @Test func entitiesNeitherGrowNorReachOutside() throws {
        func feed(_ declarations: String, _ title: String = "&z;") -> [UInt8] {
            Array(
                ("<!DOCTYPE rss SYSTEM \"file:///etc/hosts\" [\(declarations)]>"
                    + rss("<item><title>\(title)</title></item>")).utf8)
        }
        let levels = (1...9).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }.joined()
        let long = String(repeating: "x", count: 60_000)
        let refused: [(name: String, body: [UInt8], error: FeedError)] = [
            ("growing by ten each time", feed("<!ENTITY a0 \"lol\">\(levels)<!ENTITY z \"&a9;\">"), .entityBomb),
            ("each holding the other", feed("<!ENTITY z \"&y;\"><!ENTITY y \"&z;\">"), .entityBomb),
            ("long and often", feed("<!ENTITY z \"\(long)\">", String(repeating: "&z;", count: 2_000)), .entityBomb),
            ("a file", feed("<!ENTITY z SYSTEM \"file:///etc/passwd\">"), .externalEntity(name: "z")),
        ]
        for (name, body, error) in refused {
            #expect(failure(body) == error, "\(name)")
        }
        let harmless = try read(feed("<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p; <!ENTITY z 'Sea'>"))
        #expect(harmless.items.map(\.title) == ["Sea"])
        let references = String(repeating: "&amp;lt;", count: 120_000)
        #expect(rssItem("<title>Sea</title><description>\(references)</description>")?.title == "Sea")
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
            let feed = document(of: rss("<item><title>One</title></item><item><title>Two</title>\(text)</item>"))
            // What is cut off inside a tag or section hides what comes behind, and says so.
            let titles = feed?.items.map(\.title)
            #expect(titles == ["One", "Two"] || (titles == ["One"] && feed?.isTruncated == true), "\(name)")
        }
        let many = try read(rss(repeated("<item><title>x</title></item>", 50_000)))
        #expect(many.items.count == 50_000)
    }
}

import News
import Testing

@testable import Feeds

@Suite struct MendingTests {
    static let samples: [(name: String, text: String, titles: [String])] = [
        ("bare ampersands", rss("<item><title>R&D & more &unknown; &amp</title></item>"), ["R&D & more &unknown; &"]),
        (
            "entities of HTML", rss("<item><title>Mayor&rsquo;s&nbsp;caf&eacute; &mdash; open</title></item>"),
            ["Mayor’s café — open"]
        ),
        ("less than a tag", rss("<item><title>2 < 3 <4</title></item>"), ["2 < 3 <4"]),
        ("control characters", rss("<item><title>Sea\u{0} \u{1}ice\u{fffe}</title></item>"), ["Sea ice"]),
        (
            "S52: one control character among ten items",
            rss(
                (1...10).map {
                    "<item><title>\($0)</title><description>Sea\($0 == 4 ? "\u{5}" : "") ice</description></item>"
                }.joined()), (1...10).map(String.init)
        ),
        (
            "references to no character",
            rss("<item><title>Sea&#1; ice&#xFFFE;&#999999999;&#xD83D;&#xDC1F;</title></item>"), ["Sea ice🐟"]
        ),
        (
            "an end tag too many", rss("<item><title>One</b></title></item></item><item><title>Two</title></item>"),
            ["One", "Two"]
        ),
        (
            "HTML in a summary",
            rss(
                "<item><description><p>a<br>b <b>c</p><img src=x></description><title>One</title></item><item><title>Two</title></item>"
            ), ["One", "Two"]
        ),
        ("a link without end", rss("<atom:link href=\"x\" rel=\"self\"><item><title>One</title></item>"), ["One"]),
        ("items without end", rss("<item><title>One</title><item><title>Two</title>"), ["One", "Two"]),
        (
            "titles without end", rss("<item><title>One<link>https://a.example/</link></item><item><title>Two</item>"),
            ["One", "Two"]
        ),
        (
            "a section without end",
            rss(
                "<item><title>One</title><description><![CDATA[x</description></item><item><description><![CDATA[y]]></description><title>Two</title></item>"
            ), ["One", "Two"]
        ),
        ("a last section without end", rss("<item><title><![CDATA[One</title></item>"), ["One"]),
        ("a comment without end", rss("<!-- x <item><title>One</title></item>"), ["One"]),
        (
            "text before and behind",
            "Warning: <br />\n\n<?xml version='1.0'?>" + rss("<item><title>One</title></item>") + "<html><p>x", ["One"]
        ),
        ("two documents", rss("<item><title>One</title></item>") + rss("<item><title>Two</title></item>"), ["One"]),
        (
            "attributes without quotes",
            "<rss version=2.0><channel><item><title type=html a='1' a='2'>One</title></item></channel></rss>", ["One"]
        ),
        (
            "a quote without end", "<rss><channel><x a=\"1><item><title>One</title></item><y a=\"2\"/></channel></rss>",
            ["One"]
        ),
        (
            "prefixes nobody declared",
            "<rss><rss:channel><rss:item><rss:title>One</rss:title></rss:item></rss:channel></rss>", ["One"]
        ),
        (
            "entities of a document type",
            "<!DOCTYPE rss [<!ENTITY a 'Sea'><!ENTITY b \"&a; ice\">]>" + rss("<item><title>&b;</title></item>"),
            ["Sea ice"]
        ),
        (
            "an end tag without its end", rss("<item><title>One</title</item><item><title>Two</title></item>"),
            ["One", "Two"]
        ),
        ("brackets in text", rss("<item><title>One ]]> two</title></item>"), ["One ]]> two"]),
        ("a tag name of many colons", rss("<item><a:b:c:>x</a:b:c:><title>One</title></item>"), ["One"]),
    ]

    /// Elements deeper than a parser likes keep what stands around them.
    static let deep: (name: String, text: String, titles: [String]) = (
        "deep elements",
        "<feed xmlns='http://www.w3.org/2005/Atom'><entry><content type='xhtml'>"
            + String(repeating: "<div>", count: 300) + "deep" + String(repeating: "</div>", count: 300)
            + "</content><title>One</title></entry><entry><title>Two</title></entry></feed>", ["One", "Two"]
    )

    @Test func damageCostsNoItem() {
        for (name, text, titles) in MendingTests.samples + [MendingTests.deep] {
            #expect(document(of: text)?.items.map(\.title) == titles, "\(name)")
        }
    }

    /// A feed cut anywhere gives its complete items, says that it was cut, and never more than was there.
    @Test func cutFeedsGiveTheirCompleteItems() throws {
        let text = Array(
            rss(
                "<item><title>One</title><description><![CDATA[x]]></description></item>"
                    + "<item><title>Two &amp; <b>more</b></title></item><item><title>Three</title></item>"
            ).utf8)
        let whole = try read(text).items
        let ends = [Array("</item>".utf8)].flatMap { end in
            text.indices.filter { text[$0...].starts(with: end) }.map { $0 + end.count }
        }
        #expect(ends.count == 3)
        for length in 1..<text.count {
            guard let document = try? read(Array(text.prefix(length))) else { continue }
            let complete = ends.filter { $0 <= length }.count
            #expect(
                document.items == Array(whole.prefix(complete)) && document.isTruncated == (length < text.count),
                "\(length)")
        }
    }
}

import News
import Testing

@testable import Feeds

@Suite struct FieldTests {
    /// The inside of an RSS item, and its title.
    static let titles: [(inside: String, title: String)] = [
        ("<title> Sea \n ice</title>", "Sea ice"),
        ("<title>Salt &amp;amp; tide</title>", "Salt & tide"),
        ("<title>&lt;b&gt;Live&lt;/b&gt;: vote</title>", "Live: vote"),
        ("<title>Live: <b>vote</b> count</title>", "Live: vote count"),
        ("<title>Prices &lt; 2%</title>", "Prices < 2%"),
        // S58: read once, whatever wraps it.
        ("<title><![CDATA[They don&#8217;t agree]]></title>", "They don’t agree"),
        ("<title>A&amp;amp;B &apos;regrets&apos; it</title>", "A&B 'regrets' it"),
        ("<title>&lt;b&gt;Strike&lt;/b&gt; over</title>", "Strike over"),
        ("<title>The &amp;amp;lt; sign</title>", "The &lt; sign"),
        ("<title>Sea<!-- not this --> ice</title>", "Sea ice"),
        ("<media:title>Photo</media:title><title>Sea ice</title>", "Sea ice"),
        ("<title/><media:title>Photo</media:title>", "Photo"),
        ("<dc:title>Sea ice</dc:title>", "Sea ice"),
        ("<author><title>Captain</title></author><description>x</description>", ""),
        ("<shop:product><shop:title>Boots</shop:title><title>Boots</title></shop:product>", ""),
        ("<shop:title>Boots</shop:title>", ""),
        ("<media:group><media:title>Photo</media:title></media:group>", "Photo"),
    ]

    static let atomTitles: [(inside: String, title: String)] = [
        ("<title>How &lt;pre&gt; broke it</title>", "How <pre> broke it"),
        ("<title type=\"text\">How &lt;pre&gt; broke it</title>", "How <pre> broke it"),
        ("<title type=\"html\">Salt &amp;amp; &lt;i&gt;tide&lt;/i&gt;</title>", "Salt & tide"),
        ("<title type=\"xhtml\"><div>Salt &amp; <i>t&lt;d</i></div></title>", "Salt & t<d"),
        ("<title type=\"xhtml\">Strike called off</title>", "Strike called off"),
        ("<title>a &lt; b <i>c</i></title>", "a < b c"),
        ("<title mode=\"base64\">U2VhIGljZQ==</title>", "Sea ice"),
        ("<title type=\"application/octet-stream\">not base 64!</title>", "not base 64!"),
        ("<source><title>Elsewhere</title></source><title>Sea ice</title>", "Sea ice"),
    ]

    /// Every table above and below, each a kind of field.
    @Test func fieldsAreRead() {
        titlesAreRead()
        linksAndIDsAreRead()
        categoriesAreRead()
        summariesAndDatesAreRead()
    }

    private func titlesAreRead() {
        for (inside, title) in FieldTests.titles {
            #expect(rssItem(inside)?.title == title, "\(inside)")
        }
        for (inside, title) in FieldTests.atomTitles {
            #expect(atomEntry(inside)?.title == title, "\(inside)")
        }
        let long = "<title>\(String(repeating: "ö", count: 90))</title>"
        #expect(rssItem(long, limits: FeedLimits(titleSize: 11))?.title == "ööööö", "a title cut at its limit")
    }

    static let longPath = String(repeating: "a", count: 4_000)

    static let address = "https://feeds.example/all/feed.xml"

    /// The inside of an RSS item that came from the address above, its link and its id.
    static let links: [(inside: String, link: String?, id: String?)] = [
        ("<link>\n https://a.example/1 \n</link>", "https://a.example/1", nil),
        ("<link>/world/1?a=1&amp;b=2#c</link>", "https://feeds.example/world/1?a=1&b=2#c", nil),
        ("<link xml:base=\"https://b.example/x/\">../1</link>", "https://b.example/1", nil),
        ("<link xml:base=\"https://b.example/\(FieldTests.longPath)/\">1</link>", "https://feeds.example/all/1", nil),
        ("<guid>https://a.example/1</guid>", "https://a.example/1", "https://a.example/1"),
        ("<guid isPermaLink=\"false\">https://a.example/1</guid>", nil, "https://a.example/1"),
        ("<guid ispermalink=\"False\">https://a.example/1</guid>", nil, "https://a.example/1"),
        ("<guid>desk-4711</guid>", nil, "desk-4711"),
        ("<guid/><link/>", nil, nil),
        (
            "<guid>https://a.example/p</guid><link>https://a.example/1</link>", "https://a.example/1",
            "https://a.example/p"
        ),
        ("<atom:link rel=\"related\" href=\"https://c.example/\"/><link>/1</link>", "https://feeds.example/1", nil),
        ("<atom:link href=\"https://c.example/\"/>", "https://c.example/", nil),
        ("<link>https://a.example/long\n/way</link>", "https://a.example/long/way", nil),
        ("<atom:id>urn:x</atom:id>", nil, "urn:x"),
        // The address survives byte for byte.
        ("<link>https://a.example/?id=1&src=rss&lang=en</link>", "https://a.example/?id=1&src=rss&lang=en", nil),
    ]

    static let atomLinks: [(inside: String, link: String?)] = [
        (
            "<link rel=\"self\" href=\"https://a.example/s\"/><link href=\" https://a.example/1\"/>",
            "https://a.example/1"
        ),
        ("<link rel=\"enclosure\" href=\"https://a.example/1.mp3\"/>", nil),
        ("<link rel=\"alternate\" href=\"1\"/><link rel=\"alternate\" href=\"2\"/>", "https://feeds.example/all/1"),
        ("<link href=\"gemini://a.example/1\"/><link href=\"https://a.example/1\"/>", "https://a.example/1"),
        ("<link>https://a.example/text</link>", "https://a.example/text"),
        ("<link href=\"\"/>", nil),
        ("<link xml:base=\"https://b.example/\" href=\"\"/>", "https://b.example/"),
        ("<link href='https://a.example/?a=1&b=\"2\"'/>", "https://a.example/?a=1&b=\"2\""),
    ]

    private func linksAndIDsAreRead() {
        for (inside, link, id) in FieldTests.links {
            let item = rssItem(inside, address: FieldTests.address)
            #expect([item?.link, item?.id] == [link, id], "\(inside)")
        }
        for (inside, link) in FieldTests.atomLinks {
            #expect(atomEntry(inside, address: FieldTests.address)?.link == link, "\(inside)")
        }
        #expect(rssItem("<link>/1</link>")?.link == "/1", "without an address")
    }

    /// The inside of an RSS item, and the terms of its categories.
    static let terms: [(inside: String, terms: [String])] = [
        ("<category>Sea</category><category>Ports</category><category/>", ["Sea", "Ports"]),
        ("<category>Arts &amp;amp; Culture</category>", ["Arts & Culture"]),
        ("<category>Politics, Economy</category>", ["Politics, Economy"]),
        ("<category>Health\n  policy</category>", ["Health policy"]),
        ("<dc:subject>Sea</dc:subject><media:category label=\"Ports\">p/1</media:category>", ["Sea", "p/1"]),
        ("<media:keywords>sea, ports ,,</media:keywords>", ["sea", "ports"]),
        ("<itunes:category text=\"Sea\"><itunes:category text=\"Fish\"/></itunes:category>", ["Sea"]),
        ("<atom:category term=\"sea\" label=\"The Sea\"/>", ["sea"]),
        ("<atom:category term=\"\" label=\"The Sea\"/>", ["The Sea"]),
        (String(repeating: "<category>Sea</category>", count: 400), Array(repeating: "Sea", count: 256)),
    ]

    private func categoriesAreRead() {
        for (inside, terms) in FieldTests.terms {
            #expect(rssItem(inside)?.categories.map(\.term) == terms, "\(inside.prefix(200))")
        }
        // S76: what a channel says of itself is not said of its items.
        let channel = (1...30).map { "<category>Desk \($0)</category>" }.joined()
        #expect(document(of: rss(channel + "<item><title>x</title></item>"))?.items.map(\.categories) == [[]])
        let whole = "<category term=\"sea\" scheme=\"urn:desk\" label=\"The Sea\"/>"
        let domain = "<category domain=\"desk\">Sea</category>"
        #expect(atomEntry(whole)?.categories == [ItemCategory(term: "sea", scheme: "urn:desk", label: "The Sea")])
        #expect(rssItem(domain)?.categories == [ItemCategory(term: "Sea", scheme: "desk")])
    }

    static let summaries: [(inside: String, text: String?)] = [
        ("<description>&lt;p&gt;Boats &amp;amp; nets&lt;/p&gt;</description>", "Boats & nets"),
        ("<description>Short.</description><content:encoded>Long.</content:encoded>", "Short."),
        ("<content:encoded><![CDATA[<p>Long.</p>]]></content:encoded><description>Short.</description>", "Short."),
        ("<description> </description><content:encoded><![CDATA[<p>Long.</p>]]></content:encoded>", "Long."),
        ("<description><p>Real <b>mark</b>up &amp; &lt;more</p></description>", "Real markup & <more"),
        ("<media:content><media:description>Photo.</media:description></media:content>", "Photo."),
        ("<description>One<![CDATA[ <i>two</i>]]> three</description>", "One two three"),
        ("<title>x</title>", nil),
    ]

    /// The inside of an RSS item, when it was published and when updated.
    static let dates: [(inside: String, published: String?, updated: String?)] = [
        (
            "<dc:date>2026-03-01</dc:date><pubDate> Mon, 02 Mar 2026 08:15:00 GMT </pubDate>"
                + "<atom:updated>2026-03-03T00:00:00Z</atom:updated>", "2026-03-02T08:15:00Z", "2026-03-03T00:00:00Z"
        ),
        ("<pubDate>soon</pubDate><dc:date>2026-03-01</dc:date>", "2026-03-01T00:00:00Z", nil),
    ]

    private func summariesAndDatesAreRead() {
        for (inside, text) in FieldTests.summaries {
            #expect(rssItem(inside)?.summary.map(summaryLine) == text, "\(inside)")
        }
        #expect(atomEntry("<summary>1 &lt; 2</summary>")?.summary == Markup("1 < 2", form: .plain))
        let deep = String(repeating: "<div>", count: 300) + "deep" + String(repeating: "</div>", count: 300)
        #expect(atomEntry("<content type='xhtml'>\(deep)</content>")?.summary.map(summaryLine) == "deep")
        let long = "<description>\(String(repeating: "é", count: 900))</description>"
        let cut = rssItem(long, limits: FeedLimits(fieldSize: 101))?.summary?.source.utf8.count ?? 0
        #expect((90...104).contains(cut), "\(cut) bytes")
        for (inside, published, updated) in FieldTests.dates {
            let item = rssItem(inside)
            #expect([item?.published?.description, item?.updated?.description] == [published, updated], "\(inside)")
        }
    }
}

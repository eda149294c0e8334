import News
import Testing

@testable import Feeds

@Suite struct FormatTests {
    struct Sample: Sendable {
        var name: String
        var text: String
        var document: FeedDocument

        init(name: String, text: String, document: FeedDocument) {
            (self.name, self.text, self.document) = (name, text, document)
        }

        /// The one item in the feed of one newspaper.
        init(
            name: String, text: String, format: FeedDocument.Format = .rss, link: String? = nil,
            item: Item = Item(title: "Lighthouse reopens", link: "https://courier.example/1", id: "c-1")
        ) {
            let document = FeedDocument(format: format, title: "Dune Courier", link: link, items: [item])
            self.init(name: name, text: text, document: document)
        }
    }

    static let samples = [
        Sample(
            name: "RSS 2.0",
            text: rss(
                "<item><title>Lighthouse reopens</title><link>https://courier.example/1</link>"
                    + "<guid isPermaLink=\"false\">c-1</guid></item>"), link: "https://courier.example/"),
        Sample(
            name: "RSS 0.91 with its document type",
            text: """
                <?xml version="1.0"?><!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN"
                "http://my.netscape.com/publish/formats/rss-0.91.dtd"><rss version="0.91"><channel>
                <title>Dune Courier</title><image><title>Logo</title></image>
                <item><title>Lighthouse reopens</title><link>https://courier.example/1</link></item></channel></rss>
                """,
            item: Item(title: "Lighthouse reopens", link: "https://courier.example/1")),
        Sample(
            name: "RSS 1.0, items beside the channel",
            text: """
                <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/">
                <channel rdf:about="https://courier.example/"><title>Dune Courier</title>
                <items><rdf:Seq><rdf:li resource="https://courier.example/1"/></rdf:Seq></items></channel>
                <item rdf:about="https://courier.example/1"><title>Lighthouse reopens</title></item></rdf:RDF>
                """, format: .rdf,
            item: Item(
                title: "Lighthouse reopens", link: "https://courier.example/1", id: "https://courier.example/1")),
        Sample(
            name: "RSS under a prefix of its own",
            text: """
                <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:q="http://purl.org/rss/1.0/">
                <q:channel><q:title>Dune Courier</q:title></q:channel><q:item r:about="c-1">
                <q:title>Lighthouse reopens</q:title><q:link>https://courier.example/1</q:link></q:item></r:RDF>
                """, format: .rdf),
        Sample(
            name: "RSS in a namespace nobody knows",
            text: """
                <rss xmlns="urn:invented" version="2.0"><channel><title>Dune Courier</title><item>
                <title>Lighthouse reopens</title><link>https://courier.example/1</link><guid>c-1</guid></item></channel></rss>
                """),
        Sample(
            name: "Atom 1.0 under a prefix",
            text: """
                <a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>Dune Courier</a:title><a:entry><a:id>c-1</a:id>
                <a:title>Lighthouse reopens</a:title><a:link href="https://courier.example/1"/></a:entry></a:feed>
                """, format: .atom),
        Sample(
            name: "Atom 0.3",
            text: """
                <feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>Dune Courier</title><entry><id>c-1</id>
                <title mode="escaped" type="text/html">Lighthouse &lt;b&gt;reopens&lt;/b&gt;</title>
                <link rel="alternate" type="text/html" href="https://courier.example/1"/></entry></feed>
                """, format: .atom),
        Sample(
            name: "names in capitals",
            text: """
                <RSS><CHANNEL><TITLE>Dune Courier</TITLE><ITEM><TITLE>Lighthouse reopens</TITLE>
                <LINK>https://courier.example/1</LINK><GUID>c-1</GUID></ITEM></CHANNEL></RSS>
                """),
        Sample(
            name: "a feed wrapped in something else",
            text: """
                <s:Envelope xmlns:s="urn:soap"><s:Body><rss><channel><title>Dune Courier</title><item>
                <title>Lighthouse reopens</title><link>https://courier.example/1</link><guid>c-1</guid></item></channel></rss>
                </s:Body></s:Envelope>
                """),
        Sample(
            name: "what an RSS feed says of itself",
            text: """
                <rss xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" xml:lang="de"><channel>
                <textInput><title>Search</title></textInput><title>Dune &amp;amp; Courier</title>
                <link>https://courier.example/</link><language> <![CDATA[ sv-SE ]]> </language><ttl>15</ttl></channel></rss>
                """,
            document: FeedDocument(
                format: .rss, title: "Dune & Courier", language: "sv-SE", link: "https://courier.example/",
                suggestedInterval: 900)),
        Sample(
            name: "what an Atom feed says of itself",
            text: """
                <feed xml:lang="fi" xmlns="http://www.w3.org/2005/Atom" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/">
                <sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>4</sy:updateFrequency>
                <entry xml:lang="fi"><title>One</title></entry><entry xml:lang="en"><title>Two</title></entry></feed>
                """,
            document: FeedDocument(
                format: .atom, language: "fi", suggestedInterval: 21_600,
                items: [Item(title: "One"), Item(title: "Two", language: "en")])),
    ]

    /// Each as it stands, and damaged: what is mended must come out as libxml2 alone would read it.
    @Test func everyFormatGivesTheSameDocument() {
        for sample in FormatTests.samples {
            #expect(document(of: sample.text) == sample.document, "\(sample.name)")
            let damaged = sample.text.replacing("<title>", with: "<title>\u{1}")
                .replacing("Lighthouse", with: "Lighthouse \u{1}")
            #expect(document(of: damaged) == sample.document, "\(sample.name), damaged")
        }
    }
}

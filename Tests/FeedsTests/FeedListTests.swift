import Feeds
import News
import Testing

@Suite struct FeedListTests {
    @Test func categoriesComeFromTheAttributeOrTheOutlineAround() throws {
        let list = """
            <?xml version="1.0"?><opml version="2.0"><head><title>t</title></head><body>
            <outline text="sports"><outline xmlUrl=" https://a.example/1 " title="A" text="x" language="sv"/>
            <outline text="Deeper"><outline XMLURL="https://a.example/2" category="/News/World,/Europe"/></outline></outline>
            <outline text="Mixed"><outline xmlUrl="https://a.example/3" text="C" category="/Cooking"/></outline>
            <outline xmlUrl="wire.xml"/><outline xmlUrl="https://a.example/1" category="World"/>
            <outline xmlUrl="file:///var/news.xml"/></body></opml>
            """
        #expect(
            try FeedList.read(Array(list.utf8)) == [
                Feed(location: .address("https://a.example/1"), title: "A", category: .sports, language: "sv"),
                Feed(location: .address("https://a.example/2"), category: .world),
                Feed(location: .address("https://a.example/3"), title: "C"),
                Feed(location: .file("wire.xml")), Feed(location: .file("/var/news.xml")),
            ])
    }

    @Test(arguments: [
        ("", "empty"), ("{\"feeds\": []}", "JSON"), ("<html><body/></html>", "web page"),
        ("<opml><body><outline text='A'/></body></opml>", "no feed"), ("World, Sports", "“World, Sports”"),
    ])
    func otherListsSayWhatIsWrong(list: String, words: String) {
        let error = #expect(throws: FeedListError.self) { try FeedList.read(Array(list.utf8)) }
        #expect(error?.description.contains(words) == true, "\(error.debugDescription)")
    }
}

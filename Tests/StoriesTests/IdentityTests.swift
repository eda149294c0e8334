import News
import Stories
import Testing

struct IdentityTests {
    enum Meaning: Sendable {
        case one, two, nothing, frontPage
    }

    /// Pairs of links, and what they lead to. Those that lead to two articles are as much alike as can be; those that
    /// lead to none identify nothing, or a front page.
    @Test(
        arguments: [
            ("http://news.example/a", "https://news.example/a", .one),
            ("https://www.news.example/a", "https://NEWS.example/a/", .one),
            ("https://news.example:443/a", "http://news.example:80/a#comments", .one),
            ("https://news.example/a?utm_source=rss&utm_campaign=x1", "https://news.example/a?utm_campaign=x2", .one),
            ("https://news.example/a?id=7&fbclid=zz", "https://news.example/a?id=7", .one),
            ("https://news.example/a?ref=rss", "https://news.example/a", .one),
            ("https://news.example/a?b=2&a=1", "https://news.example/a?a=1&b=2", .one),
            ("https://news.example/caf%c3%a9/%7Ejo", "https://news.example/café/~jo", .one),
            ("  https://user:secret@news.example/a?\n", "//news.example/a", .one),
            (
                "https://news.example/a;jsessionid=1A2B?id=7", "https://news.example/a;JSESSIONID=9F?id=7&PHPSESSID=4",
                .one
            ),
            ("https://news.example/a?xtor=RSS-1", "https://news.example./a", .one),
            ("https://news.example/story?id=7", "https://news.example/story?id=8", .two),
            ("https://news.example/a", "https://news.example/A", .two),
            ("https://news.example/a", "https://sport.news.example/a", .two),
            ("https://news.example/a?ref=7", "https://news.example/a?ref=8", .two),
            ("https://news.example:8080/a", "https://news.example/a", .two),
            ("https://news.example/#!/a/1", "https://news.example/#!/a/2", .two),
            ("https://news.example/a;id=7", "https://news.example/a;id=8", .two),
            ("https://news.example/a%2Fb", "https://news.example/a/b", .two),
            ("https://news.example/a?tag=x&tag=y", "https://news.example/a?tag=y&tag=x", .two),
            ("https://www.example/a", "https://example/a", .two),
            ("https://news.example/a?source=politics", "https://news.example/a?source=sports", .two),
            ("", "", .nothing),
            (" ", " ", .nothing),
            ("javascript:void(0)", "javascript:void(0)", .nothing),
            ("mailto:desk@news.example", "mailto:desk@news.example", .nothing),
            ("/a", "/a", .nothing),
            ("https://", "https://", .nothing),
            ("https:///a", "https:///a", .nothing),
            ("#top", "#top", .nothing),
            ("https://news.example", "https://news.example", .frontPage),
            ("http://www.news.example/?utm_source=rss", "http://www.news.example/?utm_source=rss", .frontPage),
            ("https://news.example/#post-7", "https://news.example/#post-7", .frontPage),
        ] as [(String, String, Meaning)])
    func linksToOneArticleToTwoAndToNone(_ left: String, _ right: String, _ meaning: Meaning) {
        let canonical = CanonicalLink(left)
        let isOne = canonical == CanonicalLink(right)
        let found: Meaning = canonical.map { $0.isFrontPage ? .frontPage : isOne ? .one : .two } ?? .nothing
        #expect(found == meaning)
    }

    /// Two items, the feeds that carry them, and whether they share id, link, title.
    @Test(arguments: [
        Pair("address as id, other scheme", id: ("http://news.example/1", "https://www.news.example/1"), sameID: true),
        Pair("address as id, other fragment", id: ("https://news.example/1#0", "https://news.example/1#1")),
        Pair("urn in two feeds", id: ("urn:uuid:7", " urn:uuid:7 "), feeds: ("a", "b"), sameID: true),
        Pair("number in one feed", id: ("4711", "4711"), sameID: true),
        Pair("number in two feeds", id: ("4711", "4711"), feeds: ("a", "b")),
        Pair("case counts in an id", id: ("a4711", "A4711")),
        Pair(
            "empty ids, texts differ", title: ("Notice 144", "Notice 145"), id: ("", " ")),
        Pair("no ids, one text", title: ("Notice 144", "NOTICE: 144!"), sameID: true, sameTitle: true),
        Pair(
            "long title in two feeds", title: ("Prime minister resigns", "“Prime Minister” resigns"), id: ("1", "2"),
            feeds: ("a", "b"), sameTitle: true),
        Pair("short title in two feeds", title: ("In pictures", "In pictures"), id: ("1", "2"), feeds: ("a", "b")),
        Pair("short title in one feed", title: ("In pictures", "In pictures"), id: ("1", "2"), sameTitle: true),
        Pair(
            "eight ideographs in two feeds", title: ("首相辞任表明午後会見", "首相辞任表明午後会見"), id: ("1", "2"),
            feeds: ("a", "b"), sameTitle: true),
        Pair("seven ideographs in two feeds", title: ("首相辞任表明へ", "首相辞任表明へ"), id: ("1", "2"), feeds: ("a", "b")),
        Pair("empty titles", title: ("", ""), id: ("1", "2")),
    ])
    func identities(_ pair: Pair) {
        let left = ItemIdentities(of: Item(title: pair.title.0, id: pair.id.0), scope: pair.feeds.0)
        let right = ItemIdentities(of: Item(title: pair.title.1, id: pair.id.1), scope: pair.feeds.1)
        #expect((left.id != nil && left.id == right.id) == pair.sameID)
        #expect((left.title != nil && left.title == right.title) == pair.sameTitle)
    }

    struct Pair: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var title: (String, String)
        var id: (String, String)
        var feeds: (String, String)
        var sameID: Bool
        var sameTitle: Bool

        init(
            _ name: String, title: (String, String) = ("One", "Two"), id: (String, String) = ("", ""),
            feeds: (String, String) = ("a", "a"), sameID: Bool = false, sameTitle: Bool = false
        ) {
            testDescription = name
            self.title = title
            self.id = id
            self.feeds = feeds
            self.sameID = sameID
            self.sameTitle = sameTitle
        }
    }

    @Test func keysTellItemsApartAndStayTheSame() {
        let items = [
            Item(title: "Notice 144", link: "", id: ""),
            Item(title: "Notice 145", link: nil, id: nil),
            Item(title: "First A", link: "https://news.example/1", id: "g"),
            Item(title: "Second B", link: "https://news.example/2", id: "g"),
            Item(title: "Home one", link: "https://news.example/"),
            Item(title: "Home two", link: "https://news.example/"),
            Item(title: "", link: "https://news.example/9"),
            Item(title: "", summary: Markup("Only a text", form: .plain)),
        ]
        let keys = itemKeys(of: items)
        #expect(Set(keys).count == items.count)
        #expect(keys.allSatisfy { $0.utf8.count == 32 })
        #expect(itemKeys(of: items) == keys)
        #expect(itemKey(items[6]) == itemKey(Item(title: "Now with a title", link: "http://news.example/9#top")))
        #expect(itemKeys(of: [items[2], items[2]]) == [itemKey(items[2]), itemKey(items[2])])
    }
}

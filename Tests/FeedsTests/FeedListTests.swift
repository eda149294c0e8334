import News
import Testing

@testable import Feeds

@Suite struct FeedListTests {
    static func read(_ text: String, baseFolder: String? = nil, address: String? = nil) throws(FeedListError) -> [Feed]
    {
        try FeedList.read(Array(text.utf8), baseFolder: baseFolder, address: address)
    }

    static func list(_ outlines: String) -> String {
        "<?xml version=\"1.0\"?><opml version=\"2.0\"><head><title>Desk</title></head><body>\(outlines)</body></opml>"
    }

    static let outlines: [(outline: String, feed: Feed)] = [
        (
            "<outline text=\"A &amp;amp; B\" type=\"rss\" xmlUrl=\" https://a.example/feed \" language=\"sv\"/>",
            Feed(location: .address("https://a.example/feed"), title: "A & B", language: "sv")
        ),
        (
            "<OUTLINE Title=\"T\" text=\"x\" XMLURL=\"https://a.example/\"/>",
            Feed(location: .address("https://a.example/"), title: "T")
        ),
        (
            "<outline category=\"/World\" xmlUrl=\"https://a.example/\"/>",
            Feed(location: .address("https://a.example/"), category: .world)
        ),
        (
            "<outline category=\"x,/News/sports\" xmlUrl=\"https://a.example/\"/>",
            Feed(location: .address("https://a.example/"), category: .sports)
        ),
        (
            "<outline category=\"Cooking\" xmlUrl=\"https://a.example/\"/>",
            Feed(location: .address("https://a.example/"))
        ),
        (
            "<outline text=\"science\"><outline text=\"Inner\"><outline xmlUrl=\"https://a.example/\"/></outline></outline>",
            Feed(location: .address("https://a.example/"), category: .science)
        ),
        (
            "<outline text=\"World\"><outline text=\"Politics\" xmlUrl=\"https://a.example/\"/></outline>",
            Feed(location: .address("https://a.example/"), title: "Politics", category: .world)
        ),
        (
            "<outline text=\"World\"><outline category=\"/Business\" xmlUrl=\"https://a.example/\"/></outline>",
            Feed(location: .address("https://a.example/"), category: .business)
        ),
        ("<outline xmlUrl=\"sample-world.xml\"/>", Feed(location: .file("/lists/sample-world.xml"))),
        ("<outline xmlUrl=\"/srv/x.xml\"/>", Feed(location: .file("/srv/x.xml"))),
        ("<outline xmlUrl=\"file:///srv/x.xml\"/>", Feed(location: .file("/srv/x.xml"))),
        ("<outline xmlUrl=\"feed://a.example/f\"/>", Feed(location: .address("http://a.example/f"))),
        ("<outline xmlUrl=\"feed:https://a.example/f\"/>", Feed(location: .address("https://a.example/f"))),
        ("<outline type=\"rss\" url=\"https://a.example/f\"/>", Feed(location: .address("https://a.example/f"))),
        ("<outline xmlUrl=\"https://a.example/?a=1&b=2\">", Feed(location: .address("https://a.example/?a=1&b=2"))),
    ]

    /// The first of twins counts, folders are no feeds, and from an address nothing means a file of this machine.
    static let lists: [(outlines: String, address: String?, feeds: [Feed])] = [
        (
            "<outline text=\"Folder\"/><outline text=\"One\" xmlUrl=\"https://a.example/\"/>"
                + "<outline text=\"Link\" type=\"link\" url=\"https://a.example/\"/>"
                + "<outline text=\"Two\" xmlUrl=\"https://a.example/\"/>"
                + "<outline text=\"Three\" xmlUrl=\"https://b.example/\"/>", nil,
            [
                Feed(location: .address("https://a.example/"), title: "One"),
                Feed(location: .address("https://b.example/"), title: "Three"),
            ]
        ),
        (
            "<outline xmlUrl=\"b.xml\"/><outline xmlUrl=\"file:///etc/passwd\"/>", "https://a.example/l/x.opml",
            [Feed(location: .address("https://a.example/l/b.xml")), Feed(location: .address("file:///etc/passwd"))]
        ),
    ]

    @Test func outlinesBecomeFeedsAndWhatIsNoListIsSaid() {
        let single = FeedListTests.outlines.map { (outlines: $0, address: nil as String?, feeds: [$1]) }
        for (outlines, address, feeds) in single + FeedListTests.lists {
            let list = FeedListTests.list(outlines)
            let read = try? FeedListTests.read(list, baseFolder: "/lists", address: address)
            #expect(read == feeds, "\(outlines)")
        }
        for (outlines, told) in FeedListTests.oddNames {
            let list = FeedListTests.list(outlines)
            let odd = (try? FeedList.content(of: Array(list.utf8)))?.unknownCategories ?? []
            let words = odd.map { [$0.name, $0.near?.rawValue].compactMap(\.self).joined(separator: " ") }
            #expect(words == told, "\(outlines)")
        }
        for (text, error) in FeedListTests.refused {
            #expect(throws: error, "\(text)") { try FeedListTests.read(text) }
            #expect(error.description.contains("feed list"), "\(text)")
        }
    }

    /// An outline before and after its feed moved from https://a.example/?a=1&b=2 to https://b.example/?c='&d.
    static let moves: [(before: String, after: String)] = [
        (
            "<outline  text='x'\n xmlUrl = \"https://a.example/?a=1&amp;b=2\" htmlUrl=\"https://a.example/\"/>",
            "<outline  text='x'\n xmlUrl = \"https://b.example/?c=&apos;&amp;d\" htmlUrl=\"https://a.example/\"/>"
        ),
        ("<OUTLINE XMLURL=' https://a.example/?a=1&#38;b=2 '>", "<OUTLINE XMLURL='https://b.example/?c=&apos;&amp;d'>"),
        ("<outline xmlUrl=\"https://a.example/?a=1&b=2\"/>", "<outline xmlUrl=\"https://b.example/?c=&apos;&amp;d\"/>"),
        (
            "<outline text=\"a > b\" type=\"rss\" url=\"feed:https://a.example/?a=1&amp;b=2\">",
            "<outline text=\"a > b\" type=\"rss\" url=\"https://b.example/?c=&apos;&amp;d\">"
        ),
    ]

    /// What must stay as it is.
    static let stays = [
        "<!-- <outline xmlUrl=\"https://a.example/?a=1&amp;b=2\"/> -->", "\r\n\t",
        "<![CDATA[<outline xmlUrl=\"https://a.example/?a=1&amp;b=2\"/>]]>", "text \u{FEFF}\u{E9}",
        "<outline type=\"link\" url=\"https://a.example/?a=1&amp;b=2\"/>", "<outline xmlUrl=\"https://a.example/\"/>",
        "<other xmlUrl=\"https://a.example/?a=1&amp;b=2\"/>",
        "<outline xmlUrl=\"x\" xmlUrl=\"https://a.example/?a=1&b=2\"/>",
        "<?note <outline xmlUrl=\"https://a.example/?a=1&amp;b=2\"/>?>", "<outline xmlUrl=\"https://a.example/?a=1&b=2",
    ]

    @Test func newAddressesAreAllThatChangesInAList() throws {
        let moved = ["https://a.example/?a=1&b=2": "https://b.example/?c='&d"]
        let around = FeedListTests.stays.dropLast().joined(separator: "\n")
        let end = FeedListTests.stays.last ?? ""
        for (before, after) in FeedListTests.moves {
            let rewriting = try #require(FeedList.rewriting(Array((around + before + end).utf8), moved: moved))
            #expect(String(decoding: rewriting.list, as: UTF8.self) == around + after + end)
            #expect(rewriting.changes == 1)
        }
        let whole = FeedListTests.list(FeedListTests.moves.map(\.before).joined())
        let rewriting = try #require(FeedList.rewriting(Array(whole.utf8), moved: moved))
        #expect(rewriting.changes == 4)
        let feeds = try FeedListTests.read(String(decoding: rewriting.list, as: UTF8.self))
        #expect(feeds.map(\.location) == [.address("https://b.example/?c='&d")])
        #expect(FeedList.rewriting(whole.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, moved: moved) == nil)
    }

    /// Attributes of our namespace, and the settings or a part of the words why not.
    static let settings: [(attributes: String, settings: [FeedSetting], says: String)] = [
        ("b:userAgent=\"Desk/1\" b:timeout='5s' text='x'", [.userAgent("Desk/1"), .timeout(5)], ""),
        ("b:header=' X-Desk : World: 1 '", [.header(name: "X-Desk", value: "World: 1")], ""),
        (
            "b:username='desk' b:passwordFile='key'", [.username("desk"), .password(.file("/lists/key"))], ""
        ),
        ("b:bearerVariable='DESK_TOKEN'", [.bearer(.variable("DESK_TOKEN"))], ""),
        (
            "b:caFile='/srv/ca.pem' b:proxy='socks5h://127.0.0.1:9' b:minInterval='15m' b:pollAlways='true'",
            [
                .certificateFile("/srv/ca.pem"), .proxy("socks5h://127.0.0.1:9"), .minimumInterval(900), .pollAlways,
            ], ""
        ),
        ("bulletin:userAgent='Desk/1' b:pollAlways='false'", [.userAgent("Desk/1")], ""),
        ("other:userAgnet='x' userAgnet='y'", [], ""),
        ("b:userAgnet='x'", [], "“userAgnet” of the feed “Desk”, which is not known; did you mean userAgent?"),
        ("b:colour='red'", [], "known are userAgent, header"), ("b:timeout='soon'", [], "a duration such as 30s"),
        ("b:timeout='2h'", [], "a duration"), ("b:minInterval='99999999999999999999d'", [], "a duration"),
        ("b:header='Authorization: Basic eDp5'", [], "no secret"), ("b:header='X'", [], "X-Desk: World"),
        ("b:proxy='http://u:p@h/'", [], "no credentials"), ("b:pollAlways='yes'", [], "true or false"),
        ("b:username='desk'", [], "needs a passwordVariable"), ("b:passwordVariable='X'", [], "needs"),
        ("b:passwordVariable='X' b:passwordFile='y' b:username='z'", [], "twice"), ("b:userAgent=''", [], "empty"),
        ("b:username='z' b:passwordFile='y' b:bearerFile='w'", [], "twice"),
        ("b:bearerVariable='BULLETIN_HUB_CONNECTION_STRING'", [], "the program's own"),
    ]

    @Test func whatAListSaysAboutAskingAFeedIsFollowedOrRefused() throws {
        let opening = "<opml xmlns:b='https://bulletin.example/opml' xmlns:other='https://other.example/'><body>"
        for (attributes, settings, says) in FeedListTests.settings {
            let text = opening + "<outline text='Desk' xmlUrl='https://a.example/' \(attributes)/></body></opml>"
            do {
                let feeds = try FeedListTests.read(text, baseFolder: "/lists")
                #expect(feeds.map(\.settings) == [settings] && says.isEmpty, "\(attributes)")
            } catch {
                #expect(!says.isEmpty && error.description.contains(says), "\(attributes): \(error)")
            }
        }
        // A list from elsewhere may be polite, but not reach for what is here.
        for (attribute, isAllowed) in [
            ("userAgent='x'", true), ("minInterval='1h'", true), ("bearerFile='/etc/passwd'", false),
            ("bearerVariable='HOME'", false), ("proxy='http://a.example'", false), ("caFile='x'", false),
        ] {
            let text = opening + "<outline xmlUrl='https://a.example/' b:\(attribute)/></body></opml>"
            let feeds = try? FeedListTests.read(text, address: "https://lists.example/")
            #expect((feeds?.first?.settings.count == 1) == isAllowed, "\(attribute)")
        }
        let folder =
            opening + "<outline text='Folder' b:pollAlways='true'><outline xmlUrl='x'/></outline></body></opml>"
        #expect(throws: FeedListError.badSetting("pollAlways", of: "Folder", reason: "is no feed")) {
            try FeedListTests.read(folder)
        }
    }

    static let oddNames: [(outlines: String, told: [String])] = [
        (
            "<outline category=\"/Sprots\" xmlUrl=\"https://a.example/\"/><outline category=\"/Sprots\" xmlUrl=\"b\"/>",
            ["/Sprots Sports"]
        ),
        ("<outline category=\"Cooking\" xmlUrl=\"https://a.example/\"/>", ["Cooking"]),
        ("<outline category=\"Cooking,/World\" xmlUrl=\"https://a.example/\"/>", []),
        ("<outline text=\"Sport\"><outline xmlUrl=\"https://a.example/\"/></outline>", ["Sport Sports"]),
        ("<outline text=\"Tech\"><outline text=\"x\"><outline xmlUrl=\"a\"/></outline></outline>", ["Tech Technology"]),
        // What such a folder is called does not matter.
        ("<outline text=\"Sport\"><outline category=\"/Sports\" xmlUrl=\"https://a.example/\"/></outline>", []),
        ("<outline text=\"Sport\"><outline text=\"World\"><outline xmlUrl=\"a\"/></outline></outline>", []),
        ("<outline text=\"Favourites\"><outline text=\"Sport\" xmlUrl=\"https://a.example/\"/></outline>", []),
    ]

    static let refused: [(text: String, error: FeedListError)] = [
        ("", .empty),
        ("<html><body/></html>", .webPage),
        ("{}", .json),
        ("<rss><channel/></rss>", .feed),
        ("<sitemap/>", .otherXML(root: "sitemap")),
        ("https://a.example/feed", .notXML(start: "https://a.example/feed")),
        (
            "An example: <opml><body><outline xmlUrl=\"https://a.example/\"/></body></opml>",
            .notXML(start: "An example: <opml><body><outline xmlUrl=\"https://a.example/\"")
        ),
        ("<opml/>", .noFeeds),
        (list("<outline text=\"World\"/>"), .noFeeds),
    ]
}

import Feeds
import Fetching
import HTTP
import News
import TestSupport
import Testing

@Suite struct FeedListLoaderTests {
    private let loader = FeedListLoader(
        client: HTTPClient(settings: HTTPClientSettings(userAgent: "bulletin/0", proxy: .none)))

    @Test("a list, or a single feed in place of one, is found in files and at addresses")
    func loads() throws {
        let list = """
            <opml version="2.0"><body><outline text="World"><outline type="rss" text="Harbour" xmlUrl="harbour.xml"/>
            <outline type="rss" text="Hills" xmlUrl="https://hills.example/feed"/></outline></body></opml>
            """
        let server = try #require(
            CannedServer(table: [
                "/list": [.answer(302, ["Location: /lists/a.opml"], "")], "/lists/a.opml": [.answer(200, [], list)],
                "/feed": [.answer(200, [], feed)],
            ]))
        let folder = fixtureFolder()
        let hills = Feed(location: .address("https://hills.example/feed"), title: "Hills", category: .world)
        let rows: [(String, [Feed])] = [
            (
                folder + "/list.opml",
                [Feed(location: .file(folder + "/harbour.xml"), title: "Harbour", category: .world), hills]
            ),
            (
                server.address + "/list",
                [
                    Feed(location: .address(server.address + "/lists/harbour.xml"), title: "Harbour", category: .world),
                    hills,
                ]
            ),
            (folder + "/harbour.xml", [Feed(location: .file(folder + "/harbour.xml"))]),
            (server.address + "/feed", [Feed(location: .address(server.address + "/feed"))]),
        ]
        for (source, feeds) in rows { #expect(try loader.load(source) == feeds, "\(source)") }
    }

    @Test("a list that is not there or is none is one clear line")
    func refuses() throws {
        let server = try #require(
            CannedServer(table: ["/500": [.answer(500, [], "")], "/page": [.answer(200, [], "<html><p>Hi</html>")]]))
        let rows = [
            (fixtureFolder() + "/none.opml", "none.opml: the feed list cannot be read (No such file or directory)"),
            (fixtureFolder() + "/notes.txt", "no XML"),
            (fixtureFolder(), "(Is a directory)"),
            (server.address + "/500", "/500: the feed list cannot be fetched: the server answered with status 500"),
            (server.address + "/page", "/page: the feed list is a web page"),
            ("http://desk:geheim@127.0.0.1:1/list", "http://127.0.0.1:1/list: the feed list cannot be fetched (Failed"),
            ("file:///etc/hostname", "cannot be fetched"),
        ]
        for (source, words) in rows {
            let trouble = try #require(throws: FeedListTrouble.self) { try loader.load(source) }
            #expect(trouble.description.contains(words), "\(trouble)")
            #expect(!trouble.description.contains("geheim") && !trouble.description.contains("\n"))
        }
    }
}

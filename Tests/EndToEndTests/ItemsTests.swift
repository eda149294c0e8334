import JSON
import News
import TestSupport
import Testing

private let herald = """
    <?xml version="1.0"?><rss version="2.0"><channel><title>The Norhaven Herald</title><language>en</language>
    <item><title>Ministers resign over bridge</title><link>/politics/1</link><guid>a1</guid>
    <pubDate>Mon, 30 Nov 2026 09:00:00 GMT</pubDate><category>Politics</category>
    <description>&lt;p&gt;Bridge &amp;amp; ministers&lt;/p&gt;</description></item>
    <item xml:lang="ar"><title>خبر</title><link>https://news.example/x</link></item>
    </channel></rss>
    """

private let orbit = """
    <feed xmlns="http://www.w3.org/2005/Atom"><title>Orbit</title>
    <entry><title>Comet &#x1b;[31mseen</title><id>urn:o:1</id><updated>2026-11-30T10:00:00+01:00</updated>
    <link href="https://orbit.example/science/1"/></entry></feed>
    """

@Suite struct ItemsTests {
    @Test func oneFeedIsPrintedAsDocumented() async throws {
        try await withTemporaryFolder { folder in
            try folder.write("a.xml", herald)
            let program = Program(environment: ["TZ": "UTC", "COLUMNS": "80"], workingFolder: folder.path)
            let json = try await program.run(words("items --format json --base-url https://news.example/rss a.xml"))
            #expect(Snapshots().difference("items.json", json.outputText) == nil)
            let text = try await program.run(words("items --explain --base-url https://news.example/rss a.xml"))
            #expect(Snapshots().difference("items-explained.txt", text.outputText) == nil)
            #expect(json.code == 0 && text.code == 0 && json.errors.isEmpty && text.errors.isEmpty)
        }
    }

    @Test func theCountRunsOverWhatJSONPrints() async throws {
        try await withTemporaryFolder { folder in
            try folder.write("a.xml", herald)
            try folder.write("b.xml", orbit)
            try folder.write("list", "a.xml\n\nb.xml\nmissing.xml\n")
            let program = Program(environment: ["TZ": "XXX-5:30"], workingFolder: folder.path)
            // A feed list stands for its feeds, whatever its name.
            try folder.write(
                "feeds", "<opml><body><outline text=\"One\" category=\"Science\" xmlUrl=\"a.xml\"/></body></opml>")
            let listed = try await program.run(words("items --format json feeds"))
            #expect(try statuses(listed.output) == ["ok"] && listed.errors.isEmpty)
            let text = try await program.run(words("items feeds"))
            #expect(text.outputText.contains("  Science  2026-11-30 14:30+05:30  Ministers resign"))
            for (name, code) in [("ftp://news.example/rss", 64), ("none.opml", 2)] as [(String, Int32)] {
                let refused = try await program.run(["items", name])
                #expect(refused.code == code && refused.errorText.contains("\(name)"), "\(refused.errorText)")
            }
            let json = try await program.run(words("items --format json --files-from list"))
            let count = try await program.run(words("items --format count --files-from list"))
            #expect(json.code == 1 && count.code == 1)
            #expect(count.errorText == "bulletin: missing.xml: the file cannot be read (No such file or directory)\n")
            let digest = try digest(ofPrinted: JSONValue(parsing: json.output))
            #expect(count.outputText == "items=3 errors=1 digest=\(digest)\n")
            #expect(!json.output.contains(0x1b))
        }
    }

    @Test func addressesAreAskedOnlyForChangesAndPrintedInOrder() async throws {
        let server = try #require(
            CannedServer { request -> [CannedServer.Step] in
                switch request.target {
                case "/a" where request.header("If-None-Match") == "\"v1\"": .answer(304)
                case "/a": .answer(200, ["ETag: \"v1\""], herald)
                case "/gone": .answer(410)
                case "/broken": .answer(200, ["ETag: \"v1\""], "<html><title>Sign in</title></html>")
                default: .answer(404)
                }
            })
        defer { server.stop() }
        try await withTemporaryFolder { folder in
            try folder.write("b.xml", orbit)
            let program = Program(environment: ["TZ": "UTC"], workingFolder: folder.path)
            let names = ["/a", "/gone", "/broken", "/none"].map { server.address + $0 }
            let arguments = ["items", "--state", "st", "--format", "json", names[0], "b.xml"] + names[1...]
            let first = try await program.run(arguments)
            let second = try await program.run(arguments)
            #expect(try statuses(first.output) == ["ok", "ok", "gone", "error", "error"])
            #expect(try statuses(second.output) == ["not_modified", "ok", "gone", "error", "error"])
            #expect(second.errorText.split(separator: "\n").count == 3)
            // The page that was no feed must not hide the feed that comes after it.
            #expect(server.requests.filter { $0.target == "/broken" }.allSatisfy { $0.header("If-None-Match") == nil })
            #expect(server.requests.allSatisfy { $0.header("User-Agent")?.hasPrefix("bulletin/") == true })
            #expect(try await program.run(["items", names[1], names[2]]).code == 2)
        }
    }
}

private func statuses(_ output: [UInt8]) throws -> [String] {
    try JSONValue(parsing: output).array?.compactMap { $0["status"]?.string } ?? []
}

/// The digest of a run by its definition, from what was printed.
private func digest(ofPrinted reports: JSONValue) -> String {
    var run = Digest()
    for report in reports.array ?? [] {
        var feed = Digest()
        if report["status"]?.string == "ok" { feed.take(report) }
        run.take(feed.a, feed.b)
    }
    return [run.a, run.b].map { half in
        let digits = String(half, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
}

private struct Digest {
    var a: UInt64 = 0x6A09_E667_F3BC_C908
    var b: UInt64 = 0xBB67_AE85_84CA_A73B

    mutating func take(_ u: UInt64, _ v: UInt64) {
        a = (a ^ u) &* 0x9E37_79B9_7F4A_7C15
        a ^= a >> 32
        b = (b ^ v) &* 0xC2B2_AE3D_27D4_EB4F
        b ^= b >> 29
    }

    mutating func take(_ report: JSONValue) {
        for item in report["items"]?.array ?? [] {
            for name in ["title", "link", "id"] { take(text: item[name]?.string) }
            for name in ["published", "updated"] { take(time: item[name]?.string) }
            let categories = item["categories"]?.array ?? []
            take(count: categories.count)
            for category in categories { take(text: category.string) }
            take(text: item["summary"]?.string)
        }
        take(.max, .max)
        take(text: report["feed"]?["title"]?.string)
        take(text: report["feed"]?["language"]?.string)
    }

    private mutating func take(count: Int) {
        take(UInt64(count), UInt64(count))
    }

    private mutating func take(text: String?) {
        var bytes = Array((text ?? "").utf8)
        take(count: bytes.count)
        while !bytes.count.isMultiple(of: 16) { bytes.append(0) }
        for start in stride(from: 0, to: bytes.count, by: 16) {
            take(word(bytes[start..<start + 8]), word(bytes[start + 8..<start + 16]))
        }
    }

    private func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func take(time: String?) {
        let time = time.flatMap { Instant($0) }
        take(time == nil ? 0 : 1, time.map { UInt64(bitPattern: $0.secondsSince1970) } ?? 0)
    }
}

import Glibc
import News
import TestSupport
import Testing

/// Runs against a server of feeds: what is asked when, and what is told of it.
@Suite struct AskingTests {
    @Test func aFeedThatMovedForGoodIsToldOnceAndItsNewAddressInheritsEverything() async throws {
        let feed = [CannedServer.Step].answer(200, ["ETag: \"1\""], rss("w", ["Bridge opens"]))
        let newer = [CannedServer.Step].answer(200, ["ETag: \"2\""], rss("w", ["Bridge closes", "Bridge opens"]))
        let server = try #require(
            CannedServer(table: [
                "/old": [.answer(301, ["Location: /new"])], "/new": [feed, feed, feed, newer],
                "/s": [.answer(302, ["Location: /sports"])], "/sports": [.answer(200, [], rss("s", ["Cup final"]))],
            ]))
        defer { server.stop() }
        try await Desk.open { desk in
            let list =
                "<opml><!-- \(server.address)/old -->\n<body><outline category='/World' xmlUrl='\(server.address)/old'/>"
            let rest = "<outline xmlUrl=\"\(server.address)/s\" category=\"/Sports\"></outline></body></opml>\r\n"
            try desk.folder.write("list.opml", list + rest, mode: 0o640)
            symlink("list.opml", desk.folder.path("link.opml"))
            let first = try await desk.run("broadcast --feeds list.opml --announce-first 9")
            #expect(first.code == 0 && first.errorLines.count == 1)
            #expect(first.errorText.contains("/old: moved for good to \(server.address)/new; change the feed list"))
            #expect(try await desk.run("broadcast --feeds list.opml", at: "10:05").errors.isEmpty)
            // Told to, it mends the list, and nothing else in it.
            let mended = try await desk.run("broadcast --feeds link.opml --update-feeds", at: "10:10")
            #expect(mended.code == 0 && mended.errorText == "bulletin: link.opml: new addresses put in: 1\n")
            let content = String(decoding: readFile(desk.folder.path("list.opml")) ?? [], as: UTF8.self)
            #expect(content == list.replacing("'\(server.address)/old'", with: "'\(server.address)/new'") + rest)
            var facts = stat()
            #expect(lstat(desk.folder.path("list.opml"), &facts) == 0 && facts.st_mode == S_IFREG | 0o640)
            #expect(lstat(desk.folder.path("link.opml"), &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
            #expect(desk.screen("World") == ["Breaking World News : Bridge opens"])
            // Under its new address it is no stranger: what is new in it is news.
            let next = try await desk.run("broadcast --feeds list.opml --update-feeds", at: "10:15")
            #expect(next.code == 0 && next.errorText.contains("/new is a known feed under a new address"))
            #expect(
                desk.screen("World") == ["Breaking World News : Bridge opens", "Breaking World News : Bridge closes"])
            #expect(server.requests.count { $0.target == "/old" } == 3)
            for (source, says) in [
                ("\(server.address)/list", "a file of this machine"), ("/dev/null", "can be written"),
            ] {
                let refused = try await desk.run("broadcast --update-feeds --feeds \(source)")
                #expect(refused.code == 65 && refused.errorText.contains(says), "\(refused.errorText)")
            }
        }
    }

    @Test func whatTheListSaysAboutAFeedIsFollowedAndItsSecretsAreKept() async throws {
        let server = try #require(CannedServer { _ in .answer(200, [], rss("w", ["Bridge opens"])) })
        defer { server.stop() }
        /// Attributes of our namespace, the mode of the file named key, further options, exit code, what is told, and
        /// what the server is told about who asks.
        let rows: [(attributes: String, mode: UInt32, options: String, code: Int32, says: String, asks: [String?])] = [
            ("username='desk' passwordFile='key'", 0o600, "", 0, "", ["Basic ZGVzazpnZWhlaW0="]),
            ("bearerVariable='DESK_TOKEN' userAgent='Desk/1'", 0o600, "", 0, "", ["Bearer geheim"]),
            ("bearerFile='key'", 0o644, "", 2, "it was not asked: key: others may read it", []),
            ("bearerVariable='NO_TOKEN'", 0o600, "", 2, "the environment variable NO_TOKEN is not set", []),
            ("bearerFil='key'", 0o600, "", 65, "did you mean bearerFile?", []),
            ("timeout='9s'", 0o600, "--public-only", 2, "private addresses are refused, and this is 127.0.0.1", []),
        ]
        try await Desk.open { desk in
            var program = desk.program
            program.environment["DESK_TOKEN"] = "geheim"
            for (place, row) in rows.enumerated() {
                try desk.folder.write("key", "geheim\n", mode: mode_t(row.mode))
                chmod(desk.folder.path("key"), mode_t(row.mode))
                let attributes = row.attributes.split(separator: " ").map { "b:" + $0 }.joined(separator: " ")
                try desk.folder.write(
                    "list.opml",
                    "<opml xmlns:b='https://bulletin.example/opml'><body><outline \(attributes) text='Desk' xmlUrl='\(server.address)/\(place)'/></body></opml>"
                )
                let outcome = try await program.run(
                    words("broadcast -v --feeds list.opml \(row.options) --now 2026-11-30T10:00:00Z"))
                #expect(outcome.code == row.code, "\(row.attributes): \(outcome.errorText)")
                #expect(
                    outcome.errorText.contains(row.says) && !outcome.errorText.contains("geheim"),
                    "\(outcome.errorText)")
                let asks = server.requests.filter { $0.target == "/\(place)" }.map { $0.header("Authorization") }
                #expect(asks == row.asks, "\(row.attributes)")
            }
            let list = try await desk.run("broadcast --public-only --feeds \(server.address)/list")
            #expect(list.code == 2 && list.errorText.contains("private addresses are refused"))
        }
    }

    @Test func publishersHintsLastFromRunToRunAndAPreviewAndTheAskingOptionPassThem() async throws {
        let server = try #require(
            CannedServer(table: [
                "/calm": [.answer(200, ["Cache-Control: max-age=3600", "ETag: \"1\""], rss("w", ["Bridge opens"]))],
                "/gone": [
                    .answer(200, [], rss("s", ["Cup final"])), .answer(410), .answer(200, [], rss("s", ["Cup final"])),
                ],
                "/busy": [.answer(200, [], rss("p", ["Vote at noon"])), .answer(429, ["Retry-After: 7200"])],
            ]))
        defer { server.stop() }
        func counts() -> [Int] {
            ["/calm", "/gone", "/busy"].map { path in server.requests.count { $0.target == path } }
        }
        /// Time, further options, exit code, requests so far, part of what is told.
        let runs: [(at: String, options: String, code: Int32, counts: [Int], says: String)] = [
            ("10:00", "--announce-first 9", 0, [1, 1, 1], ""), ("10:05", "", 1, [1, 2, 2], "gone for good (410)"),
            ("10:10", "", 1, [1, 2, 2], ""),
            ("10:10", "-v", 1, [1, 2, 2], "World desk: not asked before 2026-11-30T10:59:30Z"),
            ("10:10", "--dry-run", 1, [2, 3, 3], ""), ("10:59", "", 1, [2, 3, 3], ""), ("11:00", "", 1, [3, 3, 3], ""),
            ("12:05", "--poll-always", 1, [4, 4, 4], "reads again after 1 failure since 2026-11-30T10:05:00Z"),
        ]
        try await Desk.open { desk in
            try desk.writeList(
                (.world, server.address + "/calm"), (.sports, server.address + "/gone"),
                (.politics, server.address + "/busy"))
            for (time, options, code, requests, says) in runs {
                let outcome = try await desk.run("broadcast --feeds list.opml \(options)", at: time)
                #expect(outcome.code == code, "\(time) \(options): \(outcome.errorText)")
                #expect(counts() == requests, "\(time) \(options)")
                #expect(
                    says.isEmpty ? outcome.errors.isEmpty || options == "--dry-run" : outcome.errorText.contains(says),
                    "\(time): \(outcome.errorText)")
            }
        }
    }
}

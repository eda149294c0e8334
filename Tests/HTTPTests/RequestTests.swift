import HTTP
import TestSupport
import Testing

@Suite struct RequestTests {
    @Test("a request goes out as it was given, without Expect, on a connection that is kept")
    func sendsAsGiven() throws {
        let server = try #require(CannedServer { _ in .answer(201, ["Location: /messages/1"], "done") })
        let client = testClient()
        let body = [UInt8]("{\"messageParam\":\"Breaking\"}".utf8) + Array(repeating: 0x20, count: 2_000_000)
        for method in [HTTPRequest.Method.post, .put, .patch, .get, .delete] {
            let sent = method == .get || method == .delete ? nil : body
            let headers = [
                HTTPHeader("X-Tag", "World"), HTTPHeader("X-Split", "a\r\nX-Evil: 1"), HTTPHeader("X-None", ""),
            ]
            let result = client.exchange(
                HTTPRequest(method: method, address: server.address + "/hub?a=1", headers: headers, body: sent))
            let response = try result.get()
            #expect(response.status == 201)
            #expect(response.header("location") == "/messages/1" && response.body == Array("done".utf8))
            let seen = try #require(server.requests.last)
            #expect(seen.method == method.rawValue && seen.target == "/hub?a=1")
            #expect(seen.body == sent ?? [])
            #expect(seen.header("X-Tag") == "World" && seen.header("X-None") == "")
            #expect(seen.header("X-Split") == "a  X-Evil: 1" && seen.header("X-Evil") == nil)
            #expect(seen.header("User-Agent") == "bulletin/0 (+desk@news.example)")
            #expect(seen.header("Expect") == nil && seen.header("Content-Type") == nil)
            #expect((seen.header("Accept-Encoding") ?? "").contains("zstd") == (method == .get))
        }
        #expect(server.requests.prefix(4).map(\.connection) == [0, 0, 0, 0])
        #expect(server.requests.count == 5)
    }

    @Test("a request taken on a kept connection that then closes is not sent again", arguments: [false, true])
    func isSentOnce(withReset: Bool) throws {
        let end: [CannedServer.Step] = withReset ? [.reset] : [.close]
        for method in [HTTPRequest.Method.post, .put, .patch, .delete] {
            for body in [Array("{}".utf8), [], nil] as [[UInt8]?] {
                let server = try #require(CannedServer(table: ["/first": [.answer(201, [], "")], "/second": [end]]))
                let client = testClient()
                _ = try client.exchange(
                    HTTPRequest(method: .post, address: server.address + "/first", body: Array("{}".utf8))
                ).get()
                let request = HTTPRequest(method: method, address: server.address + "/second", body: body)
                let error = try #require(failure(client.exchange(request)))
                #expect(
                    server.requests.map(\.target) == ["/first", "/second"], "\(method) \(String(describing: body))")
                #expect(error.kind == .cutOff && error.requestBytesSent > 0, "\(error)")
                #expect(!error.detail.contains("callback"), "how it was prevented tells nobody anything")
            }
        }
    }

    @Test("a GET on a kept connection that then closes is asked again, however many times that happens")
    func asksAgainForGET() throws {
        // libcurl alone makes an error of the sixth.
        let paths = (1...8).map { "/\($0)" }
        var table = ["/": [[CannedServer.Step].answer(200, [], "")]]
        for path in paths { table[path] = [[.close], .answer(200, [], "here")] }
        let server = try #require(CannedServer(table: table))
        let client = testClient()
        for path in paths {
            _ = try client.exchange(HTTPRequest(address: server.address + "/")).get()
            let response = try client.exchange(HTTPRequest(address: server.address + path)).get()
            #expect(response.body == Array("here".utf8))
        }
        #expect(server.requests.map(\.target) == paths.flatMap { ["/", $0, $0] })
    }

    @Test("redirects are followed for GET alone, told in order, and carry credentials to the same host only")
    func followsRedirects() throws {
        let other = try #require(CannedServer(host: "127.0.0.2") { _ in .answer(200, [], "here") })
        let server = try #require(
            CannedServer(table: [
                "/a": [.answer(301, ["Location: /b"], "moved")],
                "/b": [.answer(307, ["Location: \(other.address)/c"], "moved")],
            ]))
        let address = server.address.replacing("http://", with: "http://desk:geheim@")
        let response = try testClient().exchange(HTTPRequest(address: address + "/a")).get()
        #expect(response.status == 200 && response.body == Array("here".utf8))
        #expect(response.address == other.address + "/c")
        #expect(
            response.redirects == [
                .init(status: 301, address: server.address + "/b"), .init(status: 307, address: other.address + "/c"),
            ])
        #expect(server.requests.allSatisfy { $0.header("Authorization") == "Basic ZGVzazpnZWhlaW0=" })
        #expect(other.requests.first?.header("Authorization") == nil)
        let post = try testClient().exchange(HTTPRequest(method: .post, address: address + "/a", body: [1])).get()
        #expect(post.status == 301 && post.redirects.isEmpty)
    }

    @Test("credentials of an address are in no error and no answer")
    func hidesCredentials() throws {
        let server = try #require(
            CannedServer(table: [
                "/loop": [.answer(302, ["Location: http://desk:geheim@127.0.0.1:1/"], "")], "/": [.answer(401, [], "")],
            ]))
        let client = testClient()
        for host in ["127.0.0.1:1", "127.0.0.1:\(server.port)/loop", "127.0.0.1:x", "[::zz]", "", "nobody name"] {
            for user in ["desk:geheim", "geheim", "desk:ge@geheim", "desk:geheim:8", ":geheim"] {
                let error = try #require(
                    failure(client.exchange(HTTPRequest(address: "http://\(user)@\(host)"))), "\(user)@\(host)")
                #expect(!error.detail.contains("geheim"), "\(user)@\(host): \(error.detail)")
                #expect(!error.detail.isEmpty)
            }
        }
        let answer = try client.exchange(HTTPRequest(address: "http://desk:geheim@127.0.0.1:\(server.port)/")).get()
        #expect(answer.status == 401 && answer.address == server.address + "/")
    }

    @Test("addresses are sent as servers take them, whatever people type into a list")
    func encodesAddresses() throws {
        let server = try #require(CannedServer { _ in .answer(200, [], "") })
        let rows = [
            (" /feed.xml\n", "/feed.xml"), ("/новости?q=a b", "/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8?q=a%20b"),
            ("/a%20b#part", "/a%20b"), ("?q=1", "/?q=1"), ("", "/"),
        ]
        for (path, target) in rows {
            let lead = path.hasPrefix(" ") ? " " : ""
            let address = lead + server.address + path.drop { $0 == " " }
            _ = try testClient().exchange(HTTPRequest(address: address)).get()
            #expect(server.requests.last?.target == target)
        }
    }
}

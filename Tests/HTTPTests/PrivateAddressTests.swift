import Glibc
import TestSupport
import Testing

@testable import HTTP

@Suite struct PrivateAddressTests {
    @Test("special addresses are told from those of the world, and refused where that is wanted")
    func judges() throws {
        let refused = [
            "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255",
            "192.0.0.8", "192.168.1.1", "198.19.0.1", "203.0.113.9", "224.0.0.1", "255.255.255.255", "::", "::1",
            "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "fc00::1", "fe80::1", "ff02::1",
        ]
        let allowed = [
            "1.1.1.1", "100.128.0.1", "172.32.0.1", "192.1.0.1", "198.20.0.1", "223.255.255.255", "::ffff:1.1.1.1",
            "64:ff9b::101:101", "2002:101:101::", "2606:4700::1111", "2a00::1",
        ]
        for (texts, expected) in [(refused, true), (allowed, false)] {
            for text in texts { #expect(try isPrivateText(text) == expected, "\(text)") }
        }
        // And refused before anything is sent.
        let server = try #require(CannedServer { _ in .answer(200, [], "") })
        let settings = HTTPClientSettings(userAgent: "bulletin/0", proxy: .none, refusesPrivateAddresses: true)
        let error = try #require(
            failure(HTTPClient(settings: settings).exchange(HTTPRequest(address: server.address + "/"))))
        #expect(error.kind == .badAddress && error.detail.hasSuffix("and this is 127.0.0.1"))
        #expect(server.connections == 0)
    }

    private func isPrivateText(_ text: String) throws -> Bool {
        let isIPv6 = text.contains(":")
        var bytes: [UInt8] = Array(repeating: 0, count: isIPv6 ? 16 : 4)
        try #require(inet_pton(isIPv6 ? AF_INET6 : AF_INET, text, &bytes) == 1)
        return isIPv6 ? isPrivateIPv6(bytes) : isPrivateIPv4(bytes)
    }
}

/// Scheme, host and port of a namespace.
public struct HubEndpoint: Sendable, Hashable {
    /// Whether requests go over TLS: always, but for a hub on this machine.
    public let isSecure: Bool
    /// Host, and port where one was given, as written: `news.servicebus.windows.net`, `127.0.0.1:8080`, `[::1]:8080`.
    public let authority: String
    /// The host alone, without brackets.
    public let host: String

    /// Reads `sb://HOST/` or `https://HOST/`; `http://HOST/` is taken for loopback hosts alone. The text is never
    /// repeated in errors: where a `;` was forgotten the key stands in it.
    init(_ text: String) throws(HubConnectionError) {
        guard let separator = text.firstIndex(of: ":"), text[separator...].hasPrefix("://") else { throw .endpoint }
        let scheme = text[..<separator].lowercased()
        var rest = text[separator...].dropFirst(3)
        if rest.last == "/" { rest.removeLast() }
        guard let (host, port) = HubEndpoint.split(rest), HubEndpoint.isHost(host), port.map(HubEndpoint.isPort) ?? true
        else { throw .endpoint }
        self.host = host
        authority = String(rest)
        switch scheme {
        case "sb", "https": isSecure = true
        case "http" where HubEndpoint.isLoopback(host): isSecure = false
        case "http": throw .plainHTTP(host: host)
        default: throw .endpoint
        }
    }

    /// The address without a path: `https://news.servicebus.windows.net`.
    public var address: String { (isSecure ? "https://" : "http://") + authority }

    /// Whether the host is this machine: the local hub's place.
    public var isLoopback: Bool { HubEndpoint.isLoopback(host) }

    /// Azure's rule for namespaces, told and not enforced: other clouds and test systems have rules of their own.
    var warnings: [String] {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 2, labels[1].lowercased() == "servicebus" else { return [] }
        let bytes = labels[0].utf8
        guard let first = bytes.first, let last = bytes.last, (6...50).contains(bytes.count), isAlphanumeric(first),
            !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first), isAlphanumeric(last)
        else {
            return [
                "no namespace can be called \(labels[0]): Azure wants 6 to 50 letters, digits and hyphens, "
                    + "a letter first, a letter or digit last"
            ]
        }
        return []
    }

    private static func split(_ authority: Substring) -> (host: String, port: Substring?)? {
        if authority.first == "[" {
            guard let close = authority.firstIndex(of: "]") else { return nil }
            let rest = authority[authority.index(after: close)...]
            guard rest.isEmpty || rest.first == ":" else { return nil }
            return (
                String(authority[..<close].dropFirst()), rest.isEmpty ? nil : rest.dropFirst()
            )
        }
        guard let colon = authority.firstIndex(of: ":") else { return (String(authority), nil) }
        return (String(authority[..<colon]), authority[authority.index(after: colon)...])
    }

    private static func isHost(_ host: String) -> Bool {
        if host.contains(":") { return host == "::1" }
        return (1...253).contains(host.utf8.count) && host.utf8.first.map(isAlphanumeric) == true
            && host.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && UInt16(text).map { $0 > 0 } == true
    }

    /// Whether a host, without brackets, is this machine.
    public static func isLoopback(_ host: String) -> Bool {
        if host == "::1" || host.lowercased() == "localhost" { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }
}

/// What holds for every request of one client.
public struct HTTPClientSettings: Sendable, Hashable {
    /// How a proxy is found.
    public enum Proxy: Sendable, Hashable {
        /// `http_proxy`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`, as curl reads them; loopback is never proxied.
        case environment
        /// None at all.
        case none
        /// This one, in curl's notation (`http://host:port`, `socks5h://…`); loopback is never proxied.
        case address(String)
    }

    /// The `User-Agent`, such as `bulletin/1.0 (+mailto:desk@news.example)`. A header of the request replaces it.
    public var userAgent: String
    /// A file of PEM certificates to trust instead of the system's.
    public var certificateFile: String?
    /// How a proxy is found.
    public var proxy: Proxy

    /// Whether hosts at loopback, private and other special addresses are refused, after their names are resolved.
    /// Behind a proxy it is the proxy's address that is judged: only the proxy resolves the hosts.
    public var refusesPrivateAddresses: Bool

    /// Settings from their parts.
    public init(
        userAgent: String, certificateFile: String? = nil, proxy: Proxy = .environment,
        refusesPrivateAddresses: Bool = false
    ) {
        self.userAgent = userAgent
        self.certificateFile = certificateFile
        self.proxy = proxy
        self.refusesPrivateAddresses = refusesPrivateAddresses
    }
}

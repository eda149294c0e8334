/// What holds for one request in place of what its client and its run say; nil where they hold.
public struct HTTPRequestSettings: Sendable, Hashable {
    /// User and password of basic authentication. Printing it shows nothing.
    public struct Credentials: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
        let username: String
        let password: String

        /// Credentials for the host of the request alone: no redirect carries them to another.
        public init(username: String, password: String) {
            self.username = username
            self.password = password
        }

        /// Always the same words.
        public var description: String { "<hidden>" }
        /// Nothing to look into.
        public var customMirror: Mirror { Mirror(self, children: []) }
    }

    /// Who asks.
    public var credentials: Credentials?
    /// How a proxy is found.
    public var proxy: HTTPClientSettings.Proxy?
    /// A file of PEM certificates to trust.
    public var certificateFile: String?
    /// Seconds for the whole transfer.
    public var totalSeconds: Double?

    /// Settings from their parts.
    public init(
        credentials: Credentials? = nil, proxy: HTTPClientSettings.Proxy? = nil, certificateFile: String? = nil,
        totalSeconds: Double? = nil
    ) {
        self.credentials = credentials
        self.proxy = proxy
        self.certificateFile = certificateFile
        self.totalSeconds = totalSeconds
    }
}

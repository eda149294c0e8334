/// A request as plain data.
public struct HTTPRequest: Sendable, Hashable {
    /// The methods that feeds and the hub need.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// What is asked of the server.
    public var method: Method
    /// Absolute http or https address.
    public var address: String
    /// Headers in the order in which they are sent.
    public var headers: [HTTPHeader]
    /// The body; nil sends none.
    public var body: [UInt8]?
    /// What holds for this request in place of the client's settings and limits.
    public var settings: HTTPRequestSettings

    /// A request from its parts.
    public init(
        method: Method = .get, address: String, headers: [HTTPHeader] = [], body: [UInt8]? = nil,
        settings: HTTPRequestSettings = HTTPRequestSettings()
    ) {
        self.settings = settings
        self.method = method
        self.address = address
        self.headers = headers
        self.body = body
    }
}

/// One header line.
public struct HTTPHeader: Sendable, Hashable {
    /// The field name; compared without case.
    public var name: String
    /// The field value without surrounding blanks.
    public var value: String

    /// Whether that is its name, whatever the case.
    public func isNamed(_ other: String) -> Bool {
        guard name.utf8.count == other.utf8.count else { return false }
        // Mostly it is spelt as it is asked for.
        return name == other || zip(name.utf8, other.utf8).allSatisfy { lowercase($0) == lowercase($1) }
    }

    private func lowercase(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }

    /// A header from name and value.
    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The answer to a request, the last one where redirects were followed.
public struct HTTPResponse: Sendable, Hashable {
    /// A redirect that was followed on the way.
    public struct Redirect: Sendable, Hashable {
        /// 301, 302, 303, 307 or 308; a server may use another from 300 to 399.
        public var status: Int
        /// Absolute address it led to.
        public var address: String

        /// A redirect from its parts.
        public init(status: Int, address: String) {
            self.status = status
            self.address = address
        }
    }

    /// The status code.
    public var status: Int
    /// The headers of the last answer.
    public var headers: [HTTPHeader]
    /// The body after content encodings were undone.
    public var body: [UInt8]
    /// The address the answer came from, after redirects: the base for relative links.
    public var address: String
    /// The redirects that were followed, in order.
    public var redirects: [Redirect]

    /// A response from its parts.
    public init(
        status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], address: String = "", redirects: [Redirect] = []
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.address = address
        self.redirects = redirects
    }

    /// The value of the first header of that name, whatever its case.
    public func header(_ name: String) -> String? {
        headers.first { $0.isNamed(name) }?.value
    }
}

/// Why there is no (usable) answer.
public struct TransferError: Error, Sendable, Hashable {
    /// What went wrong, by what a caller can do about it.
    public enum Kind: String, Sendable {
        /// The address is not an absolute http or https address.
        case badAddress
        /// The name of the host (or proxy) does not resolve.
        case nameNotResolved
        /// No connection: refused, unreachable, or not up within its time.
        case notConnected
        /// TLS failed: certificate, name or protocol.
        case notTrusted
        /// The whole transfer, or its speed, ran out of time.
        case timedOut
        /// The connection ended before the answer did.
        case cutOff
        /// The body is larger than the limit.
        case tooLarge
        /// Too many redirects, or one to a scheme other than http and https.
        case badRedirect
        /// The answer is not HTTP, or its content encoding cannot be undone.
        case badAnswer
        /// The run was told to stop.
        case cancelled
    }

    /// What went wrong.
    public var kind: Kind
    /// libcurl's words for it, free of credentials.
    public var detail: String
    /// At least so many bytes of the request (head and body) were handed to the network before it went wrong. More than
    /// none means that the server may have acted on the request.
    public var requestBytesSent: Int
    /// Seconds from start to failure.
    public var elapsed: Double

    /// An error from its parts.
    public init(kind: Kind, detail: String = "", requestBytesSent: Int = 0, elapsed: Double = 0) {
        self.kind = kind
        self.detail = detail
        self.requestBytesSent = requestBytesSent
        self.elapsed = elapsed
    }
}

/// An answer or the reason why there is none.
public typealias HTTPResult = Result<HTTPResponse, TransferError>

/// One request at a time, on connections that are kept: what the hub client needs of the network. Tests pass a
/// closure that answers from a table.
public typealias HTTPExchange = (HTTPRequest) -> HTTPResult

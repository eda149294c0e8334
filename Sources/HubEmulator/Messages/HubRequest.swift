internal import HTTPServer

/// A request as it arrived, as plain values: everything an answer may depend on besides the state and the clock.
struct HubRequest: Sendable {
    /// The largest body that is read; one byte more shows that a body was larger. REST *Send*: 64 KB.
    static let bodyLimit = 65_536
    /// The largest body of a batch send, whose list of handles alone may pass 64 KB.
    static let batchBodyLimit = 1_048_576

    /// The method as sent; methods are case-sensitive.
    var method: String
    /// Path and query as they stood on the request line, still percent-encoded.
    var target: RequestTarget
    /// The header fields in order.
    var headers: HeaderFields
    /// The body, never more than one byte over its limit.
    var body: [UInt8]

    /// A request from its parts.
    init(_ method: String, _ target: String, headers: HeaderFields = HeaderFields(), body: [UInt8] = []) {
        self.method = method
        self.target = RequestTarget(target)
        self.headers = headers
        self.body = body
    }

    /// The limit that holds for this request's body, in bytes.
    var bodyLimit: Int { target.isBatch ? HubRequest.batchBodyLimit : HubRequest.bodyLimit }

    /// The host asked for, lower-cased, without the port; empty when there is none.
    var host: String {
        let authority = (headers["Host"] ?? "").lowercased()
        if authority.hasPrefix("[") { return String(authority.upTo("]")) + "]" }
        return String(authority.upTo(":"))
    }
}

/// What the head of a request says, as plain values.
public struct RequestHead: Sendable {
    /// The method as sent; methods are case-sensitive.
    public let method: String
    /// Path and query as they stood on the request line.
    public let target: String
    /// The header fields in order.
    public let headers: HeaderFields
    /// The connection and the request on it.
    public let place: ConnectionPlace

    /// The bytes that the body is said to have; nil where nothing is said.
    public var announcedBytes: Int? { headers["Content-Length"].flatMap { Int($0) } }
}

/// A request that was read to its end.
public struct IncomingRequest: Sendable {
    /// Its head.
    public let head: RequestHead
    /// The body, never more than one byte over the limit that was set for it.
    public let body: [UInt8]
    /// Whether the body was let go since the bodies of others took all the memory that bodies may take.
    public let isCrowdedOut: Bool
}

/// An answer. `Content-Length` and `Connection` are the server's business.
public struct OutgoingResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields in order.
    public var headers: HeaderFields
    /// The body.
    public var body: String

    /// An answer from its parts.
    public init(_ status: Int, headers: HeaderFields = HeaderFields(), body: String = "") {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Header fields in the order in which they arrived. Names are compared without case (RFC 9110, section 5.1).
public struct HeaderFields: Sendable, ExpressibleByDictionaryLiteral {
    /// Names and values in order; a name may come more than once.
    public var fields: [(name: String, value: String)] = []

    /// Fields in that order.
    public init(_ fields: [(name: String, value: String)] = []) {
        self.fields = fields
    }

    /// Fields in that order.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { (name: $0.0, value: $0.1) }
    }

    /// The value of the first field of that name.
    public subscript(name: String) -> String? {
        fields.first { equalIgnoringCase($0.name, name) }?.value
    }

    /// Adds a field at the end.
    public mutating func add(_ name: String, _ value: String) {
        fields.append((name: name, value: value))
    }
}

/// A connection and a request on it.
public struct ConnectionPlace: Sendable {
    /// Counted from 1 over the life of the server.
    public var connection: Int
    /// Counted from 1 over the life of the connection.
    public var request: Int
    /// Whether the other end is this machine.
    public var peerIsHere: Bool
    /// The address of the other end in numbers; empty where it is not known.
    public var peer: String

    /// A place from its parts.
    public init(connection: Int = 1, request: Int = 1, peerIsHere: Bool = true, peer: String = "") {
        self.connection = connection
        self.request = request
        self.peerIsHere = peerIsHere
        self.peer = peer
    }
}

/// How a connection is ended without an answer.
public enum ConnectionEnding: Sendable {
    /// With FIN, as a server does that shuts down in order.
    case closed
    /// With RST, as when a server or something on the way dies.
    case reset
}

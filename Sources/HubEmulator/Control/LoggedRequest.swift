internal import HTTPServer
public import News

/// A request as the local hub remembers it. What `Authorization` held is not kept.
public struct LoggedRequest: Sendable, Equatable {
    /// When it was read to its end.
    public var time: Instant
    /// Which connection it came over, counted from 1: equal numbers show that a connection was kept.
    public var connection: Int
    /// Which request of that connection it was, counted from 1.
    public var requestOfConnection: Int
    /// The method.
    public var method: String
    /// Path and query as sent.
    public var target: String
    /// The header fields in order, `Authorization` with a token shown by its readable fields alone.
    public var headers: [Header]
    /// The first 4,096 bytes of the body.
    public var body: String
    /// The bytes of the body; one more than the limit stands for a larger one.
    public var bodyBytes: Int
    /// The status answered; nil where the connection was dropped.
    public var status: Int?
    /// The fault it met, in a word.
    public var fault: String?

    /// A header field.
    public struct Header: Sendable, Equatable {
        /// The name as sent.
        public var name: String
        /// The value.
        public var value: String
    }

    /// The value of the first header field of that name.
    public func header(_ name: String) -> String? {
        headers.first { equalIgnoringCase($0.name, name) }?.value
    }

    static let bodyKept = 4_096

    init(_ entry: LogEntry) {
        let request = entry.request
        time = entry.time
        connection = entry.place.connection
        requestOfConnection = entry.place.request
        method = request.method
        target = request.target.text
        headers = request.headers.fields.map { Header(name: $0.name, value: hidingSecrets($0.name, $0.value)) }
        body = String(decoding: request.body, as: UTF8.self)
        bodyBytes = entry.bodyBytes
        status = entry.status
        fault = entry.fault
    }
}

/// A request as the log keeps it; made readable, and rid of secrets, only when somebody reads the log.
struct LogEntry: Sendable {
    var request: HubRequest
    var place: ConnectionPlace
    var time: Instant
    var bodyBytes: Int
    var status: Int?
    var fault: String?

    init(_ request: HubRequest, _ place: ConnectionPlace, time: Instant, status: Int?, fault: String?) {
        self.request = request
        self.place = place
        self.time = time
        bodyBytes = request.body.count
        self.status = status
        self.fault = fault
        if bodyBytes > LoggedRequest.bodyKept { self.request.body = Array(request.body.prefix(LoggedRequest.bodyKept)) }
    }

    /// Roughly what it holds in memory.
    var bytes: Int {
        request.headers.fields.reduce(2 * request.target.text.utf8.count + request.body.count) {
            $0 + $1.name.utf8.count + $1.value.utf8.count
        }
    }
}

/// The signature must not be in a log, and whoever pastes a key into the header must not find it there either.
private func hidingSecrets(_ name: String, _ value: String) -> String {
    guard equalIgnoringCase(name, "Authorization") || equalIgnoringCase(name, "Proxy-Authorization") else {
        return value
    }
    let scheme = "SharedAccessSignature "
    guard value.hasPrefix(scheme) else { return "<hidden>" }
    let fields = value.dropFirst(scheme.count).split(separator: "&").map { field in
        ["sr=", "se=", "skn="].contains(where: field.hasPrefix)
            ? String(field) : "\(field.prefix { $0 != "=" })=<hidden>"
    }
    return scheme + fields.joined(separator: "&")
}

internal import HTTPServer
internal import News

/// An answer as plain values. `Content-Length` and `Connection` are the server's business.
struct HubResponse: Sendable {
    var status: Int
    var headers = HeaderFields()
    var body = ""
    /// The text of an error, which becomes the body when the answer gets its tracking id.
    var detail: String?
    /// Whether it is the hub's own answer, which carries its headers, and not what something on the way would say.
    var isOfHub = true

    init(_ status: Int, headers: HeaderFields = HeaderFields(), body: String = "", contentType: String? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        if let contentType { self.headers.add("Content-Type", contentType) }
    }

    /// The answer to what is refused.
    init(_ refusal: Refusal) {
        self.init(
            refusal.status, headers: refusal.headers,
            contentType: refusal.detail.map { _ in HubResponse.xml })
        detail = refusal.detail
    }

    /// Adds what every answer of the hub carries.
    mutating func finish(_ identifiers: TrackingIDs, now: Instant) {
        guard isOfHub else { return }
        let trackingID = identifiers.next()
        if let detail { body = HubResponse.error(status, detail, trackingID: trackingID, now: now) }
        headers.fields.reserveCapacity(headers.fields.count + 4)
        headers.add("TrackingId", trackingID + "_G3")
        headers.add("x-ms-correlation-request-id", identifiers.next())
        headers.add("Server", "bulletin-emulator")
        headers.add("Date", httpDate(now))
    }

    /// The body as the service writes it; texts that end in a dot get a second one, as recorded.
    private static func error(_ status: Int, _ detail: String, trackingID: String, now: Instant) -> String {
        let text = "\(detail).TrackingId:\(trackingID)_G3,TimeStamp:\(timeStamp(now))"
        return "<Error><Code>\(status)</Code><Detail>\(xmlText(text))</Detail></Error>"
    }

    /// The media type of errors, outcomes and telemetry, as recorded from the service.
    static let xml = "application/xml; charset=utf-8"
    static let json = "application/json; charset=utf-8"
    static let html = "text/html; charset=utf-8"
}

/// What the edge has to do with a request.
struct Answer: Sendable {
    enum Delivery: Sendable, Equatable {
        /// Answer now.
        case now
        /// Answer after so many milliseconds.
        case late(milliseconds: Int)
        /// Answer when all held answers are released.
        case held
        /// Do not answer, end the connection.
        case dropped(Fault.Ending)
    }

    var response: HubResponse
    var delivery: Delivery = .now
    /// Which release lets a held or late answer go: the first one after its request was taken in.
    var release = 0
    /// The release that this request asked for: waiting answers go out now.
    var releasing: Int?
    /// What the log says of it.
    var entry: LogEntry?

    /// The answer when the bodies of other requests fill the memory that they may fill.
    static let crowdedOut = Answer(response: HubResponse(503, headers: ["Retry-After": "1"]))
}

/// Why a request is refused, before it is made into a response with a tracking id.
struct Refusal: Error, Sendable {
    var status: Int
    /// The text of `Detail` without the dot that the service adds; nil for an empty body.
    var detail: String?
    var headers = HeaderFields()

    init(_ status: Int, _ detail: String?, headers: HeaderFields = HeaderFields()) {
        self.status = status
        self.detail = detail
        self.headers = headers
    }
}

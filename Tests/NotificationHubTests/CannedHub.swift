import HTTP
import HubLanguage
import News
import NotificationHub

/// One call to a hub that answers from a list, in order.
struct HubCall: Sendable {
    /// What it shows, for whoever reads a failure.
    var name: String
    /// What the hub answers.
    var answers: [HTTPResult]
    /// What is asked, and what comes of it in words.
    var call: @Sendable (NotificationHubClient) throws(HubError) -> String
    /// The requests that go out: method and what follows the hub's address.
    var requests: [String]
    /// What must stand in the result or in the error.
    var says: [String]
    /// What must stand in the last request's headers or body.
    var sends: [String]

    init(
        _ name: String, _ answers: [HTTPResult], requests: [String], says: String..., sends: [String] = [],
        _ call: @escaping @Sendable (NotificationHubClient) throws(HubError) -> String
    ) {
        self.name = name
        self.answers = answers
        self.call = call
        self.requests = requests
        self.says = says
        self.sends = sends
    }

    /// Makes the call; the result or error in words, and the requests that went out.
    func made() throws -> (words: String, requests: [HTTPRequest]) {
        var requests: [HTTPRequest] = []
        let connection = try HubConnection(
            connectionString: "Endpoint=sb://desk-news.servicebus.windows.net/;\(HubConnectionTests.rule)", hub: "desk")
        let client = NotificationHubClient(
            connection: connection,
            exchange: { request in
                requests.append(request)
                return requests.count <= answers.count
                    ? answers[requests.count - 1] : .failure(TransferError(kind: .notConnected, detail: "not expected"))
            }, wallClock: { HubAnswerTests.now })
        let words: String
        do {
            words = try call(client)
        } catch {
            words = "\(error)"
        }
        return (words, requests)
    }
}

extension HTTPResult {
    /// An answer of the hub.
    static func answer(_ status: Int, _ headers: [(String, String)] = [], _ body: String = "") -> HTTPResult {
        .success(
            HTTPResponse(status: status, headers: headers.map { HTTPHeader($0.0, $0.1) }, body: Array(body.utf8)))
    }

    /// An error of the hub, in the form it has.
    static func error(_ status: Int, _ detail: String) -> HTTPResult {
        answer(
            status, [("Content-Type", "application/xml; charset=utf-8")],
            "<Error><Code>\(status)</Code><Detail>\(detail)..TrackingId:5f_G1,TimeStamp:1/15/2027 8:00:00 AM</Detail></Error>"
        )
    }

    /// An answer with a registration.
    static func registration(_ description: String, eTag: String = "1") -> HTTPResult {
        answer(
            200, [("Content-Type", "application/atom+xml; type=entry; charset=utf-8"), ("ETag", "W/\"\(eTag)\"")],
            entry(description, eTag: eTag))
    }
}

/// An entry as the hub writes it: with a prefix for its revision, and much that nobody needs.
func entry(_ description: String, eTag: String = "1") -> String {
    let name = description.prefix { $0 != " " && $0 != ">" }
    return """
        <entry a:etag="W/&quot;\(eTag)&quot;" xmlns="http://www.w3.org/2005/Atom" \
        xmlns:a="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><id>https://desk-news.example/1</id>\
        <title type="text">77-88-1</title><published>2027-01-15T08:00:00Z</published><updated>2027-01-15T08:00:00Z</updated>\
        <link rel="self" href="https://desk-news.example/1"/><content type="application/xml">\
        <\(description.replacing(name, with: "\(name) \(serviceBus)", maxReplacements: 1))</content></entry>
        """
}

private let serviceBus =
    "xmlns=\"http://schemas.microsoft.com/netservices/2010/10/servicebus/connect\" "
    + "xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\""

extension Registration {
    /// All of it in one line.
    var words: String {
        let template =
            template.map { " \($0.name ?? "-") \($0.body) \($0.headers.map { "\($0.name)=\($0.value)" })" } ?? ""
        return "\(id ?? "-") rev \(eTag ?? "-") \(platform) \(handle.address) \(tags)\(template) "
            + (expires?.description ?? "never") + (installationID.map { " of \($0)" } ?? "")
    }
}

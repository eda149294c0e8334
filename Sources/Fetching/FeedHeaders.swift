internal import HTTP
public import News

/// What asks for a feed: servers choose by it, and some refuse a request that accepts everything alike.
private let acceptedTypes =
    "application/atom+xml, application/rss+xml, application/rdf+xml;q=0.9, application/xml;q=0.8, text/xml;q=0.8, */*;q=0.5"

/// What cannot be had of a secret, in words that do not hold it.
public struct SecretTrouble: Error, Sendable, Equatable {
    /// The words.
    public var words: String

    /// A trouble in these words.
    public init(_ words: String) {
        self.words = words
    }
}

/// Fetches a secret from where it is kept.
public typealias SecretReader = (SecretPlace) -> Result<String, SecretTrouble>

/// What the list says about asking for a feed, made into a request; nothing where the list says nothing.
struct FeedRequestSettings {
    var headers: [HTTPHeader] = []
    var settings = HTTPRequestSettings()

    init(_ feed: Feed, _ secret: SecretReader) throws(SecretTrouble) {
        var username: String?
        var password = ""
        for setting in feed.settings {
            switch setting {
            case .userAgent(let text): headers.append(HTTPHeader("User-Agent", text))
            case .header(let name, let value): headers.append(HTTPHeader(name, value))
            case .username(let name): username = name
            case .password(let place): password = try secret(place).get()
            // libcurl keeps it from other hosts when a redirect leads there.
            case .bearer(let place): headers.append(HTTPHeader("Authorization", "Bearer " + (try secret(place).get())))
            case .proxy(let address): settings.proxy = .address(address)
            case .certificateFile(let path): settings.certificateFile = path
            case .timeout(let seconds): settings.totalSeconds = Double(seconds)
            case .minimumInterval, .pollAlways: break
            }
        }
        if let username { settings.credentials = .init(username: username, password: password) }
    }
}

extension AskingRules {
    /// The rules as the list changes them for a feed.
    public func rules(for feed: Feed) -> AskingRules {
        var rules = self
        for setting in feed.settings {
            switch setting {
            case .minimumInterval(let seconds): rules.minimumInterval = max(rules.minimumInterval, seconds)
            case .pollAlways: rules.always = true
            default: break
            }
        }
        return rules
    }
}

/// The request for a feed: with its validators, and its own headers in place of ours.
func httpRequest(for request: FeedRequest, _ address: String) -> HTTPRequest {
    var headers = [HTTPHeader("Accept", acceptedTypes)]
    // Both where both are known: a server that understands the first ignores the second (RFC 9110 13.1.3).
    if let etag = request.validators.etag { headers.append(HTTPHeader("If-None-Match", etag)) }
    if let date = request.validators.lastModified { headers.append(HTTPHeader("If-Modified-Since", date)) }
    let own = Set(request.headers.map { $0.name.lowercased() })
    headers.removeAll { own.contains($0.name.lowercased()) }
    return HTTPRequest(address: address, headers: headers + request.headers, settings: request.settings)
}

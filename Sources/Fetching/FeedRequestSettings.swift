internal import HTTP
public import News

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
            case .minimumInterval, .pollAlways, .language: break
            }
        }
        if let username { settings.credentials = .init(username: username, password: password) }
    }
}

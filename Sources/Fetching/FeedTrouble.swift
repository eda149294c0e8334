public import Feeds
public import HTTP
public import News

/// Why a feed was not read.
public struct FeedTrouble: Error, Sendable, Equatable {
    /// What stood in the way, by what somebody can do about it.
    public enum Reason: Sendable, Equatable {
        /// The file cannot be read; the system's words.
        case file(String)
        /// What the list says about asking for it cannot be followed, in words.
        case settings(String)
        /// No (whole) answer came.
        case transfer(TransferError.Kind)
        /// The server answered, but not with the feed: its status.
        case status(Int)
        /// What came is no feed.
        case content(FeedError)
    }

    /// What stood in the way.
    public var reason: Reason
    /// How people know the feed, with its address where that says more; without credentials.
    public var name: String
    /// Particulars, without credentials.
    public var detail: String
    /// Seconds from the start of the transfer to its end; nil for a file.
    public var elapsed: Double?

    /// A trouble from its parts.
    public init(_ reason: Reason, with feed: Feed, detail: String = "", elapsed: Double? = nil) {
        self.reason = reason
        name = feed.title.map { "\($0) (\(feed.name))" } ?? feed.name
        self.detail = detail
        self.elapsed = elapsed
    }
}

extension FeedTrouble: CustomStringConvertible {
    /// One line for people: which feed, what happened, after how long, what to do.
    public var description: String {
        let time = elapsed.map { " after \(inSeconds($0)) s" } ?? ""
        let (happened, advice) = words
        return "\(name): \(happened)\(time)" + (advice.isEmpty ? "" : "; \(advice)")
    }

    private var words: (happened: String, advice: String) {
        switch reason {
        case .file(let words): ("the file cannot be read (\(words))", "")
        case .settings(let words): ("it was not asked: \(words)", "")
        case .transfer(let kind): transferWords(kind)
        case .status(let status): statusWords(status)
        // Its own words already say what to do.
        case .content(let error): ("\(error)", "")
        }
    }

    private func transferWords(_ kind: TransferError.Kind) -> (String, String) {
        let later = "it is asked again by itself"
        let particulars = detail.isEmpty ? "" : " (\(detail))"
        switch kind {
        case .badAddress:
            return ("the address cannot be fetched\(particulars)", "it must begin with http:// or https://")
        case .nameNotResolved: return ("no host of that name is known\(particulars)", "check the address")
        case .notConnected: return ("no connection\(particulars)", later)
        case .notTrusted:
            return ("no trusted connection\(particulars)", "the server's certificate or this machine's clock is wrong")
        case .timedOut: return ("no answer in time\(particulars)", later)
        case .cutOff: return ("the answer was cut off\(particulars)", later)
        case .tooLarge:
            return (detail.isEmpty ? "the answer is too large" : detail, "check the address or raise the limit")
        case .badRedirect: return (detail.isEmpty ? "redirected nowhere" : detail, "check the address")
        case .badAnswer: return ("the answer cannot be read\(particulars)", "")
        case .cancelled: return (detail.isEmpty ? "the run was told to stop" : detail, "")
        }
    }

    private func statusWords(_ status: Int) -> (String, String) {
        let later = detail.isEmpty ? "it is asked again by itself" : detail
        switch status {
        case 304: return ("not modified (304), although the whole feed was asked for", later)
        case 300..<400: return ("redirected nowhere (\(status))", "check the address")
        case 401: return ("user name and password are wanted (401 Unauthorized)", "check the credentials of the feed")
        case 403:
            return (
                "access refused (403 Forbidden)",
                "some servers refuse programs they do not know: give a contact, or set a user agent for this feed"
            )
        case 404: return ("nothing at this address (404 Not Found)", "the feed may have moved: look on its site")
        case 407: return ("the proxy wants a user name and password (407)", "check the proxy's settings")
        case 429: return ("asked too often (429 Too Many Requests)", later)
        case 500...: return ("the server is in trouble (status \(status))", later)
        default: return ("refused (status \(status))", "check the address")
        }
    }

    private func inSeconds(_ seconds: Double) -> String {
        let tenths = Int(min(max(0, seconds), 1e9) * 10 + 0.5)
        return "\(tenths / 10).\(tenths % 10)"
    }
}

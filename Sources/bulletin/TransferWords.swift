internal import HTTP

extension TransferError {
    /// What went wrong with a transfer and what to do about it, in one sentence part.
    var words: String {
        switch kind {
        case .badAddress: "is not an http or https address"
        case .nameNotResolved: "its name does not resolve; check the address and the network\(inBrackets)"
        case .notConnected: "no connection\(inBrackets)"
        case .notTrusted: "its certificate is not trusted\(inBrackets)"
        case .timedOut: "took too long; --timeout DURATION allows more\(inBrackets)"
        case .cutOff: "the connection ended before the answer did\(inBrackets)"
        case .tooLarge: "is larger than allowed; --max-feed-size SIZE allows more"
        case .badRedirect: "redirects too often, or to something that is not http\(inBrackets)"
        case .badAnswer: "the answer is not HTTP, or its encoding cannot be undone\(inBrackets)"
        case .cancelled: "was given up because the run ended"
        }
    }

    private var inBrackets: String { detail.isEmpty ? "" : " (\(detail))" }
}

/// What an answer without a feed means.
func words(forStatus status: Int) -> String {
    switch status {
    case 401, 407: "the server wants a password (\(status))"
    case 403: "the server refuses it (403)"
    case 404: "there is no such page (404); check the address"
    case 410: "is gone for good (410); take it out of the feed list"
    case 429: "the server wants to be asked less often (429)"
    case 500...599: "the server is in trouble (\(status))"
    default: "the server answered \(status)"
    }
}

internal import HTTP
internal import HubLanguage
internal import News

extension HubRefusal: CustomStringConvertible {
    /// What happened and what to do.
    public var description: String {
        let status = status.map { " (\($0))" } ?? ""
        let detail = detail.isEmpty ? "" : ": \(detail)"
        return "\(what)\(status)\(detail); \(remedy)"
    }

    private var what: String {
        switch kind {
        case .badRequest: "the hub calls the request malformed"
        case .unauthorized(.expired): "the hub says the token has expired"
        case .unauthorized(.invalidSignature): "the hub does not accept the key"
        case .unauthorized(.invalidAudience): "the hub says the key is for another hub"
        case .unauthorized(.other): "the hub does not accept the token"
        case .missingRight: "the key may not \(operation.verb)"
        case .forbidden: "the hub refuses the request"
        case .quotaExceeded: "the hub's quota is used up"
        case .notInTier: "the hub's tier has no such feature"
        case .hubNotFound: "there is no such hub"
        case .notFound: "the hub has no such \(operation.thing ?? "thing")"
        case .gone: "the \(operation.thing ?? "thing") has ended at the hub"
        case .changedMeanwhile: "somebody changed the \(operation.thing ?? "thing") meanwhile"
        case .tooLarge: "the hub says the notification is too large"
        case .throttled: "the hub has had too many requests"
        case .busy: "the hub is busy"
        case .serverError: "the hub failed inside"
        case .status: "the hub, or something before it, refuses the request"
        case .unreachable(let kind): HubRefusal.words(for: kind)
        case .cannotSign: "no token can be made"
        }
    }

    private var remedy: String {
        switch kind {
        case .badRequest where operation.right == .listen:
            "check the device's token, its tags (1 to 120 of letters, digits, _ @ # . : -; \(HubLimits.tagsPerRegistration) "
                + "at most) and its template"
        case .badRequest where operation == .schedule:
            "the time must lie ahead, 7 days at most; check the tags and the properties too"
        case .badRequest:
            "check the tags (1 to 120 of letters, digits, _ @ # . : -) and the properties (text, at most "
                + "\(HubLimits.requestBody) bytes together)"
        case .unauthorized: unauthorizedRemedy
        case .missingRight:
            "use the connection string of a rule of this hub that has \(operation.right.rawValue), such as "
                + "DefaultFullSharedAccessSignature" + tierBesides
        case .forbidden:
            "check the rule's rights (\(operation.right.rawValue) is needed), the tier and the quota in the Azure portal"
        case .quotaExceeded:
            "raise the tier or wait for the next month (Free takes 1 million pushes a month, Basic and Standard 10 million)"
        case .notInTier:
            "\(operation.name) needs the \(operation.tier ?? "Standard") tier: use a hub of it, or do without"
        case .hubNotFound: "check the hub's name and the Endpoint in the connection string"
        case .notFound: "check its id; 'bulletin devices list' and 'bulletin history' tell those there are"
        case .gone: "register the device anew"
        case .changedMeanwhile: "look at it again and repeat the change"
        case .tooLarge:
            "shorten it: at most \(HubLimits.requestBody) bytes as a request, and filled in at most 4,096 (APNs, FCM) "
                + "or 5,120 (WNS)"
        case .throttled, .busy: (operation.right == .send ? "it can be sent again " : "ask again ") + patienceWords
        case .serverError where !operation.changesSomething: "ask again"
        case .serverError: "it was not taken in and can be sent again"
        case .status: "check that the Endpoint in the connection string leads to the hub, proxies included"
        case .unreachable(.notTrusted): "check this machine's certificates, clock and proxy"
        case .unreachable(.cancelled): "nothing was sent"
        case .unreachable: "check the Endpoint in the connection string, the network and the proxy; nothing was sent"
        case .cannotSign: "look at OpenSSL's configuration on this machine"
        }
    }

    /// A key without the right and a tier without the feature may both be told by an empty 403.
    private var tierBesides: String {
        guard detail.isEmpty, let tier = operation.tier else { return "" }
        return "; if it has: \(operation.name) needs the \(tier) tier"
    }

    private var patienceWords: String {
        guard let retryAfter else { return "in a while" }
        return retryAfter <= 86_400 ? "in \(retryAfter) s" : "tomorrow, though the hub asks to wait longer"
    }

    private var unauthorizedRemedy: String {
        switch (kind, clockWords) {
        case (.unauthorized(.invalidAudience), let clock):
            "check the hub's name and the Endpoint in the connection string" + (clock.map { "; besides, \($0)" } ?? "")
        case (.unauthorized(.invalidSignature), let clock):
            "check SharedAccessKeyName and SharedAccessKey in the connection string, the key may have been regenerated"
                + (clock.map { "; besides, \($0)" } ?? "")
        case (_, let clock?): clock
        case (.unauthorized(.expired), nil): "check this machine's clock (tokens use the real time)"
        default: "check the connection string"
        }
    }

    /// Tokens live for half an hour: a clock that is off by more than they have left explains a 401.
    private var clockWords: String? {
        guard let clocks, clocks.secondsBehind.magnitude >= 60 else { return nil }
        return "\(clocks.difference), set it right and try again"
    }

    fileprivate static func duration(_ seconds: UInt64) -> String {
        switch seconds {
        case ..<120: "\(seconds) s"
        case ..<7_200: "\((seconds + 30) / 60) min"
        case ..<172_800: "\((seconds + 1_800) / 3_600) h"
        default: "\((seconds + 43_200) / 86_400) days"
        }
    }

    private static func words(for kind: TransferError.Kind) -> String {
        switch kind {
        case .badAddress: "the hub's address is none"
        case .nameNotResolved: "the hub's name does not resolve"
        case .notConnected: "no connection to the hub"
        case .notTrusted: "no secure connection to the hub"
        case .timedOut: "the hub could not be reached in time"
        case .cutOff: "the connection to the hub ended before anything was sent"
        case .tooLarge, .badRedirect, .badAnswer: "what stands at the hub's address does not answer like a hub"
        case .cancelled: "the program was stopped before anything was sent"
        }
    }
}

extension HubRefusal.Clocks {
    /// What to do about this machine's clock; nil while it is with the hub's, within ten minutes.
    public var words: String? {
        guard secondsBehind.magnitude > Self.tolerance else { return nil }
        return "\(difference); set it right before the hub refuses the key because of it"
    }

    fileprivate var difference: String {
        "this machine's clock says \(local), the hub's \(hub): it is "
            + "\(HubRefusal.duration(secondsBehind.magnitude)) \(secondsBehind > 0 ? "behind" : "ahead")"
    }
}

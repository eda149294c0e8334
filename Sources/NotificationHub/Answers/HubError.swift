internal import HTTP

/// Why the hub did not do what it was asked for, other than sending, whose outcome is a ``SendOutcome``.
public enum HubError: Error, Sendable, Hashable {
    /// The hub surely did not do it.
    case refused(HubRefusal)
    /// There is no answer that proves anything.
    case noAnswer(UnknownOutcome, HubOperation)
    /// The hub did it, or says so, but what it answered is not what such an answer looks like.
    case unreadable(HubOperation)
    /// It was not even asked: what is wanted cannot be written into a request.
    case impossible(String)

    /// The refusal, if this is one.
    public var refusal: HubRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }

    /// The hub has no such thing.
    public var isNotFound: Bool { refusal?.kind == .notFound }
}

extension HubError: CustomStringConvertible {
    /// What happened and what to do.
    public var description: String {
        switch self {
        case .refused(let refusal): "\(refusal)"
        case .noAnswer(let outcome, let operation):
            outcome.what
                + (operation == .send
                    ? "; it may have been sent all the same, and is not sent again"
                    : operation.changesSomething
                        ? "; it may have been done all the same: look, and do it again if not, which does no harm"
                        : "; ask again")
        case .unreadable(let operation):
            "the hub's answer for \(operation.name) cannot be read: check that the Endpoint in the connection string leads "
                + "to the hub, proxies included"
        case .impossible(let words): words
        }
    }
}

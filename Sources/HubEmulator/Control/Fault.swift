internal import HTTPServer

/// How the local hub misbehaves, so that a client can be tried against it.
///
/// A fault applies to requests for the hub, never to the control paths; the first armed one that fits a request is used.
/// A control request over a new connection can meet ``Action/refuse(_:)`` all the same, which knows no request yet.
public struct Fault: Sendable, Equatable {
    /// What happens instead of a proper answer.
    public enum Action: Sendable, Equatable {
        /// Another answer.
        case answer(status: Int, retryAfter: RetryAfter? = nil, body: Body = .error)
        /// No answer: the request is read and the connection ended.
        case drop(Ending)
        /// The connection ends as soon as it is made, before a request is read. It hits the next connection, whatever that
        /// is for: conditions on requests do not apply.
        case refuse(Ending)
        /// The proper answer, so many milliseconds late.
        case late(milliseconds: Int)
        /// The proper answer, when ``HubEmulator/release()`` is called or `POST /$emulator/release` arrives.
        case hold
    }

    /// The two forms of `Retry-After` (RFC 9110, section 10.2.3).
    public enum RetryAfter: Sendable, Equatable {
        /// `Retry-After: 5`
        case seconds(Int64)
        /// A date, so many seconds after the answer.
        case date(secondsFromNow: Int64)
    }

    /// The body of another answer.
    public enum Body: Sendable, Equatable {
        /// `<Error>` as the service writes it.
        case error
        /// Nothing at all.
        case empty
        /// This text, as `text/html`: what a proxy on the way would say.
        case text(String)
    }

    /// How a connection ends.
    public enum Ending: String, Sendable {
        /// With FIN, as a server does that shuts down in order.
        case closed
        /// With RST, as when a server or something on the way dies.
        case reset
    }

    /// What happens.
    public var action: Action
    /// Whether the hub takes the request in all the same: `drop` and `answer` then leave the client in doubt.
    public var takesRequest: Bool
    /// Only requests with this method.
    public var method: String?
    /// Only requests whose path below the hub begins so: `messages`, `schedulednotifications`.
    public var path: String?
    /// Only the n-th request of a connection, counted from 1: 2 shows what a client does when a kept connection dies.
    public var requestOfConnection: Int?
    /// So many fitting requests pass first.
    public var skipping: Int
    /// So many requests are hit, then the fault is gone; nil until it is cleared.
    public var times: Int?

    /// A fault that hits the next request unless told otherwise. Late and held answers are answers to a request that was
    /// taken in.
    public init(
        _ action: Action, takesRequest: Bool? = nil, method: String? = nil, path: String? = nil,
        requestOfConnection: Int? = nil, skipping: Int = 0, times: Int? = 1
    ) {
        self.action = action
        self.method = method
        self.path = path
        self.requestOfConnection = requestOfConnection
        self.skipping = skipping
        self.times = times
        switch action {
        case .late, .hold: self.takesRequest = true
        case .refuse: self.takesRequest = false
        case .answer, .drop: self.takesRequest = takesRequest ?? false
        }
    }
}

/// The faults that are armed.
struct FaultRules: Sendable {
    private(set) var armed: [Fault] = []
    /// A bound of the emulator's own.
    static let limit = 1_000

    mutating func add(_ fault: Fault) {
        if armed.count < FaultRules.limit { armed.append(fault) }
    }

    mutating func clear() { armed.removeAll() }

    /// The fault that a request meets, if any; it is counted.
    mutating func take(for request: HubRequest, requestOfConnection: Int) -> Fault? {
        take { fault in
            if case .refuse = fault.action { return false }
            return fault.fits(request, requestOfConnection: requestOfConnection)
        }
    }

    /// The fault that a new connection meets, if any; it is counted.
    mutating func takeForConnection() -> Fault? {
        take { if case .refuse = $0.action { true } else { false } }
    }

    private mutating func take(where fits: (Fault) -> Bool) -> Fault? {
        guard !armed.isEmpty else { return nil }
        for index in armed.indices where fits(armed[index]) {
            guard armed[index].skipping == 0 else {
                armed[index].skipping -= 1
                continue
            }
            let fault = armed[index]
            if let times = fault.times {
                armed[index].times = times - 1
                if times <= 1 { armed.remove(at: index) }
            }
            return fault
        }
        return nil
    }
}

extension Fault {
    fileprivate func fits(_ request: HubRequest, requestOfConnection number: Int) -> Bool {
        let below = request.target.segments.dropFirst().joined(separator: "/").lowercased()
        return (method == nil || method == request.method)
            && (requestOfConnection == nil || requestOfConnection == number)
            && (path.map { below.hasPrefix($0.lowercased()) } ?? true)
    }
}

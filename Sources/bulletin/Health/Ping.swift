internal import HTTP
internal import Terminal

/// Tells a service that watches cron jobs how a run does. Its own trouble is nobody's: a run goes on without it.
struct Ping {
    /// What is told.
    enum Moment: String {
        case start = "/start"
        case success = ""
        case failure = "/fail"
    }

    private let address: String
    private let client: HTTPClient

    /// Calls that address, with these connections.
    init(_ address: String, _ client: HTTPClient) {
        self.address = address
        self.client = client
    }

    /// Five seconds: a run under cron may wait so long for a service that has its own bad day.
    private static let limits = TransferLimits(
        connectSeconds: 5, totalSeconds: 5, maximumBodyBytes: 65_536, maximumRedirects: 3)

    /// Calls it. What went wrong, in words that do not hold the address; nil if nothing did.
    func tell(_ moment: Moment) -> String? {
        switch client.exchange(HTTPRequest(address: address(for: moment)), limits: Ping.limits) {
        case .success(let response) where (200..<300).contains(response.status): nil
        case .success(let response): "\(name) answers with \(response.status)"
        case .failure(let error): "\(name) does not answer (\(error.kind.rawValue))"
        }
    }

    /// Who is called: the host alone, as the rest is as good as a password.
    private var name: String { "the address of --ping at \(host(of: address))" }

    /// The path goes on, whatever query stands behind it.
    private func address(for moment: Moment) -> String {
        let path = address.prefix { $0 != "?" && $0 != "#" }
        let rest = address[path.endIndex...]
        var trimmed = path
        while moment != .success, trimmed.last == "/" { trimmed = trimmed.dropLast() }
        return trimmed + moment.rawValue + rest
    }
}

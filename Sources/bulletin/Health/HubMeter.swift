internal import HTTP

/// Measures how long the hub takes for what it is sent.
final class HubMeter {
    /// Seconds of each request, in order.
    private(set) var seconds: [Double] = []

    /// Upper bounds of the histogram's classes, in seconds; 30 is where the client gives up.
    static let bounds: [Double] = [0.1, 0.3, 1, 3, 10, 30]

    /// Makes a request. Questions are not counted.
    func measured(_ request: HTTPRequest, _ exchange: HTTPExchange) -> HTTPResult {
        guard request.method == .post else { return exchange(request) }
        let clock = ContinuousClock()
        let start = clock.now
        let result = exchange(request)
        seconds.append(start.duration(to: clock.now).inSeconds)
        return result
    }
}

extension Duration {
    /// The same as a number of seconds.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

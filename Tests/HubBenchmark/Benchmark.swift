internal import Glibc
internal import HTTP
internal import HubLanguage
internal import News
internal import NotificationHub

/// `HubBenchmark ENDPOINT COUNT [CERTIFICATES]`: so many template sends, one after another, through the client that the
/// program uses, to a stub at `http://127.0.0.1:PORT/` or `sb://127.0.0.1:PORT/` (TLS; CERTIFICATES is a PEM file to
/// trust). Prints how many were accepted; `time` tells the rest.
func runBenchmark() -> Never {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3, let count = Int(arguments[2]),
        let connection = try? HubConnection(
            connectionString: "Endpoint=\(arguments[1]);SharedAccessKeyName=bench;SharedAccessKey=bm90IGEga2V5",
            hub: "hub"),
        connection.endpoint.isLoopback, let tag = try? TagExpression(parsing: "World")
    else { finish("usage: HubBenchmark ENDPOINT COUNT [CERTIFICATES], on the loopback address", 64) }
    let http = HTTPClient(
        settings: HTTPClientSettings(
            userAgent: "bulletin-benchmark", certificateFile: arguments.count > 3 ? arguments[3] : nil, proxy: .none))
    let limits = TransferLimits(totalSeconds: 30, slowBytesPerSecond: 0, maximumBodyBytes: 1 << 20)
    let client = NotificationHubClient(
        connection: connection, exchange: { http.exchange($0, limits: limits) },
        wallClock: { Instant(secondsSince1970: Int64(time(nil))) })
    var accepted = 0
    for number in 0..<count {
        let notification = try? TemplateNotification(
            target: .tags(tag),
            properties: [
                ("messageParam", "Breaking World News : New rules for energy markets would take effect \(number)"),
                ("url", "https://news.example/\(number)"),
            ], expires: Instant(secondsSince1970: 1_900_000_000), collapseID: "world-\(number)")
        guard let notification else { finish("the notification cannot be made", 1) }
        if case .accepted = client.send(notification) { accepted += 1 }
    }
    finish("\(accepted) of \(count) accepted", accepted == count ? 0 : 1)
}

private func finish(_ words: String, _ code: Int32) -> Never {
    let bytes = Array((words + "\n").utf8)
    write(code == 64 ? STDERR_FILENO : STDOUT_FILENO, bytes, bytes.count)
    exit(code)
}

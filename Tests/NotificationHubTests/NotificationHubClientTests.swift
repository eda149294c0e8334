import HTTP
import News
import NotificationHub
import Testing

@Suite struct NotificationHubClientTests {
    let connection: HubConnection

    init() throws {
        connection = try HubConnection(
            connectionString: "Endpoint=http://127.0.0.1:7071/;\(HubConnectionTests.rule)", hub: "desk")
    }

    @Test func oneSendIsOneRequestAndTokensAreRenewedBeforeTheirEnd() throws {
        var now = Instant(secondsSince1970: 1_800_000_000)
        var requests: [HTTPRequest] = []
        let client = NotificationHubClient(
            connection: connection,
            exchange: { request in
                requests.append(request)
                return .success(HTTPResponse(status: 503))
            }, wallClock: { now })
        // After 0, 24:59 and 25:01 minutes, after a long sleep, and when the clock was set back by an hour.
        for seconds: Int64 in [0, 1_499, 2, 7_200, -3_600] {
            now = now.advanced(bySeconds: seconds)
            _ = client.send(try notification("x"))
        }
        let expiries = requests.map { request in
            request.headers[0].value.split(separator: "&se=").last?.split(separator: "&").first.flatMap { Int64($0) }
                ?? 0
        }
        #expect(expiries == [1_800_001_800, 1_800_001_800, 1_800_003_301, 1_800_010_501, 1_800_006_901])
    }

    /// Something at the hub's address may repeat the request in its answer; and a clock that is off is told. S48, S71.
    @Test func refusalsHideSecretsAndTellTheClocksApart() throws {
        var authorization = ""
        let client = NotificationHubClient(
            connection: connection,
            exchange: { request in
                authorization = request.headers[0].value
                let body =
                    "<Error><Detail>ExpiredToken: c2VjcmV0LW5ld3M= c2VjcmV0LW5ld3M%3D \(authorization.replacing("&", with: "&amp;"))</Detail></Error>"
                return .success(
                    HTTPResponse(
                        status: 401, headers: [HTTPHeader("Date", "Fri, 15 Jan 2027 08:30:00 GMT")],
                        body: Array(body.utf8)))
            }, wallClock: { Instant(secondsSince1970: 1_800_000_000) })
        guard case .notSent(let refusal) = client.send(try notification("x")) else {
            Issue.record("accepted")
            return
        }
        let signature = try #require(authorization.split(separator: "sig=").last?.split(separator: "&").first)
        #expect(refusal.description.contains("<hidden>"))
        #expect(!"\(refusal)".contains("c2VjcmV0") && !"\(refusal)".contains(signature))
        #expect(
            refusal.description.contains(
                "this machine's clock says 2027-01-15T08:00:00Z, the hub's 2027-01-15T08:30:00Z: it is 30 min behind"))
        #expect(refusal.clocks?.secondsBehind == 1_800 && refusal.kind == .unauthorized(.expired))
    }

    /// S32, S35, S37.
    @Test func retriesWaitInFullOrNotAtAll() {
        func refusal(_ kind: HubRefusal.Kind, after seconds: Int64? = nil) -> HubRefusal {
            var refusal = HubRefusal(kind)
            refusal.retryAfter = seconds
            return refusal
        }
        let decisions: [(HubRefusal, tries: Int, left: Int64, RetryDecision)] = [
            (refusal(.throttled, after: 3), 1, 60, .wait(seconds: 3)), (refusal(.busy), 2, 60, .wait(seconds: 10)),
            (refusal(.throttled, after: 0), 1, 60, .wait(seconds: 1)),
            (refusal(.throttled, after: 3), 3, 60, .leaveForNextRun),
            (refusal(.throttled, after: 3_600), 1, 60, .leaveForNextRun),
            (refusal(.throttled, after: .max), 1, .max, .leaveForNextRun),
            (refusal(.serverError), 1, 60, .giveUp), (refusal(.missingRight), 1, 60, .giveUp),
            (refusal(.unreachable(.notConnected)), 1, 60, .giveUp), (refusal(.badRequest), 1, 60, .giveUp),
        ]
        for (refusal, tries, left, decision) in decisions {
            #expect(RetryDecision.after(refusal, tries: tries, secondsLeft: left) == decision, "\(refusal)")
        }
    }
}

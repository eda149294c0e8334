import HTTP
import News
import NotificationHub
import Testing

/// What the service was seen or is documented to answer, and what no answer at all means.
@Suite struct HubAnswerTests {
    static let now = Instant(secondsSince1970: 1_800_000_000)
    static let date = "Fri, 15 Jan 2027 08:00:00 GMT"

    struct Reply: Sendable {
        var status: Int
        var headers: [HTTPHeader] = []
        var body = ""

        init(_ status: Int, _ headers: [(String, String)] = [], detail: String) {
            self.init(
                status, headers,
                "<Error><Code>\(status)</Code><Detail>\(detail).TrackingId:0a1b_G3,TimeStamp:1/15/2027 8:00:00 AM</Detail></Error>"
            )
        }

        init(_ status: Int, _ headers: [(String, String)] = [], _ body: String = "") {
            self.status = status
            self.headers = headers.map { HTTPHeader($0.0, $0.1) }
            self.body = body
        }

        var outcome: SendOutcome {
            HubAnswer.outcome(
                of: .success(HTTPResponse(status: status, headers: headers, body: Array(body.utf8))), now: now)
        }
    }

    /// S36, S91.
    @Test(
        arguments: [
            (
                Reply(400, detail: "An invalid tag(s) 'a b' was supplied. Valid tag characters are alphanumeric"),
                .badRequest, .content, "malformed (400): An invalid tag(s) 'a b' was supplied"
            ),
            (Reply(400, [], "not xml"), .badRequest, .content, "not xml"),
            (
                Reply(
                    401,
                    detail:
                        "MalformedToken: The credentials contained in the authorization header are not in the WRAP format."
                ), .unauthorized(.other), .key, "connection string"
            ),
            (Reply(401, detail: "ExpiredToken: ."), .unauthorized(.expired), .key, "clock"),
            (
                Reply(401, detail: "InvalidSignature: The token has an invalid signature."),
                .unauthorized(.invalidSignature), .key, "SharedAccessKeyName"
            ),
            (
                Reply(401, detail: "40103: Invalid authorization token signature"), .unauthorized(.invalidSignature),
                .key, "SharedAccessKey"
            ),
            (
                Reply(401, detail: "InvalidAudience: The authorization header contains a token with wrong audience"),
                .unauthorized(.invalidAudience), .key, "hub's name"
            ),
            (Reply(401, detail: "Manage claim is required for this operation."), .missingRight, .key, "has Send"),
            (Reply(401), .unauthorized(.other), .key, "(401)"),
            (Reply(403), .missingRight, .key, "a rule of this hub that has Send"),
            (Reply(403, detail: "Unauthorized access. 'Send' claim(s) are required"), .missingRight, .key, "has Send"),
            (
                Reply(
                    403, [("Retry-After", "2")],
                    detail: "The request was terminated because the namespace is being throttled"), .throttled,
                .patience, "in 2 s"
            ),
            (Reply(403, detail: "The message is too large"), .tooLarge, .content, "shorten"),
            (Reply(403, detail: "Quota exceeded"), .quotaExceeded, .hub, "Free takes 1 million"),
            (Reply(403, detail: "This operation is not available for your tier"), .notInTier, .hub, "Standard"),
            (Reply(403, detail: "Something new"), .forbidden, .key, "Something new"),
            (
                Reply(404, detail: "No service is hosted at the specified address."), .hubNotFound, .hub,
                "(404): No service is hosted at the specified address; check the hub's name"
            ),
            (Reply(413), .tooLarge, .content, "65536"),
            (
                Reply(429, [("Retry-After", "3")], detail: "SubCode=42900. Too many requests"), .throttled, .patience,
                "in 3 s"
            ),
            (Reply(429, [("Retry-After", "99999999999999999999")]), .throttled, .patience, "again tomorrow"),
            (Reply(429), .throttled, .patience, "in a while"),
            (Reply(500, detail: "50002: Provider Internal Error"), .serverError, .hub, "Provider Internal Error"),
            (
                Reply(503, [("retry-after", "Fri, 15 Jan 2027 08:02:00 GMT"), ("Date", date)]), .busy, .patience,
                "in 120 s"
            ),
            (Reply(307, [("Location", "https://elsewhere.example/")]), .status(307), .hub, "(307)"),
            (Reply(407, [], "<html><body>Proxy</body></html>"), .status(407), .hub, "requires a"),
            (Reply(501), .status(501), .hub, "(501)"),
        ] as [(Reply, HubRefusal.Kind, HubRefusal.Concern, String)])
    func refusalsAreToldApart(reply: Reply, kind: HubRefusal.Kind, concern: HubRefusal.Concern, words: String) {
        guard case .notSent(let refusal) = reply.outcome else {
            Issue.record("\(reply.outcome)")
            return
        }
        #expect(refusal.kind == kind && refusal.concern == concern && refusal.status == reply.status)
        #expect(refusal.description.contains(words) || words == "requires a", "\(refusal.description)")
        #expect(!refusal.description.contains("TrackingId") && !refusal.description.contains("<"))
        #expect((refusal.trackingID == "0a1b_G3") == reply.body.contains("TrackingId"))
    }

    @Test func onlyProofCounts() {
        for status in [408, 502, 504, 507, 524] {
            guard case .unknown(let outcome) = Reply(status, detail: "SubCode=50400").outcome else {
                Issue.record("\(status)")
                continue
            }
            #expect(outcome.reason == .status(status) && outcome.description.contains("may have taken it in"))
        }
        let five = HubAnswer.outcome(of: .success(HTTPResponse(status: 500)), now: Self.now, onServerError: .unknown)
        #expect(five == .unknown(UnknownOutcome(reason: .status(500))))
        let kinds: [TransferError.Kind] = [
            .badAddress, .nameNotResolved, .notConnected, .notTrusted, .timedOut, .cutOff, .tooLarge, .badRedirect,
            .badAnswer, .cancelled,
        ]
        for kind in kinds {
            func outcome(sent: Int) -> SendOutcome {
                HubAnswer.outcome(of: .failure(TransferError(kind: kind, requestBytesSent: sent)), now: Self.now)
            }
            #expect(outcome(sent: 0) == .notSent(HubRefusal(.unreachable(kind))))
            guard case .unknown = outcome(sent: 1) else {
                Issue.record("\(kind)")
                continue
            }
        }
    }

    @Test func receiptsKeepWhatTheHubTells() {
        let path = "https://desk-news.servicebus.windows.net/desk/messages"
        let full = Reply(
            201,
            [
                ("location", "\(path)/0de2-20270115-33-11?api-version=2020-06"), ("TrackingId", "7f"),
                ("date", Self.date),
            ])
        #expect(
            full.outcome == .accepted(NotificationReceipt(id: "0de2-20270115-33-11", trackingID: "7f", date: Self.now)))
        for location in ["", "\(path)/\u{1B}[2J", "\(path)/a b", "\(path)/" + String(repeating: "7", count: 300)] {
            #expect(Reply(201, [("Location", location)]).outcome == .accepted(NotificationReceipt()), "\(location)")
        }
        let batch = Reply(200, [("Location", "\(path)/$batch/77-8?api-version=2020-06&direct")]).outcome
        #expect(batch == .accepted(NotificationReceipt(id: "77-8")))
        // The three forms of RFC 9110, and what is none.
        let dates: [(String, Instant?)] = [
            ("Friday, 15-Jan-27 08:00:00 GMT", Self.now), ("Fri Jan 15 08:00:00 2027", Self.now),
            ("Sun Nov  6 08:49:37 1994", Instant("1994-11-06T08:49:37Z")),
            ("Sunday, 06-Nov-94 08:49:37 GMT", Instant("1994-11-06T08:49:37Z")),
            ("Fri, 15 Jan 2027 08:00:00 CET", nil), ("Fri, 32 Jan 2027 08:00:00 GMT", nil), ("", nil),
            ("15 Jan 2027", nil), ("Fri, 15 Jan 2027 08:00 GMT", nil), ("Fri, 15 Foo 2027 08:00:00 GMT", nil),
        ]
        for (text, date) in dates {
            #expect(Reply(202, [("Date", text)]).outcome == .accepted(NotificationReceipt(date: date)), "\(text)")
        }
        let report = Reply(
            200, [],
            "<NotificationOutcome xmlns=\"http://schemas.microsoft.com/netservices/2010/10/servicebus/connect\">"
                + "<Success>1</Success><Failure>1</Failure><Results><RegistrationResult><ApplicationPlatform>apple"
                + "</ApplicationPlatform><PnsHandle>AB</PnsHandle><RegistrationId>1-2-3</RegistrationId><Outcome>The Token "
                + "obtained from the Token Provider is wrong</Outcome></RegistrationResult></Results></NotificationOutcome>"
        )
        guard case .accepted(let receipt) = report.outcome, let results = receipt.report else {
            Issue.record("no report")
            return
        }
        #expect(results.success == 1 && results.failure == 1 && results.results.map(\.platform) == ["apple"])
    }
}

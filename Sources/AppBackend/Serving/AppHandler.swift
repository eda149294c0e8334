internal import HTTPServer
internal import HubLanguage
internal import JSON
internal import News
internal import Synchronization

/// What the server's threads call. Nothing here waits: passwords are checked and the hub is asked by threads of their own,
/// behind queues that hold so much and no more.
final class AppHandler: RequestHandler {
    let signIn: SignIn
    private let rules: AppRules
    private let owners: Owners
    private let isProxied: Bool
    private let clock: @Sendable () -> Instant
    private let onAccess: (@Sendable (AccessRecord) -> Void)?
    private let onTrouble: (@Sendable (String) -> Void)?
    private let calls = WorkQueue<Job>(limit: 2_048)
    private let checks = WorkQueue<Check>(limit: 256)
    private let held = WaitingAnswers()

    private struct Check: Sendable {
        var job: PendingJob
        var credentials: BasicCredentials
    }

    /// The largest body of a call: tags and a token take little, and a notification at most 5 KB.
    static let bodyLimit = 65_536
    /// Answers to failed sign-ins that are held back at the same time; more go at once.
    private static let heldAnswers = 200

    init(_ configuration: AppBackendConfiguration) throws(AppBackendError) {
        guard let signIn = SignIn(configuration.users) else { throw .noRandomness }
        self.signIn = signIn
        rules = AppRules(
            tags: configuration.tags, notifying: configuration.notifying, movesDevices: configuration.movesDevices,
            templates: configuration.templates)
        owners = Owners(store: try BindingStore(configuration.stateFile))
        isProxied = configuration.isProxied
        clock = configuration.clock
        onAccess = configuration.onAccess
        onTrouble = configuration.onTrouble
        let ways = configuration.ways
        let hasThreads =
            calls.start(configuration.workers) {
                let hub = HubDesk(ways())
                return { self.perform($0, hub) }
            }
            // bcrypt takes a core: never both of two.
            && checks.start(1) { { self.check($0) } }
        guard hasThreads else {
            stop()
            throw .noThreads
        }
    }

    /// Ends the threads when they have done what they have begun; what still waits is answered with 503, since a hub that
    /// hangs could hold it for hours.
    func stop() {
        for check in checks.stop() { deny(check.job, nil, AppHandler.crowded) }
        for job in calls.stop() { deny(job.pending, job.user, AppHandler.crowded) }
        held.stop()
    }

    func admission(of head: RequestHead) -> Admission {
        guard let announced = head.announcedBytes, announced > AppHandler.bodyLimit else {
            return .body(limit: AppHandler.bodyLimit)
        }
        let pending = PendingJob(head: head, began: now, address: address(of: head))
        let response = AppHandler.response(to: AppHandler.tooLarge)
        record(pending, nil, response.status)
        return .answer(response)
    }

    func answer(_ request: IncomingRequest, _ reply: Reply) {
        var pending = PendingJob(head: request.head, began: now, address: address(of: request.head), reply: reply)
        do throws(Denial) {
            guard !request.isCrowdedOut else { throw AppHandler.crowded }
            guard request.body.count <= AppHandler.bodyLimit else { throw AppHandler.tooLarge }
            // Browsers send stored credentials along with what another site lets them send.
            if let site = request.head.headers["Sec-Fetch-Site"], !["same-origin", "none"].contains(site) {
                throw Denial(403, "this is not for pages of other sites")
            }
            // Older ones tell only where the page is from. Where a name is its own password, a page could guess one, and
            // bring its site's name to this machine as well: there no page has any business.
            if let origin = request.head.headers["Origin"],
                signIn.isDemo || origin.split(separator: "/").last != request.head.headers["Host"].map({ $0[...] })
            {
                throw Denial(403, "this is not for pages of other sites")
            }
            pending.call = try AppCall(request.head.method, RequestTarget(request.head.target))
            if pending.call == .health {
                return finish(pending, nil, OutgoingResponse(200, headers: AppHandler.plain, body: "ok\n"))
            }
            pending.body = request.body
            try admit(pending)
        } catch {
            deny(pending, nil, error)
        }
    }

    private func admit(_ pending: PendingJob) throws(Denial) {
        let header = pending.head.headers["Authorization"]
        switch signIn.look(at: header, from: pending.address, now: now) {
        case .none: throw AppHandler.unauthorized
        case .limited(let seconds): throw AppHandler.limited(seconds)
        case .user(let user): try enqueue(Job(pending: pending, user: user))
        case .check(let credentials):
            guard checks.add(Check(job: pending, credentials: credentials)) else { throw AppHandler.crowded }
        }
    }

    private func enqueue(_ job: Job) throws(Denial) {
        guard calls.add(job) else { throw AppHandler.crowded }
    }

    /// On the thread of passwords.
    private func check(_ check: Check) {
        switch signIn.check(check.credentials, from: check.job.address, now: now) {
        case .user(let user):
            do throws(Denial) {
                try enqueue(Job(pending: check.job, user: user))
            } catch {
                deny(check.job, user, error)
            }
        case .limited(let seconds): deny(check.job, nil, AppHandler.limited(seconds))
        case .refused(let milliseconds):
            let delay = held.count < AppHandler.heldAnswers ? milliseconds : 0
            held.add(milliseconds: delay) { self.deny(check.job, nil, AppHandler.unauthorized) }
        }
    }

    /// On a worker's thread.
    private func perform(_ job: Job, _ hub: HubDesk) {
        guard let call = job.pending.call else { return deny(job.pending, job.user, AppHandler.crowded) }
        let desk = AppDesk(
            hub: hub, rules: rules, owners: owners, signIn: signIn, now: clock().secondsSince1970)
        do throws(AppTrouble) {
            let body = try desk.answer(call, job.pending.body, for: job.user)
            let headers = body.isEmpty ? AppHandler.common : AppHandler.json
            finish(job.pending, job.user, OutgoingResponse(200, headers: headers, body: body))
        } catch {
            if error.denial.status >= 500 { onTrouble?(error.cause.map { "\($0)" } ?? error.denial.words) }
            deny(job.pending, job.user, error.denial)
        }
    }

    private func deny(_ pending: PendingJob, _ user: UserName?, _ denial: Denial) {
        finish(pending, user, AppHandler.response(to: denial))
    }

    private func finish(_ pending: PendingJob, _ user: UserName?, _ response: OutgoingResponse) {
        pending.reply?.send(response)
        record(pending, user, response.status)
    }

    private func record(_ pending: PendingJob, _ user: UserName?, _ status: Int) {
        guard let onAccess else { return }
        let method = pending.head.method
        onAccess(
            AccessRecord(
                time: clock(), address: pending.address, user: user?.text,
                method: ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"].contains(method) ? method : "…",
                path: AppCall.shownPath(RequestTarget(pending.head.target)), status: status,
                milliseconds: now - pending.began))
    }

    /// The address that failures are counted by. Of what a proxy tells the last address counts: those before it are
    /// whatever the client claimed.
    private func address(of head: RequestHead) -> String {
        guard isProxied, head.place.peerIsHere,
            let told = head.headers.fields.last(where: { equalIgnoringCase($0.name, "X-Forwarded-For") })?.value
        else { return head.place.peer }
        let last = withoutPort(told.pieces(at: ",").last.map { $0.filter { $0 != " " } } ?? "")
        let isAddress =
            (2...45).contains(last.utf8.count) && last.allSatisfy { $0.isHexDigit || $0 == "." || $0 == ":" }
        return isAddress ? last : head.place.peer
    }

    /// Some proxies add the client's port, which would make each connection an address of its own.
    private func withoutPort(_ address: String) -> String {
        if address.hasPrefix("[") { return String(address.dropFirst().prefix { $0 != "]" }) }
        return address.contains(".") ? String(address.prefix { $0 != ":" }) : address
    }

    private var now: Int64 { milliseconds() }
}

/// A request on its way.
private struct PendingJob: Sendable {
    var head: RequestHead
    /// Milliseconds of a clock that nobody sets.
    var began: Int64
    var address: String
    var reply: Reply?
    var call: AppCall?
    var body: [UInt8] = []
}

private struct Job: Sendable {
    var pending: PendingJob
    var user: UserName
}

private func milliseconds() -> Int64 {
    let passed = ContinuousClock.now - AppHandler.start
    return passed.components.seconds * 1_000 + passed.components.attoseconds / 1_000_000_000_000_000
}

// Answers.
extension AppHandler {
    fileprivate static let start = ContinuousClock.now

    fileprivate static let tooLarge = Denial(413, "the body is larger than \(bodyLimit) bytes")
    fileprivate static let crowded = Denial(503, "too much is being asked at the moment: try again", retryAfter: 1)
    fileprivate static let unauthorized = Denial(401, "sign in with a name and a password that are known here")

    fileprivate static func limited(_ seconds: Int64) -> Denial {
        Denial(429, "there were too many failures to sign in: try again later", retryAfter: seconds)
    }

    fileprivate static let common: HeaderFields = ["Cache-Control": "no-store"]
    fileprivate static let json: HeaderFields = [
        "Cache-Control": "no-store", "Content-Type": "application/json; charset=utf-8",
        "X-Content-Type-Options": "nosniff",
    ]
    fileprivate static let plain: HeaderFields = [
        "Cache-Control": "no-store", "Content-Type": "text/plain; charset=utf-8",
    ]

    fileprivate static func response(to denial: Denial) -> OutgoingResponse {
        var headers = json
        switch denial.status {
        case 401: headers.add("WWW-Authenticate", #"Basic realm="bulletin", charset="UTF-8""#)
        case 405:
            headers.add(
                "Allow",
                denial.words.contains("PUT") ? "PUT, DELETE" : denial.words.contains("GET") ? "GET, HEAD" : "POST")
        default: break
        }
        if let seconds = denial.retryAfter { headers.add("Retry-After", String(seconds)) }
        let body: JSONValue = ["error": .string(denial.words)]
        return OutgoingResponse(denial.status, headers: headers, body: body.text() + "\n")
    }
}

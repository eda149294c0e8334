internal import HTTPServer
internal import News

/// The hub, its faults and its log: everything behind the lock.
struct EmulatorState: Sendable {
    var hub: HubState
    var faults = FaultRules()
    var log: BoundedHistory<LogEntry>
    /// How often waiting answers were let go. An answer waits for the release after its request, so that one that is
    /// about to wait when the release comes is not forgotten.
    private(set) var releases = 0
    private let file: StateFile?
    /// What the file could not take yet.
    private var unsaved: [StateChange] = []

    /// With more than so many changes that cannot be kept no request is taken.
    private static let unsavedLimit = 10_000

    init(hub: HubState, history: Int, file: StateFile? = nil) {
        self.hub = hub
        self.file = file
        log = BoundedHistory(capacity: history, byteCapacity: 32 << 20)
    }

    /// Begins a release and gives its number.
    mutating func nextRelease() -> Int {
        releases += 1
        return releases
    }

    /// Answers a request for the hub. `admitted` is what the gate made of it, outside the lock.
    mutating func answer(
        _ request: HubRequest, admitted: Result<HubCall, Refusal>, at place: ConnectionPlace, now: Instant
    ) -> Answer {
        let fault = faults.take(for: request, requestOfConnection: place.request)
        var answer = Answer(response: HubResponse(500), release: releases + 1)
        if fault?.takesRequest ?? true { answer.response = proper(request, admitted, now: now) }
        if let fault { apply(fault, to: &answer, now: now) }
        answer.entry = log(request, place, answer, fault, now: now)
        return answer
    }

    private mutating func log(
        _ request: HubRequest, _ place: ConnectionPlace, _ answer: Answer, _ fault: Fault?, now: Instant
    ) -> LogEntry {
        let isDropped = if case .dropped = answer.delivery { true } else { false }
        let entry = LogEntry(
            request, place, time: now, status: isDropped ? nil : answer.response.status, fault: fault?.word)
        log.append(entry, bytes: entry.bytes)
        return entry
    }

    /// Writes what changed to the state file; false when it cannot be written.
    mutating func keep() -> Bool {
        guard let file else { return true }
        unsaved += hub.takeChanges()
        guard unsaved.isEmpty || file.write(unsaved) else { return false }
        unsaved.removeAll(keepingCapacity: true)
        return true
    }

    private mutating func proper(
        _ request: HubRequest, _ admitted: Result<HubCall, Refusal>, now: Instant
    ) -> HubResponse {
        do throws(Refusal) {
            let call = try admitted.get()
            guard unsaved.count <= EmulatorState.unsavedLimit || keep() else { throw EmulatorState.cannotKeep }
            let response = try hub.answer(call, to: request, now: now)
            guard keep() else { throw EmulatorState.cannotKeep }
            return response
        } catch {
            return HubResponse(error)
        }
    }

    private static let cannotKeep = Refusal(
        500, "The local hub took the request in, but cannot write its state file: the disk may be full.")

    private mutating func apply(_ fault: Fault, to answer: inout Answer, now: Instant) {
        switch fault.action {
        case .answer(let status, let retryAfter, let body):
            answer.response = response(status, retryAfter, body, now: now)
        case .drop(let ending), .refuse(let ending): answer.delivery = .dropped(ending)
        case .late(let milliseconds): answer.delivery = .late(milliseconds: milliseconds)
        case .hold: answer.delivery = .held
        }
    }

    private mutating func response(
        _ status: Int, _ retryAfter: Fault.RetryAfter?, _ body: Fault.Body, now: Instant
    ) -> HubResponse {
        var headers = HeaderFields()
        switch retryAfter {
        case .seconds(let seconds)?: headers.add("Retry-After", String(seconds))
        case .date(let seconds)?: headers.add("Retry-After", httpDate(now.advanced(bySeconds: seconds)))
        case nil: break
        }
        switch body {
        case .error:
            return HubResponse(Refusal(status, "The local hub was told to answer so.", headers: headers))
        case .empty: return HubResponse(Refusal(status, nil, headers: headers))
        case .text(let text):
            var response = HubResponse(status, headers: headers, body: text, contentType: HubResponse.html)
            response.isOfHub = false
            return response
        }
    }
}

extension Fault {
    /// What the log calls it.
    var word: String {
        switch action {
        case .answer(let status, _, _): "answer \(status)"
        case .drop(let ending): "drop, \(ending.rawValue)"
        case .refuse(let ending): "refuse, \(ending.rawValue)"
        case .late(let milliseconds): "late by \(milliseconds) ms"
        case .hold: "hold"
        }
    }
}

internal import News

/// The hub, its faults and its log: everything behind the lock.
struct EmulatorState: Sendable {
    var hub: HubState
    var faults = FaultRules()
    var log: BoundedHistory<LogEntry>
    /// How often waiting answers were let go. An answer waits for the release after its request, so that one that is
    /// about to wait when the release comes is not forgotten.
    private(set) var releases = 0

    init(hub: HubState, history: Int) {
        self.hub = hub
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
        let isDropped = if case .dropped = answer.delivery { true } else { false }
        let entry = LogEntry(
            request, place, time: now, status: isDropped ? nil : answer.response.status, fault: fault?.word)
        log.append(entry, bytes: entry.bytes)
        return answer
    }

    private mutating func proper(
        _ request: HubRequest, _ admitted: Result<HubCall, Refusal>, now: Instant
    ) -> HubResponse {
        do throws(Refusal) {
            var response = try hub.answer(try admitted.get(), to: request, now: now)
            hub.finish(&response, now: now)
            return response
        } catch {
            return hub.response(to: error, now: now)
        }
    }

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
            return hub.response(to: Refusal(status, "The local hub was told to answer so.", headers: headers), now: now)
        case .empty: return hub.response(to: Refusal(status, nil, headers: headers), now: now)
        case .text(let text):
            return HubResponse(status, headers: headers, body: text, contentType: "text/html; charset=utf-8")
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

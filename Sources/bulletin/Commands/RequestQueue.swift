internal import HubEmulator
internal import Synchronization

/// Lines about requests on their way from the hub's threads to the log.
final class RequestQueue: Sendable {
    private struct State {
        var lines: [String] = []
        var untold = 0
    }

    private let state = Mutex(State())
    /// When nobody keeps up with the lines, the further ones are counted and not kept.
    private static let limit = 10_000

    func add(_ request: LoggedRequest) {
        let line = request.line
        state.withLock { state in
            if state.lines.count < RequestQueue.limit { state.lines.append(line) } else { state.untold += 1 }
        }
    }

    /// The lines since the last time.
    func take() -> [String] {
        state.withLock { state in
            defer { state = State() }
            return state.lines + (state.untold > 0 ? ["… and \(state.untold) more requests"] : [])
        }
    }
}

extension LoggedRequest {
    /// `POST /bulletin/messages?api-version=2020-06 201 template, Sports, 62 bytes`
    fileprivate var line: String {
        let facts = [
            header("ServiceBusNotification-Format"), header("ServiceBusNotification-Tags"),
            bodyBytes > 0 ? "\(bodyBytes) bytes" : nil, fault.map { "fault: \($0)" },
        ]
        return "\(method.prefix(20)) \(target.prefix(200)) \(status.map { "\($0)" } ?? "no answer") "
            + facts.compactMap(\.self).joined(separator: ", ")
    }
}

internal import Synchronization
internal import Terminal

/// Lines on their way from a server's threads to the log: those must not wait for whoever reads the lines. What is told over
/// and over is told once a minute.
final class LineQueue: Sendable {
    private struct State {
        var lines: [(LogLevel, String)] = []
        var untold = 0
        var warnings: [String: ContinuousClock.Instant] = [:]
    }

    private let state = Mutex(State())
    /// When nobody keeps up with the lines, the further ones are counted and not kept.
    private static let limit = 10_000

    func add(_ level: LogLevel, _ line: String) {
        state.withLock { state in
            if level < .info {
                let now = ContinuousClock.now
                if let last = state.warnings[line], now - last < .seconds(60) { return }
                if state.warnings.count >= 100 { state.warnings.removeAll() }
                state.warnings[line] = now
            }
            if state.lines.count < LineQueue.limit { state.lines.append((level, line)) } else { state.untold += 1 }
        }
    }

    /// The lines since the last time.
    func take() -> [(LogLevel, String)] {
        state.withLock { state in
            defer { (state.lines, state.untold) = ([], 0) }
            return state.lines + (state.untold > 0 ? [(.info, "… and \(state.untold) more requests")] : [])
        }
    }
}

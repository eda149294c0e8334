internal import CMicroHTTPD
internal import Glibc
internal import Synchronization
internal import Threads

/// Answers that are held back: until a time, or until they are released. A thread of its own, started with the first late
/// answer, lets them go.
public final class WaitingAnswers: Sendable {
    fileprivate struct Waiting {
        var go: @Sendable () -> Void
        var release: Int
        var due: Int64?
    }

    fileprivate struct State {
        var waiting: [Waiting] = []
        /// The number of the last release.
        var released = 0
        var isStopped = false
        var thread: Worker?
    }

    private let state = Mutex(State())
    /// Written to when the thread has to look again.
    private let wakeup = bulletin_wakeup_descriptor()

    /// Without any.
    public init() {}

    deinit { close(wakeup) }

    /// How many wait.
    public var count: Int { state.withLock { $0.waiting.count } }

    /// Adds an answer that waits so many milliseconds, or for a release: the one of that number or a later one.
    public func add(release: Int = .max, milliseconds: Int?, _ go: @escaping @Sendable () -> Void) {
        let due = milliseconds.map { monotonicMilliseconds() + Int64($0) }
        let isTaken = state.withLock { state in
            guard !state.isStopped, release > state.released else { return false }
            if due != nil, state.thread == nil { state.thread = Worker { self.run() } }
            // Without a thread nobody would let it go.
            guard due == nil || state.thread != nil else { return false }
            state.waiting.append(Waiting(go: go, release: release, due: due))
            return true
        }
        if isTaken { wake() } else { go() }
    }

    /// Lets those go that wait for this release or one before it.
    public func release(_ release: Int) {
        let released = state.withLock { state in
            state.released = max(state.released, release)
            return State.take(&state.waiting) { $0.release <= release }
        }
        for waiting in released { waiting.go() }
    }

    /// Lets all go; answers that come later go at once.
    public func stop() {
        let (thread, waiting) = state.withLock { state in
            state.isStopped = true
            defer { state.thread = nil }
            return (state.thread, State.take(&state.waiting) { _ in true })
        }
        for waiting in waiting { waiting.go() }
        wake()
        thread?.join()
    }

    private func wake() {
        var one = UInt64(1)
        _ = write(wakeup, &one, MemoryLayout<UInt64>.size)
    }

    private func run() {
        while true {
            let now = monotonicMilliseconds()
            let (due, next, isStopped) = state.withLock { state in
                let due = State.take(&state.waiting) { ($0.due ?? .max) <= now }
                return (due, state.waiting.compactMap(\.due).min(), state.isStopped)
            }
            for waiting in due { waiting.go() }
            guard !isStopped else { return }
            var descriptor = pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, next.map { Int32(clamping: max(1, $0 - now)) } ?? -1)
            var count = UInt64(0)
            _ = read(wakeup, &count, MemoryLayout<UInt64>.size)
        }
    }
}

extension WaitingAnswers.State {
    static func take(
        _ waiting: inout [WaitingAnswers.Waiting], where isWanted: (WaitingAnswers.Waiting) -> Bool
    ) -> [WaitingAnswers.Waiting] {
        let taken = waiting.filter(isWanted)
        if !taken.isEmpty { waiting.removeAll(where: isWanted) }
        return taken
    }
}

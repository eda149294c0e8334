internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// Suspended connections whose answers are held back: until a time, or until they are released. A thread of its own,
/// started with the first late answer, wakes them.
final class WaitingAnswers: Sendable {
    private struct State {
        /// Connections as bit patterns, since raw pointers cannot be shared between threads. libmicrohttpd keeps a
        /// suspended connection until it is resumed, whatever its client does.
        var waiting: [(connection: UInt, release: Int, due: Int64?)] = []
        /// The number of the last release.
        var released = 0
        var isStopped = false
        var thread: pthread_t?
    }

    private let state = Mutex(State())
    /// Written to when the thread has to look again.
    private let wakeup = bulletin_wakeup_descriptor()

    deinit { close(wakeup) }

    /// Adds a suspended connection that waits for a release, or so many milliseconds.
    func add(_ connection: OpaquePointer, release: Int, milliseconds: Int?) {
        let pattern = UInt(bitPattern: connection)
        let due = milliseconds.map { monotonicMilliseconds() + Int64($0) }
        let isTaken = state.withLock { state in
            guard release > state.released else { return false }
            if due != nil, state.thread == nil { state.thread = start() }
            // Without a thread nobody would wake it.
            guard due == nil || state.thread != nil else { return false }
            state.waiting.append((pattern, release, due))
            return true
        }
        if isTaken { wake() } else { MHD_resume_connection(connection) }
    }

    /// Resumes those that wait for this release or one before it.
    func release(_ release: Int) {
        let released = state.withLock { state in
            state.released = max(state.released, release)
            let released = state.waiting.filter { $0.release <= state.released }.map(\.connection)
            state.waiting.removeAll { $0.release <= state.released }
            return released
        }
        resume(released)
    }

    /// Resumes all; connections that come later are resumed at once.
    func stop() {
        let thread = state.withLock { state in
            state.isStopped = true
            defer { state.thread = nil }
            return state.thread
        }
        release(.max)
        wake()
        if let thread { pthread_join(thread, nil) }
    }

    private func resume(_ connections: [UInt]) {
        for pattern in connections { OpaquePointer(bitPattern: pattern).map { MHD_resume_connection($0) } }
    }

    private func wake() {
        var one = UInt64(1)
        _ = write(wakeup, &one, MemoryLayout<UInt64>.size)
    }

    private func start() -> pthread_t? {
        var thread = pthread_t()
        let retained = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread, nil,
            { context in
                context.map { Unmanaged<WaitingAnswers>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, retained.toOpaque())
        guard result == 0 else {
            retained.release()
            return nil
        }
        return thread
    }

    private func run() {
        while true {
            let now = monotonicMilliseconds()
            let (due, next, isStopped) = state.withLock { state in
                let due = state.waiting.filter { ($0.due ?? .max) <= now }.map(\.connection)
                state.waiting.removeAll { ($0.due ?? .max) <= now }
                return (due, state.waiting.compactMap(\.due).min(), state.isStopped)
            }
            resume(due)
            guard !isStopped else { return }
            var descriptor = pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, next.map { Int32(clamping: max(1, $0 - now)) } ?? -1)
            var count = UInt64(0)
            _ = read(wakeup, &count, MemoryLayout<UInt64>.size)
        }
    }
}

private func monotonicMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}

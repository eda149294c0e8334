internal import Glibc

/// The signals that ask a program to end: taken where the program looks for them, instead of ending it in the middle of
/// something.
struct StopSignals {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP]
    private let signals: sigset_t

    /// From now on they wait until somebody takes them, in this thread and all that it starts.
    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in StopSignals.numbers { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        self.signals = signals
    }

    /// Returns when one of them has come.
    func wait() {
        var signals = signals
        var signal: Int32 = 0
        // An error can only mean that the set is empty; EINTR is none of its errors.
        sigwait(&signals, &signal)
    }

    /// Returns when one of them has come, true, or after so many milliseconds.
    func wait(milliseconds: Int) -> Bool {
        var signals = signals
        var time = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
        return sigtimedwait(&signals, nil, &time) > 0
    }

    /// Whether one of them has come and was not taken.
    var isPending: Bool { StopSignals.pending != nil }

    /// The one that has come and was not taken.
    static var pending: Int32? {
        var pending = sigset_t()
        sigpending(&pending)
        return numbers.first { sigismember(&pending, $0) == 1 }
    }

    /// Waits so many seconds; false as soon as one of them comes, which stays pending.
    func wait(seconds: Int64) -> Bool {
        let clock = ContinuousClock()
        let end = clock.now.advanced(by: .seconds(seconds))
        while !isPending {
            let left = clock.now.duration(to: end).components
            guard left.seconds >= 0, left.seconds > 0 || left.attoseconds > 0 else { return true }
            // A tenth of a second: soon enough for whoever stops the program, seldom enough to cost nothing.
            var pause = timespec(tv_sec: 0, tv_nsec: 100_000_000)
            nanosleep(&pause, nil)
        }
        return false
    }
}

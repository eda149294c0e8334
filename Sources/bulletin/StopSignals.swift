internal import Glibc

/// The signals that ask a program to end: taken by one thread that waits for them, instead of ending the program in the
/// middle of something.
struct StopSignals {
    private let signals: sigset_t

    /// From now on they wait until somebody takes them, in this thread and all that it starts.
    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
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
}

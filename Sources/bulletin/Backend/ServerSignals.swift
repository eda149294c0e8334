internal import Glibc

/// The signals of a server: those that end it, and the one at which it reads its files anew.
struct ServerSignals {
    enum Wish {
        case stop
        case reload
    }

    private let signals: sigset_t

    /// From now on they wait until they are taken, in this thread and all that it starts.
    init() {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        self.signals = signals
    }

    /// What is wished, waiting so many milliseconds for it; nil for nothing.
    func wait(milliseconds: Int) -> Wish? {
        var signals = signals
        var time = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
        switch sigtimedwait(&signals, nil, &time) {
        case SIGINT, SIGTERM: return .stop
        case SIGHUP: return .reload
        default: return nil
        }
    }
}

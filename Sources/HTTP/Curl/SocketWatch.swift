internal import CLibCurl
internal import Glibc

/// The sockets libcurl wants watched and the time it wants to be called again: what its multi handle tells through
/// two callbacks. With them one event costs the same however many transfers run.
final class SocketWatch {
    /// What the callbacks reach by pointer.
    struct State {
        let descriptor: Int32
        /// The last socket that libcurl wants no news of: it stays in the set, since the next request mostly goes
        /// out on it at once. The first news takes it out.
        var resting: Int32?
        /// When libcurl wants to be called although no socket has news; nil when it does not.
        var deadline: Double?
    }

    let state: UnsafeMutablePointer<State>

    /// Nil when the system gives no descriptor.
    init?() {
        let descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        state = .allocate(capacity: 1)
        state.initialize(to: State(descriptor: descriptor))
    }

    deinit {
        close(state.pointee.descriptor)
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Waits for news of the sockets, at most until `end`; calls `each` with socket and libcurl's event bits.
    func wait(until end: Double, each: (Int32, Int32) -> Void) {
        let descriptor = state.pointee.descriptor
        let seconds = min(max(0, end - monotonicSeconds()), 60)
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { events in
            let timeout = Int32((seconds * 1000).rounded(.up))
            let count = epoll_wait(descriptor, events.baseAddress, Int32(events.count), timeout)
            for event in events.prefix(max(0, Int(count))) {
                if event.data.fd == state.pointee.resting {
                    state.pointee.forgetResting()
                } else {
                    each(event.data.fd, selectBits(event.events))
                }
            }
        }
    }

    private func selectBits(_ events: UInt32) -> Int32 {
        var bits: Int32 = 0
        if events & (EPOLLIN.rawValue | EPOLLHUP.rawValue) != 0 { bits |= CURL_CSELECT_IN }
        if events & EPOLLOUT.rawValue != 0 { bits |= CURL_CSELECT_OUT }
        if events & EPOLLERR.rawValue != 0 { bits |= CURL_CSELECT_ERR }
        return bits
    }
}

extension SocketWatch.State {
    /// Watches a socket for what libcurl waits for, or stops watching it.
    fileprivate mutating func watch(_ socket: Int32, _ what: Int32) {
        guard what != CURL_POLL_REMOVE else {
            forgetResting()
            resting = socket
            return
        }
        if resting == socket { resting = nil }
        var event = epoll_event()
        event.data.fd = socket
        if what & CURL_POLL_IN != 0 { event.events |= EPOLLIN.rawValue }
        if what & CURL_POLL_OUT != 0 { event.events |= EPOLLOUT.rawValue }
        // One that was closed is out of the set, even where its number is in use again.
        if epoll_ctl(descriptor, EPOLL_CTL_MOD, socket, &event) != 0 {
            epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event)
        }
    }

    fileprivate mutating func forgetResting() {
        guard let socket = resting else { return }
        resting = nil
        var event = epoll_event()
        epoll_ctl(descriptor, EPOLL_CTL_DEL, socket, &event)
    }
}

/// libcurl's calls back into ``SocketWatch``; they capture nothing.
enum SocketCallbacks {
    static let socket: curl_socket_callback = { _, socket, what, context, _ in
        context?.assumingMemoryBound(to: SocketWatch.State.self).pointee.watch(socket, what)
        return 0
    }

    static let timer: curl_multi_timer_callback = { _, milliseconds, context in
        let end = milliseconds < 0 ? nil : monotonicSeconds() + Double(milliseconds) / 1000
        context?.assumingMemoryBound(to: SocketWatch.State.self).pointee.deadline = end
        return 0
    }
}

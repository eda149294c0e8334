internal import CMicroHTTPD
internal import Glibc
internal import Synchronization
internal import Threads

/// Ends connections whose clients take too long for a request, or have gone in the middle of one. libmicrohttpd minds silence alone: a client that sends a byte
/// now and then would keep its connection, and its place among those that there may be, for ever. And it waits for edges:
/// an end that arrived together with the first bytes is never seen, so that a burst of connections that were opened, written
/// to and closed took every place there is until their time was over.
final class ConnectionWatch: Sendable {
    private enum Doing {
        /// Nothing of a request has come that could be read.
        case waiting
        /// The head or the body is being read.
        case reading
        case answering
    }

    private struct Entry {
        var socket: Int32
        var doing = Doing.waiting
        /// When it could begin the request.
        var since: Int64
        /// The client was found to have gone; it may have gone right behind its request, which is then being answered soon.
        var isAbandoned = false
    }

    private let entries = Mutex<[Int: Entry]>([:])
    private let milliseconds: Int64
    private let isPlain: Bool
    private let thread = Mutex<Worker?>(nil)
    private let wakeup = bulletin_wakeup_descriptor()
    private let isStopped = Atomic<Bool>(false)

    init(seconds: Int, isPlain: Bool) {
        milliseconds = Int64(seconds) * 1_000
        self.isPlain = isPlain
    }

    deinit { close(wakeup) }

    func began(_ connection: Int, socket: Int32) {
        let now = monotonicMilliseconds()
        entries.withLock { $0[connection] = Entry(socket: socket, since: now) }
    }

    func reads(_ connection: Int) { set(connection, .reading) }

    func answers(_ connection: Int) { set(connection, .answering) }

    func waits(_ connection: Int) {
        let now = monotonicMilliseconds()
        entries.withLock { entries in
            entries[connection]?.doing = .waiting
            entries[connection]?.since = now
        }
    }

    /// Called before its socket is closed, so that none is ended here that is another's by then.
    func ended(_ connection: Int) { entries.withLock { _ = $0.removeValue(forKey: connection) } }

    private func set(_ connection: Int, _ doing: Doing) {
        entries.withLock { $0[connection]?.doing = doing }
    }

    /// Starts looking; false where there is no thread to be had.
    func start() -> Bool {
        thread.withLock { thread in
            thread = Worker { self.run() }
            return thread != nil
        }
    }

    func stop() {
        isStopped.store(true, ordering: .releasing)
        var one = UInt64(1)
        _ = write(wakeup, &one, MemoryLayout<UInt64>.size)
        let running = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        running?.join()
    }

    private func run() {
        while !isStopped.load(ordering: .acquiring) {
            var descriptor = pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, entries.withLock { $0.isEmpty } ? 500 : 200)
            let now = monotonicMilliseconds()
            entries.withLock { entries in
                ConnectionWatch.endAbandoned(&entries)
                for (_, entry) in entries where entry.doing != .answering && now - entry.since > milliseconds {
                    // Nothing of an answer has been written yet. In TLS nothing can be said from here.
                    if entry.doing == .reading, isPlain { bulletin_say_timed_out(entry.socket) }
                    shutdown(entry.socket, Int32(SHUT_RDWR))
                }
            }
        }
    }
}

extension ConnectionWatch {
    /// Linux's POLLRDHUP: the other side will send nothing more.
    private static let hungUp = Int16(0x2000)

    /// Ends what was found abandoned at this look and the one before it: no more of the request can come.
    private static func endAbandoned(_ entries: inout [Int: Entry]) {
        let open = entries.filter { $0.value.doing != .answering }
        guard !open.isEmpty else { return }
        let connections = Array(open.keys)
        var looks = connections.map { pollfd(fd: open[$0]?.socket ?? -1, events: hungUp, revents: 0) }
        guard poll(&looks, nfds_t(looks.count), 0) > 0 else { return }
        for (connection, look) in zip(connections, looks) where look.revents & hungUp != 0 {
            if entries[connection]?.isAbandoned == true { shutdown(look.fd, Int32(SHUT_RDWR)) }
            entries[connection]?.isAbandoned = true
        }
    }
}

func monotonicMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}

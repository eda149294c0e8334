internal import Glibc
internal import Synchronization

/// Something a server's answer waits for. Once open it stays open.
public final class CannedGate: Sendable {
    /// A pipe with a byte in it is readable for everybody, for ever.
    fileprivate let descriptor: Int32
    private let opener: Int32

    /// A closed gate.
    public init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor = ends[0]
        opener = ends[1]
    }

    deinit {
        close(descriptor)
        close(opener)
    }

    /// Lets everybody through.
    public func open() {
        var byte: UInt8 = 1
        write(opener, &byte, 1)
    }
}

/// Counts what several threads of a server do.
public final class CannedCounter: Sendable {
    private let count = Atomic<Int>(0)

    /// A counter at 0.
    public init() {}

    /// Counts one more; the count with it.
    public func next() -> Int {
        count.add(1, ordering: .sequentiallyConsistent).newValue
    }
}

/// A thread that is waited for. What blocks must not run as a task: there are no more threads for those than cores.
public final class CannedThread: Sendable {
    private final class Work: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let handle: pthread_t

    /// Begins at once.
    public init(_ run: @escaping @Sendable () -> Void) {
        var handle = pthread_t()
        let work = Unmanaged.passRetained(Work(run))
        let status = pthread_create(
            &handle, nil,
            { context in
                if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, work.toOpaque())
        if status != 0 { work.release() }
        self.handle = status == 0 ? handle : 0
    }

    /// Waits for its end.
    public func join() {
        if handle != 0 { pthread_join(handle, nil) }
    }
}

enum CannedEvent {
    case socket
    case gate
    case stopped
    case nothing
}

/// Waits for data (or the end) of a socket, for a gate, or for a second one that ends everything.
func waitUntilReadable(
    _ socket: Int32, or gate: CannedGate, _ stopping: CannedGate?, milliseconds: Int32 = -1
) -> CannedEvent {
    var watched = [socket, gate.descriptor, stopping?.descriptor ?? -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    while true {
        let count = poll(&watched, nfds_t(watched.count), milliseconds)
        if count < 0 && errno == EINTR { continue }
        if watched[2].revents != 0 { return .stopped }
        if watched[1].revents != 0 { return .gate }
        return watched[0].revents != 0 ? .socket : .nothing
    }
}

func waitUntilWritable(_ socket: Int32, or gate: CannedGate) -> Bool {
    var watched = [
        pollfd(fd: socket, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: gate.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while true {
        let count = poll(&watched, nfds_t(watched.count), -1)
        if count < 0 && errno == EINTR { continue }
        return watched[1].revents == 0 && watched[0].revents & Int16(POLLOUT) != 0
    }
}

/// A socket that listens on a free port of the host.
func listeningSocket(host: String) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return nil }
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    guard status == 0, listen(descriptor, 128) == 0 else { return nil }
    return descriptor
}

/// The port a socket is bound to.
func portOfSocket(_ descriptor: Int32) -> Int {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return Int(UInt16(bigEndian: address.sin_port))
}

internal import Glibc

/// A counting semaphore, across which one thread wakes another.
public final class Semaphore: Sendable {
    /// Its place in memory as a bit pattern: raw pointers cannot be shared between threads. What lies there is made for
    /// several and never moves.
    private let place: UInt

    /// One that counts from 0.
    public init() {
        let pointer = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
        sem_init(pointer, 0, 0)
        place = UInt(bitPattern: pointer)
    }

    deinit {
        pointer.map { _ = sem_destroy($0) }
        pointer?.deallocate()
    }

    private var pointer: UnsafeMutablePointer<sem_t>? { UnsafeMutablePointer(bitPattern: place) }

    /// Lets one that waits go on, now or when it comes.
    public func signal() { pointer.map { _ = sem_post($0) } }

    /// Waits for a signal.
    public func wait() {
        guard let pointer else { return }
        while sem_wait(pointer) != 0, errno == EINTR {}
    }
}

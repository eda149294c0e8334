internal import Glibc

/// A thread of the system. Whoever starts one joins it.
public struct Worker: Sendable {
    private let thread: pthread_t

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Starts a thread; nil where the system gives none.
    public init?(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        let result = pthread_create(
            &thread, nil,
            { context in
                context.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        guard result == 0 else {
            work.release()
            return nil
        }
        self.thread = thread
    }

    /// Waits for its end; once.
    public func join() { pthread_join(thread, nil) }
}

internal import Synchronization
internal import Threads

/// Work for a few threads, in the order in which it came. The edge must not wait for the hub nor for bcrypt, or every
/// client would wait with it.
final class WorkQueue<Work: Sendable>: Sendable {
    private struct State {
        var waiting: [Work] = []
        /// Those of `waiting` that were taken: taking the first of an array would move all others.
        var taken = 0
        var isStopped = false
        var threads: [Worker] = []

        var count: Int { waiting.count - taken }

        mutating func take() -> Work? {
            guard taken < waiting.count else { return nil }
            let work = waiting[taken]
            taken += 1
            if taken == waiting.count || taken >= 1_024 {
                waiting.removeFirst(taken)
                taken = 0
            }
            return work
        }
    }

    private let state = Mutex(State())
    private let limit: Int
    private let ready = Semaphore()

    /// A queue that holds so much.
    init(limit: Int) {
        self.limit = limit
    }

    /// Starts threads; each makes its own tools and then works with them. False where there are no threads to be had.
    func start(_ count: Int, _ makeWork: @escaping @Sendable () -> (Work) -> Void) -> Bool {
        let threads = (0..<count).compactMap { _ in
            Worker {
                let work = makeWork()
                while let next = self.next() { work(next) }
            }
        }
        state.withLock { $0.threads += threads }
        return threads.count == count
    }

    /// Adds work; false where the queue is full.
    func add(_ work: Work) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isStopped, state.count < limit else { return false }
            state.waiting.append(work)
            return true
        }
        if isTaken { ready.signal() }
        return isTaken
    }

    /// Ends the threads when they have done what they have begun, and gives what they have not.
    func stop() -> [Work] {
        let (threads, left) = state.withLock { state in
            state.isStopped = true
            defer { (state.threads, state.waiting, state.taken) = ([], [], 0) }
            return (state.threads, Array(state.waiting.dropFirst(state.taken)))
        }
        for _ in threads { ready.signal() }
        for thread in threads { thread.join() }
        return left
    }

    /// The next work, waiting for it; nil at the end.
    private func next() -> Work? {
        ready.wait()
        // What was put down for those that were given back at the end finds nothing.
        return state.withLock { $0.take() }
    }
}

internal import Feeds
internal import Glibc
internal import News
internal import Synchronization

/// Bodies on their way to the parsing thread and what came of them on the way back, both in order. Bounded: who gives
/// waits while too many bytes are on their way.
final class BodyChannel: Sendable {
    private struct State {
        var bodies: [FeedBody] = []
        var results: [Result<FeedDocument, FeedError>] = []
        /// Bytes of bodies that were given and are not read yet.
        var bytes = 0
        var isClosed = false

        /// False when there is no room for the body.
        mutating func take(_ body: FeedBody, room: Int) -> Bool {
            guard bytes == 0 || bytes + body.bytes.count <= room else { return false }
            bytes += body.bytes.count
            bodies.append(body)
            return true
        }
    }

    /// Bodies together; one alone may be larger.
    private let room: Int
    private let state = Mutex(State())
    /// Each wakes one side when the other has done something.
    private let given = Wakening()
    private let read = Wakening()

    /// An empty channel.
    init(room: Int) {
        self.room = room
    }

    // MARK: The side that gives

    /// Hands over a body, as soon as there is room.
    func give(_ body: FeedBody) {
        while !state.withLock({ $0.take(body, room: room) }) { read.wait() }
        given.wake()
    }

    /// The next results, in the order of the bodies; with `waiting` at least one.
    func results(waiting: Bool) -> [Result<FeedDocument, FeedError>] {
        while true {
            let results = state.withLock { state in
                defer { state.results = [] }
                return state.results
            }
            if !results.isEmpty || !waiting { return results }
            read.wait()
        }
    }

    /// Nothing more will be given.
    func close() {
        state.withLock { $0.isClosed = true }
        given.wake()
    }

    // MARK: The side that reads

    /// Reads bodies until there will be no more.
    func readAll(_ reader: FeedBodyReader) {
        while true {
            let (bodies, isClosed) = state.withLock { state in
                defer { state.bodies = [] }
                return (state.bodies, state.isClosed)
            }
            for body in bodies { read(body, reader) }
            if bodies.isEmpty {
                if isClosed { return }
                given.wait()
            }
        }
    }

    private func read(_ body: FeedBody, _ reader: FeedBodyReader) {
        let result = reader(body)
        state.withLock { state in
            state.results.append(result)
            state.bytes -= body.bytes.count
        }
        read.wake()
    }
}

/// A counting semaphore, across which one thread wakes another.
///
/// Unchecked, as the compiler sees a mere pointer: what it points to is made for several threads and never moves.
private final class Wakening: @unchecked Sendable {
    private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
        semaphore = .allocate(capacity: 1)
        semaphore.initialize(to: sem_t())
        sem_init(semaphore, 0, 0)
    }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func wake() {
        sem_post(semaphore)
    }

    /// Returns once for each wakening, and when a signal interrupts it: who waits looks again.
    func wait() {
        sem_wait(semaphore)
    }
}

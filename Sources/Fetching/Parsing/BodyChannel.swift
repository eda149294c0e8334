internal import Feeds
internal import Synchronization
internal import Threads

/// Bodies on their way to the parsing thread and what came of them on the way back, both in order. Bounded: who gives
/// waits while too many bytes are on their way.
///
/// Waking a thread costs as much as reading a small feed, so neither side wakes the other for a single body where it
/// can help it: bodies wait for company for a moment, who found no room goes on when half of it is free, who waits for
/// results gets several.
final class BodyChannel: Sendable {
    /// What the giving side sleeps for.
    private enum Need {
        case nothing, room, results
    }

    private struct State {
        var bodies: [FeedBody] = []
        var results: [Result<ReadBody, FeedError>] = []
        /// Bytes of bodies that were given and are not read yet, and how many bodies these are.
        var bytes = 0
        var unread = 0
        /// When the first of `bodies` was given.
        var since = ContinuousClock.now
        var isClosed = false
        var readerSleeps = false
        var need = Need.nothing

        /// False when there is no room for the body.
        mutating func take(_ body: FeedBody, room: Int) -> Bool {
            guard bytes == 0 || bytes + body.bytes.count <= room else {
                need = .room
                return false
            }
            if bodies.isEmpty { since = .now }
            bytes += body.bytes.count
            unread += 1
            bodies.append(body)
            return true
        }

        /// Whether what the giving side sleeps for is there; it is then asked no more.
        mutating func isNeedMet(room: Int) -> Bool {
            let isMet =
                switch need {
                case .nothing: false
                case .room: bytes <= room / 2
                case .results: unread == 0 || results.count >= BodyChannel.batch
                }
            if isMet { need = .nothing }
            return isMet
        }

        /// Whether the reading side is to be woken; it is then taken to be awake.
        mutating func wakesReader() -> Bool {
            defer { readerSleeps = false }
            return readerSleeps
        }

        /// The same, when there is enough for it to do, or what there is has waited.
        mutating func wakesReaderForMany() -> Bool {
            guard readerSleeps, !bodies.isEmpty,
                bytes >= BodyChannel.company || since.duration(to: .now) >= BodyChannel.patience
            else { return false }
            return wakesReader()
        }
    }

    /// Results for which who waits is woken.
    private static let batch = 16
    /// Bytes of bodies for which the reading side is woken, and how long fewer may wait.
    private static let company = 256 << 10
    private static let patience = Duration.milliseconds(5)

    /// Bodies together; one alone may be larger.
    private let room: Int
    private let state = Mutex(State())
    /// Each wakes one side when the other has done something.
    private let given = Semaphore()
    private let read = Semaphore()

    /// An empty channel.
    init(room: Int) {
        self.room = room
    }

    // MARK: The side that gives

    /// Hands over a body, as soon as there is room.
    func give(_ body: FeedBody) {
        while true {
            let (isTaken, wakes) = state.withLock { state in
                let isTaken = state.take(body, room: room)
                return (isTaken, isTaken ? state.wakesReaderForMany() : state.wakesReader())
            }
            if wakes { given.signal() }
            if isTaken { return }
            read.wait()
        }
    }

    /// The next results, in the order of the bodies; with `waiting` at least one, if there are bodies to read.
    func results(waiting: Bool) -> [Result<ReadBody, FeedError>] {
        while true {
            let (results, isDone, wakes) = state.withLock { state in
                defer { state.results = [] }
                if state.results.isEmpty, waiting { state.need = .results }
                return (state.results, state.unread == 0, waiting ? state.wakesReader() : state.wakesReaderForMany())
            }
            if wakes { given.signal() }
            if !results.isEmpty || !waiting || isDone { return results }
            read.wait()
        }
    }

    /// Nothing more will be given.
    func close() {
        let wakes = state.withLock { state in
            state.isClosed = true
            return state.wakesReader()
        }
        if wakes { given.signal() }
    }

    // MARK: The side that reads

    /// Reads bodies until there will be no more.
    func readAll(_ reader: FeedBodyReader) {
        while true {
            let (bodies, isClosed) = state.withLock { state in
                defer { state.bodies = [] }
                state.readerSleeps = state.bodies.isEmpty && !state.isClosed
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
        let wakes = state.withLock { state in
            state.results.append(result)
            state.bytes -= body.bytes.count
            state.unread -= 1
            return state.isNeedMet(room: room)
        }
        if wakes { read.signal() }
    }
}

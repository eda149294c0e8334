internal import Feeds
internal import HTTP
internal import News
internal import Threads

/// The thread that reads bodies while the calling one drives the transfers. It ends with this value.
struct ParsingThread: ~Copyable {
    /// Bytes of bodies on their way: enough to keep it busy.
    private static let room = 2 << 20

    let channel: BodyChannel
    private let thread: Worker

    /// Nil when the system gives no thread.
    init?(_ reading: BodyReading) {
        let channel = BodyChannel(room: Self.room)
        let thread = Worker { channel.readAll(KeptFeedReader(reading).read) }
        guard let thread else { return nil }
        self.channel = channel
        self.thread = thread
    }

    deinit {
        channel.close()
        thread.join()
    }
}

/// Answers in the order in which they came, of which some wait for the parsing thread. Belongs to the calling thread.
final class Arrivals {
    private enum Arrival {
        case settled(FeedReading)
        case reading(FeedReading, bytes: Int, cut: TransferError?)
    }

    private let thread: ParsingThread
    private var waiting: [Arrival] = []

    /// Nil when the system gives no thread.
    init?(_ reading: BodyReading) {
        guard let thread = ParsingThread(reading) else { return nil }
        self.thread = thread
    }

    /// Takes in an answer; its body goes to the parsing thread.
    func take(_ answer: FeedAnswer) {
        switch answer {
        case .settled(let reading): waiting.append(.settled(reading))
        case .body(let body, let reading):
            waiting.append(.reading(reading, bytes: body.bytes.count, cut: body.isCut))
            thread.channel.give(body)
        }
    }

    /// Hands over the readings that are complete, up to the first that is not; with `all` waits for every one.
    func handOver(all: Bool, each: (FeedReading) -> Void) {
        var results = thread.channel.results(waiting: false)[...]
        var done = 0
        for arrival in waiting {
            switch arrival {
            case .settled(let reading): each(reading)
            case .reading(let reading, let bytes, let cut):
                if results.isEmpty { results = thread.channel.results(waiting: all)[...] }
                guard let result = results.popFirst() else {
                    waiting.removeFirst(done)
                    return
                }
                each(reading.completed(with: result, bytes: bytes, cut: cut))
            }
            done += 1
        }
        waiting.removeAll(keepingCapacity: true)
    }
}

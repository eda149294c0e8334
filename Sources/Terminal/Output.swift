internal import Glibc

/// A stream that the program writes to: standard output or standard error.
///
/// Writing never throws: a reader that went away (`| head`) is nobody's fault and must not keep a notification from being
/// sent. What went wrong is kept and looked at once, when the program ends.
public final class Output {
    /// How a stream stands.
    public enum State: Sendable, Hashable {
        /// All that was written arrived.
        case open
        /// The reader went away; the rest is dropped.
        case closed
        /// The system refused, in its words; the rest is dropped.
        case failed(reason: String)
    }

    /// The descriptor behind the stream.
    public let descriptor: Int32
    /// How the stream stands.
    public private(set) var state = State.open

    private var buffer: [UInt8] = []
    private let capacity: Int

    /// A stream on a descriptor that stays open. Up to `capacity` bytes are gathered before they are written; none, and
    /// every text is written at once.
    public init(descriptor: Int32, capacity: Int) {
        self.descriptor = descriptor
        self.capacity = capacity
    }

    deinit { flush() }

    /// Standard output, gathered in pieces of 64 KiB.
    public static func standardOutput() -> Output { Output(descriptor: 1, capacity: 65_536) }
    /// Standard error, where every line is out before the next thing happens.
    public static func standardError() -> Output { Output(descriptor: 2, capacity: 0) }

    /// Adds text.
    public func write(_ text: String) {
        guard state == .open else { return }
        buffer.append(contentsOf: text.utf8)
        if buffer.count > capacity { flush() }
    }

    /// Adds text and a line end.
    public func writeLine(_ text: String) {
        write(text + "\n")
    }

    /// Hands everything that was gathered to the system.
    public func flush() {
        guard state == .open, !buffer.isEmpty else { return }
        state = Output.writeAll(buffer, to: descriptor)
        buffer.removeAll(keepingCapacity: true)
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> State {
        bytes.withUnsafeBytes { raw in
            var rest = raw[...]
            while !rest.isEmpty {
                guard waitUntilWritable(descriptor) else { return .closed }
                let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Output.pieceSize))
                let count = Glibc.write(descriptor, piece.baseAddress, piece.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                    continue
                }
                switch errno {
                // EAGAIN: somebody made the terminal or pipe we share with them non-blocking.
                case EINTR, EAGAIN: continue
                case EPIPE: return .closed
                case let code: return .failed(reason: String(cString: strerror(code)))
                }
            }
            return .open
        }
    }

    /// A pipe that is ready takes so much without waiting (pipe(7), PIPE_BUF).
    private static let pieceSize = 4_096

    /// Waits for a reader that has stopped reading; false when the program is told to end meanwhile. A write that blocks
    /// could not be ended by signals that wait to be taken, and would hold what the program holds for ever.
    private static func waitUntilWritable(_ descriptor: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        while poll(&request, 1, 200) == 0 {
            var pending = sigset_t()
            sigpending(&pending)
            if [SIGINT, SIGTERM, SIGHUP].contains(where: { sigismember(&pending, $0) == 1 }) { return false }
        }
        return true
    }
}

/// Takes the numbers of standard streams that are closed, with something that refuses to be written or read: the next file
/// that is opened would get such a number, and lines meant for people would be written into it.
public func holdStandardStreams() {
    for number in Int32(0)...2 where fcntl(number, F_GETFD) < 0 {
        // The lowest free number is given, so this is the one.
        _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
    }
}

/// From now on a reader that goes away, or a file that reached the largest size allowed (`ulimit -f`), is told by `write`,
/// not by a signal that ends the program in the middle of something.
public func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
}

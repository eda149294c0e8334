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
                let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                    continue
                }
                switch errno {
                case EINTR: continue
                // Somebody made the terminal or pipe we share with them non-blocking.
                case EAGAIN: waitUntilWritable(descriptor)
                case EPIPE: return .closed
                case let code: return .failed(reason: String(cString: strerror(code)))
                }
            }
            return .open
        }
    }

    private static func waitUntilWritable(_ descriptor: Int32) {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
    }
}

/// From now on a reader that goes away is told by `write`, not by a signal that ends the program.
public func ignoreBrokenPipes() {
    signal(SIGPIPE, SIG_IGN)
}

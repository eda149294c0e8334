import Dispatch
import Glibc

/// A built program, run as its users run it: own process, own environment, captured streams.
public struct Program: Sendable {
    /// Its absolute path.
    public let path: String
    /// All there is in its environment.
    public var environment: [String: String]
    /// The folder it starts in; nil for the one of the tests.
    public var workingFolder: String?

    /// The product of that name beside the running tests.
    public init(
        _ name: String = "bulletin", environment: [String: String] = [:], workingFolder: String? = nil
    ) {
        self.init(
            at: "\(Program.productsFolder)/\(name)", environment: environment, workingFolder: workingFolder)
    }

    /// The program at that path.
    public init(at path: String, environment: [String: String] = [:], workingFolder: String? = nil) {
        self.path = path
        self.environment = environment
        self.workingFolder = workingFolder
    }

    /// What a program did.
    public struct Outcome: Sendable {
        /// The exit code; 128 and the signal's number when a signal ended it.
        public var code: Int32
        /// Standard output.
        public var output: [UInt8]
        /// Standard error.
        public var errors: [UInt8]

        /// Standard output as text.
        public var outputText: String { String(decoding: output, as: UTF8.self) }
        /// Standard error as text.
        public var errorText: String { String(decoding: errors, as: UTF8.self) }
    }

    /// Runs the program to its end.
    public func run(_ arguments: [String], input: [UInt8] = []) async throws -> Outcome {
        try await start(arguments) { running in try running.finish(input: input) }
    }

    /// Runs a program that waits until it is told to end, and tells it so once it has printed a line.
    public func run(_ arguments: [String], signalAfterFirstLine signal: Int32) async throws -> Outcome {
        try await start(arguments) { running in
            _ = try running.lines(1)
            running.signal(signal)
            return try running.finish()
        }
    }

    /// Starts the program and does something with it while it runs. Waiting happens outside the threads that tests run
    /// on, for two programs at a time: more would only wait for each other.
    public func start<Value: Sendable>(
        _ arguments: [String], _ body: @escaping @Sendable (inout RunningProgram) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Program.queue.async {
                Program.places.wait()
                defer { Program.places.signal() }
                continuation.resume(
                    with: Result {
                        var running = try RunningProgram(self, arguments)
                        return try body(&running)
                    })
            }
        }
    }

    private static let queue = DispatchQueue(label: "programs", attributes: .concurrent)
    private static let places = DispatchSemaphore(value: 2)

    /// Where the running test program was built.
    private static let productsFolder: String = {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let length = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let path = String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    }()
}

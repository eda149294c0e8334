internal import Glibc
import Synchronization

/// A program that was started and not yet waited for.
public struct RunningProgram {
    /// Its process.
    public let process: Int32
    private var input: Int32
    private var output: Int32
    private var errors: Int32
    private var outputBytes: [UInt8] = []
    private var errorBytes: [UInt8] = []

    /// Starts a program with pipes for its three streams.
    public init(_ program: Program, _ arguments: [String]) throws {
        // One at a time: between a pipe and its close-on-exec flag another child would inherit its ends, and its reader
        // would wait for that child too.
        let (process, input, output, errors) = try spawning.withLock { _ in
            let (input, output, errors) = (try Pipe(), try Pipe(), try Pipe())
            let process = try spawn(program, arguments, [input.reading, output.writing, errors.writing])
            return (process, input, output, errors)
        }
        self.process = process
        for descriptor in [input.reading, output.writing, errors.writing] { close(descriptor) }
        (self.input, self.output, self.errors) = (input.writing, output.reading, errors.reading)
        for descriptor in [self.input, self.output, self.errors] {
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        }
    }

    /// Sends a signal.
    public func signal(_ number: Int32) {
        kill(process, number)
    }

    /// Closes its standard output on our side: the reader goes away.
    public mutating func closeOutput() {
        close(output)
        output = -1
    }

    /// Waits until standard output holds that many whole lines, and gives them; fewer when the program ends before.
    public mutating func lines(_ count: Int) throws -> [String] {
        var nothing: ArraySlice<UInt8> = []
        while outputBytes.count(where: { $0 == 0x0A }) < count, output >= 0 {
            try exchange(&nothing)
        }
        let text = String(decoding: outputBytes, as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).prefix(count).map(String.init)
    }

    /// Gives it the input, reads its streams to their ends and waits for its exit.
    public mutating func finish(input bytes: [UInt8] = []) throws -> Program.Outcome {
        var rest = bytes[...]
        while output >= 0 || errors >= 0 { try exchange(&rest) }
        if input >= 0 { close(input) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw SystemFault("waitpid") }
        }
        let signal = status & 0x7F
        return Program.Outcome(
            code: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, output: outputBytes, errors: errorBytes)
    }

    /// Moves what can be moved now through whichever pipe is ready, so that neither side waits for the other.
    private mutating func exchange(_ rest: inout ArraySlice<UInt8>) throws {
        if input >= 0, rest.isEmpty {
            close(input)
            input = -1
        }
        var requests = [
            pollfd(fd: input, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
        ]
        guard poll(&requests, 3, -1) >= 0 || errno == EINTR else { throw SystemFault("poll") }
        if requests[0].revents != 0 { feed(&rest) }
        if requests[1].revents != 0 { RunningProgram.drain(&output, into: &outputBytes) }
        if requests[2].revents != 0 { RunningProgram.drain(&errors, into: &errorBytes) }
    }

    private mutating func feed(_ rest: inout ArraySlice<UInt8>) {
        let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        if count > 0 {
            rest = rest.dropFirst(count)
        } else if count < 0, errno != EINTR, errno != EAGAIN {
            // The program does not read its input; that is its right.
            rest = []
        }
    }

    private static func drain(_ descriptor: inout Int32, into bytes: inout [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &buffer, buffer.count)
        if count > 0 {
            bytes += buffer[..<count]
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            close(descriptor)
            descriptor = -1
        }
    }
}

private let spawning = Mutex(())

/// Two ends of a pipe that children inherit only where they are told to.
private struct Pipe {
    let reading: Int32
    let writing: Int32

    init() throws {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw SystemFault("pipe") }
        (reading, writing) = (ends[0], ends[1])
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    }
}

private func spawn(_ program: Program, _ arguments: [String], _ streams: [Int32]) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in streams.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Test runners may ignore or block signals; the program must start as a shell would start it.
    var usual = sigset_t()
    sigemptyset(&usual)
    posix_spawnattr_setsigmask(&attributes, &usual)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&usual, signal) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var line = [program.path] + arguments
    // The call that changes the folder in the child is hidden from Swift by glibc's headers.
    if let folder = program.workingFolder { line = ["/usr/bin/env", "-C", folder] + line }
    var words = line.map { strdup($0) } + [nil]
    var variables = program.environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
        for text in words + variables { free(text) }
    }
    var process: pid_t = 0
    let code = posix_spawn(&process, line[0], &actions, &attributes, &words, &variables)
    guard code == 0 else {
        errno = code
        throw SystemFault("spawn \(program.path)")
    }
    return process
}

internal import Glibc

/// Why a file cannot be read.
struct FileTrouble: Error, Equatable {
    /// The system's words.
    var words: String
}

/// The bytes of a file; at most one more than the limit, so that the reader sees that it is too large.
func readBytes(of path: String, limit: Int) -> Result<[UInt8], FileTrouble> {
    // Without O_NONBLOCK a named pipe that nobody writes to would hold the run, and its lock, for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { return .failure(FileTrouble(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .failure(FileTrouble(errno)) }
    // Pipes have no size.
    let expected = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    return readBytes(of: descriptor, expected: expected, limit: limit)
}

private func readBytes(of descriptor: Int32, expected: Int, limit: Int) -> Result<[UInt8], FileTrouble> {
    let most = limit == .max ? limit : limit + 1
    var bytes: [UInt8] = []
    var room = min(most, max(expected + 1, 65_536))
    while bytes.count < most {
        var failure: Int32 = 0
        let piece = [UInt8](unsafeUninitializedCapacity: min(room, most - bytes.count)) { buffer, count in
            let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if got < 0 { failure = errno }
            count = max(0, got)
        }
        if failure == EINTR { continue }
        if failure == EAGAIN {
            guard hasMore(descriptor) else { return .failure(FileTrouble(words: "nothing came for \(silence) s")) }
            continue
        }
        guard failure == 0 else { return .failure(FileTrouble(failure)) }
        guard !piece.isEmpty else { break }
        if bytes.isEmpty { bytes = piece } else { bytes += piece }
        room = 1 << 20
    }
    return .success(bytes)
}

/// Seconds that a pipe may be silent.
private let silence: Int32 = 30

/// Waits until there is something to read, or the end.
private func hasMore(_ descriptor: Int32) -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&waiting, 1, silence * 1_000) != 0
}

extension FileTrouble {
    fileprivate init(_ code: Int32) {
        words = String(cString: strerror(code))
    }
}

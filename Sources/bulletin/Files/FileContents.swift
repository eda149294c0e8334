internal import Glibc

/// Why a file has no content for us.
struct ContentFault: Error {
    let reason: String
}

/// All bytes of a file, a pipe or a device; a file that is larger than the limit is refused.
func contents(of path: String, limit: Int) throws(ContentFault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw systemFault() }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0 {
            guard errno == EINTR else { throw systemFault() }
            continue
        }
        if count == 0 { return bytes }
        guard bytes.count + count <= limit else { throw ContentFault(reason: "is larger than \(limit) bytes") }
        bytes += buffer[..<count]
    }
}

func systemFault() -> ContentFault {
    ContentFault(reason: String(cString: strerror(errno)))
}

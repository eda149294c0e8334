internal import Feeds
internal import Glibc

/// A feed file that is read piece by piece.
final class FileSource: FeedSource {
    private let descriptor: Int32

    init(_ path: String) throws(FeedSourceError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FeedSourceError(code: errno) }
    }

    deinit { close(descriptor) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedSourceError) -> Int {
        while true {
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw FeedSourceError(code: errno) }
        }
    }

    func rewind() throws(FeedSourceError) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw FeedSourceError(code: errno) }
    }
}

internal import Glibc
internal import Settings

/// The lines of a stream, one at a time: an archive may be larger than memory.
struct LineSource {
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// The number of the line that was given last, counted from 1.
    private(set) var number = 0

    /// A longer line is no item.
    private static let longestLine = 16 << 20

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// The next line that is not blank, without its end; nil after the last.
    mutating func next() throws(Failure) -> ArraySlice<UInt8>? {
        while true {
            guard let line = try wholeLine() else { return nil }
            number += 1
            if line.contains(where: { $0 > 0x20 }) { return line }
        }
    }

    private mutating func wholeLine() throws(Failure) -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                defer { start = end + 1 }
                return buffer[start..<end]
            }
            if isAtEnd {
                guard start < buffer.count else { return nil }
                defer { start = buffer.count }
                return buffer[start...]
            }
            guard buffer.count - start <= LineSource.longestLine else {
                throw Failure(.badInput, "standard input: a line is longer than \(LineSource.longestLine) bytes")
            }
            searched = buffer.count - start
            buffer.removeSubrange(..<start)
            start = 0
            try fill()
        }
    }

    private mutating func fill() throws(Failure) {
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &piece, piece.count)
            if count < 0 {
                guard errno == EINTR else { throw Failure(.badInput, "standard input: \(systemFault().reason)") }
                continue
            }
            isAtEnd = count == 0
            buffer += piece[..<count]
            return
        }
    }
}

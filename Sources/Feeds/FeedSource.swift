/// Where a body comes from piece by piece, for feeds too large to be held in memory.
public protocol FeedSource {
    /// Fills the beginning of `buffer`; returns how many bytes came, 0 at the end.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedSourceError) -> Int
    /// Goes back to the first byte.
    mutating func rewind() throws(FeedSourceError)
}

/// The source failed; `code` is the system's error number.
public struct FeedSourceError: Error, Sendable, Equatable {
    /// The system's error number.
    public var code: Int32

    /// A failure with the system's error number.
    public init(code: Int32) {
        self.code = code
    }
}

/// The header lines of one answer as they came, read only when somebody asks: most of them nobody does.
struct HeaderBlock {
    /// An answer with more than this is refused; libcurl 7.88 bounds a line, not their sum.
    static let maximumBytes = 256 << 10

    private(set) var bytes: [UInt8] = []

    /// Adds a line; false when the block is full.
    mutating func append(_ line: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count + line.count <= Self.maximumBytes else { return false }
        bytes.append(contentsOf: line)
        return true
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Whether the line opens an answer: an interim one, one of a proxy, of a redirect, or the last.
    static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
        line.starts(with: "HTTP/".utf8)
    }

    /// The headers in order. A folded line (RFC 9112 5.2) is joined to the one before with a space.
    func headers() -> [HTTPHeader] {
        var headers: [HTTPHeader] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
                guard let last = headers.indices.last else { continue }
                headers[last].value += " " + trimmed(line)
            } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), !line.starts(with: "HTTP/".utf8) {
                headers.append(HTTPHeader(trimmed(line[..<colon]), trimmed(line[(colon + 1)...])))
            }
        }
        return headers
    }

    private func trimmed(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        let isBlank = { (byte: UInt8) in byte <= 0x20 }
        guard let start = bytes.firstIndex(where: { !isBlank($0) }), let end = bytes.lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(decoding: bytes[start...end], as: UTF8.self)
    }
}

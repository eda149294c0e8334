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
        line.count > 4 && line[0] == UInt8(ascii: "H") && line[..<5].elementsEqual("HTTP/".utf8)
    }

    /// The headers in order. A folded line (RFC 9112 5.2) is joined to the one before with a space.
    func headers() -> [HTTPHeader] {
        var headers: [HTTPHeader] = []
        headers.reserveCapacity(16)
        bytes.withUnsafeBytes { block in
            var rest = block[...]
            while !rest.isEmpty {
                let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
                read(UnsafeRawBufferPointer(rebasing: rest[..<end]), into: &headers)
                rest = rest[min(end + 1, rest.endIndex)...]
            }
        }
        return headers
    }

    private func read(_ line: UnsafeRawBufferPointer, into headers: inout [HTTPHeader]) {
        guard let first = line.first, !Self.isStatusLine(line) else { return }
        if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
            if let last = headers.indices.last { headers[last].value += " " + trimmed(line[...]) }
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            headers.append(HTTPHeader(trimmed(line[..<colon]), trimmed(line[(colon + 1)...])))
        }
    }

    private func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        var start = bytes.startIndex
        var end = bytes.endIndex
        while start < end, bytes[start] <= 0x20 { start += 1 }
        while start < end, bytes[end - 1] <= 0x20 { end -= 1 }
        return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
    }
}

import Glibc

/// A TCP connection to a server on this machine, for requests written by hand. It knows as much HTTP as it takes to find
/// the end of an answer, and shares no code with what is tested.
public final class RawConnection {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// How a connection ended.
    public enum End: Sendable, Equatable {
        /// By FIN.
        case closed
        /// By RST.
        case reset
    }

    /// An answer as it came.
    public struct Response: Sendable {
        /// The status code.
        public var status: Int
        /// Names in lower case, and values.
        public var headers: [(name: String, value: String)]
        /// The body, which must have come with a `Content-Length`.
        public var body: String

        /// The first header field of that name.
        public func header(_ name: String) -> String? {
            headers.first { $0.name == name.lowercased() }?.value
        }
    }

    /// Connects to 127.0.0.1.
    public init?(port: UInt16) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, result == 0 else {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }

    /// Sends something and goes, both in one segment: the server learns of the beginning and of the end at once.
    public consuming func leave(_ text: String) {
        var cork: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_CORK, &cork, socklen_t(MemoryLayout<Int32>.size))
        send(text)
    }

    /// Sends text as it is. False when the other end is gone.
    @discardableResult public func send(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends a request with `Host`, `Content-Length` and the given fields.
    @discardableResult public func send(
        _ method: String, _ target: String, host: String, headers: [(String, String)] = [], body: String = ""
    ) -> Bool {
        let fields = [("Host", host), ("Content-Length", String(body.utf8.count))] + headers
        let head = fields.map { "\($0.0): \($0.1)\r\n" }.joined()
        return send("\(method) \(target) HTTP/1.1\r\n\(head)\r\n\(body)")
    }

    /// Reads one answer, or tells how the connection ended before it was whole.
    public func response() -> Result<Response, EndedEarly> {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let head = position(of: end), let length = contentLength(head), buffer.count >= head + 4 + length {
                let response = parse(head: head, length: length)
                buffer.removeFirst(head + 4 + length)
                return .success(response)
            }
            if let ended = readMore() { return .failure(EndedEarly(end: ended)) }
        }
    }

    /// The connection ended before an answer was whole.
    public struct EndedEarly: Error, Equatable {
        /// How.
        public var end: End
    }

    /// Reads until the other end closes.
    public func end() -> End {
        while true { if let ended = readMore() { return ended } }
    }

    private func readMore() -> End? {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &piece, piece.count, 0)
        guard count > 0 else { return count == 0 ? .closed : .reset }
        buffer += piece.prefix(count)
        return nil
    }

    private func position(of needle: [UInt8]) -> Int? {
        guard buffer.count >= needle.count else { return nil }
        return (0...buffer.count - needle.count).first { buffer[$0..<$0 + needle.count].elementsEqual(needle) }
    }

    private func lines(head: Int) -> [String] {
        String(decoding: buffer.prefix(head), as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    private func contentLength(_ head: Int) -> Int? {
        let line = lines(head: head).first { $0.lowercased().hasPrefix("content-length:") }
        return line.flatMap { Int($0.dropFirst(15).filter { $0 != " " }) } ?? 0
    }

    private func parse(head: Int, length: Int) -> Response {
        let lines = lines(head: head)
        let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let headers = lines.dropFirst().map { line in
            let pair = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                name: pair[0].lowercased(), value: pair.count > 1 ? String(pair[1].drop { $0 == " " }) : ""
            )
        }
        let body = String(decoding: buffer[(head + 4)..<(head + 4 + length)], as: UTF8.self)
        return Response(status: status, headers: headers, body: body)
    }
}

internal import Glibc
internal import Synchronization

/// The part of the server that its threads share.
final class CannedServerCore: Sendable {
    struct Record {
        var requests: [CannedServer.Request] = []
        var open = 0
        var peakOpen = 0
        var connections = 0
    }

    let record = Mutex(Record())
    let stopping = CannedGate()
    private let listener: Int32
    private let answer: @Sendable (CannedServer.Request) -> [CannedServer.Step]

    init?(listener: Int32, answer: @escaping @Sendable (CannedServer.Request) -> [CannedServer.Step]) {
        self.listener = listener
        self.answer = answer
    }

    /// Takes connections until the server stops, then waits for their threads.
    func accept() {
        var threads: [CannedThread] = []
        while waitUntilReadable(listener, or: stopping, nil) == .socket {
            let socket = Glibc.accept(listener, nil, nil)
            guard socket >= 0 else { continue }
            let number = record.withLock { record in
                record.connections += 1
                return record.connections - 1
            }
            threads.append(CannedThread { [self] in serve(socket, number) })
        }
        close(listener)
        for thread in threads { thread.join() }
    }

    private func serve(_ socket: Int32, _ number: Int) {
        var input = CannedInput(socket: socket, stopping: stopping)
        while let request = input.nextRequest(connection: number) {
            record.withLock { record in
                record.requests.append(request)
                record.open += 1
                record.peakOpen = max(record.peakOpen, record.open)
            }
            // It stops being open before the last step: a client may ask again as soon as it has the whole answer.
            let steps = answer(request)
            let goesOn = perform(steps.dropLast(), on: socket)
            record.withLock { $0.open -= 1 }
            guard goesOn, perform(steps.suffix(1), on: socket) else { return }
        }
        close(socket)
    }

    /// Performs the steps; false when the connection is gone.
    private func perform(_ steps: ArraySlice<CannedServer.Step>, on socket: Int32) -> Bool {
        for step in steps {
            switch step {
            case .send(let bytes):
                guard sendAll(bytes, on: socket) else { break }
                continue
            case .drip(let bytes):
                guard drip(bytes, on: socket) else { break }
                continue
            case .wait(let gate):
                guard waitUntilReadable(socket, or: gate, stopping) == .gate else { break }
                continue
            case .reset:
                // Lingering for no time makes close() send RST in place of FIN.
                var linger = linger(l_onoff: 1, l_linger: 0)
                setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
            case .close:
                shutdown(socket, Int32(SHUT_WR))
                // What the client still sends must be read, or close() would send RST after all.
                drain(socket)
            }
            close(socket)
            return false
        }
        return true
    }

    private func sendAll(_ bytes: [UInt8], on socket: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            guard waitUntilWritable(socket, or: stopping) else { return false }
            let count = bytes[sent...].withUnsafeBytes {
                send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            guard count > 0 || errno == EAGAIN else { return false }
            sent += max(0, count)
        }
        return true
    }

    private func drip(_ bytes: [UInt8], on socket: Int32) -> Bool {
        for byte in bytes {
            guard sendAll([byte], on: socket),
                waitUntilReadable(socket, or: stopping, nil, milliseconds: 20) == .nothing
            else { return false }
        }
        return true
    }

    private func drain(_ socket: Int32) {
        var room: [UInt8] = Array(repeating: 0, count: 4096)
        while waitUntilReadable(socket, or: stopping, nil) == .socket, recv(socket, &room, room.count, 0) > 0 {}
    }
}

/// Reads requests off a connection.
struct CannedInput {
    let socket: Int32
    let stopping: CannedGate
    private var buffer: [UInt8] = []

    init(socket: Int32, stopping: CannedGate) {
        self.socket = socket
        self.stopping = stopping
    }

    /// The next whole request; nil when the connection or the server ends.
    mutating func nextRequest(connection: Int) -> CannedServer.Request? {
        while true {
            if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
                guard var request = head(buffer[..<end], connection) else { return nil }
                let length = request.header("content-length").flatMap { Int($0) } ?? 0
                if buffer.count >= end + length {
                    request.body = Array(buffer[end..<end + length])
                    buffer.removeFirst(end + length)
                    return request
                }
            }
            // What does not begin with a method is TLS or worse, and has no end to wait for.
            guard fill(), buffer[0] >= UInt8(ascii: "A"), buffer[0] <= UInt8(ascii: "Z") else { return nil }
        }
    }

    private mutating func fill() -> Bool {
        var room: [UInt8] = Array(repeating: 0, count: 16384)
        guard waitUntilReadable(socket, or: stopping, nil) == .socket else { return false }
        let count = recv(socket, &room, room.count, 0)
        guard count > 0 else { return false }
        buffer += room[..<count]
        return true
    }

    private func head(_ bytes: ArraySlice<UInt8>, _ connection: Int) -> CannedServer.Request? {
        // "\r\n" is one character to Swift.
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return nil }
        let headers = lines.dropFirst().map { line in
            let name = line.prefix { $0 != ":" }
            return (name: name.lowercased(), value: String(line.dropFirst(name.count + 1).drop { $0 == " " }))
        }
        return CannedServer.Request(
            method: String(words[0]), target: String(words[1]), headers: headers, body: [], connection: connection)
    }
}
